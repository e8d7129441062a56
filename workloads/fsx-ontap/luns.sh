# shellcheck shell=bash
# LUNs of ONTAP: one host of the rig creates them for all, and each host attaches its own. Sourced by concatenation
# after server.sh and exchange.sh: functions only.
#   LUN_SET                     prefix of LUN names: another number, size or number of pairs is another set
#   LUN_PAIRS                   pairs of servers, each with the volume luns1, luns2, …
#   LUN_PER_HOST, LUN_BYTES     per host, for data;   LUN_LOGS, LUN_LOG_BYTES  for logs
#   LUN_COUNT, LUN_STRIPE       number of LUNs per stripe set, and stripe unit in bytes
#   LUN_SESSIONS                iSCSI sessions to each portal
#   ONTAP_ROLES                 roles of hosts that have LUNs
#   FSXBENCH_ETC, FSXBENCH_DEV  where settings and devices are; /etc and /dev, others only in tests

readonly LUN_NAA=3600a0980 # of every LUN of ONTAP, before its serial number in hexadecimal digits

# lun_hosts: lists the hosts that have LUNs, `<name> <initiator>` each, in the order of the list.
lun_hosts() {
  local host role id
  while read -r host role _ _ id _; do
    [[ " $ONTAP_ROLES " != *" $role "* ]] || printf '%s iqn.2026-01.dev.fsxbench:%s\n' "$host" "${id:-$host}"
  done <"$FSXBENCH_HOSTS"
}

# lun_names HOST NUMBER: lists its LUNs, `<path> <bytes>` each, round-robin over all pairs, starting at a different pair
# per host.
lun_names() {
  local nth
  for ((nth = 0; nth < LUN_PER_HOST + LUN_LOGS; nth += 1)); do
    printf '/vol/luns%d/%s_%s_%03d %s\n' $((($2 + nth) % LUN_PAIRS + 1)) "$LUN_SET" "$1" "$nth" \
      $((nth < LUN_PER_HOST ? LUN_BYTES : LUN_LOG_BYTES))
  done
}

# luns_listed: sets LISTED to all LUNs, `<path> <serial> <uuid>` each.
luns_listed() {
  ontap_all '/storage/luns?svm.name=svm&fields=name,serial_number,uuid' '"\(.name) \(.serial_number) \(.uuid)"'
  LISTED=$ONTAP_ALL
}

# luns_seconds: longest time for creating the LUNs of all hosts, for which the others wait: earlier LUNs may be in use
# for ten minutes, and each of 8 concurrent calls may take 5 seconds. See `getSetupSeconds` of
# lib/targets/fsx-ontap/luns.
luns_seconds() {
  local hosts
  hosts=$(lun_hosts | wc -l)
  printf '%d\n' $((1200 + hosts * (1 + 2 * (LUN_PER_HOST + LUN_LOGS)) * 5 / 8))
}

# luns_make: creates the LUNs of all hosts, each for its own initiator only, and publishes them with their serial
# numbers.
luns_make() {
  local LISTED='' REQUESTS='' LEFT=0
  luns_listed
  if [[ -n $(luns_others) ]]; then
    exchange_await 600 'LUNs of before are still used by: '"$(luns_users)" luns_unused
    ontap_until luns_ending 'the end of LUNs of before'
  fi
  ontap_until luns_create_missing "LUNs $LUN_SET"
  luns_listed
  luns_table | exchange_put "$LUN_SET/table"
}

# luns_others: lists LUNs of other sets in LISTED.
luns_others() {
  local path rest
  while read -r path rest; do
    [[ -z $path || ${path##*/} == "${LUN_SET}_"* ]] || printf '%s %s\n' "$path" "$rest"
  done <<<"$LISTED"
}

# luns_ending: requests deletion of LUNs of other sets, to make room for this one.
luns_ending() {
  local uuid
  luns_listed
  REQUESTS='' LEFT=0
  while read -r _ _ uuid; do
    REQUESTS+="${REQUESTS:+$'\n'}DELETE /storage/luns/$uuid?allow_delete_while_mapped=true"
    LEFT=$((LEFT + 1))
  done < <(luns_others)
}

# luns_create_missing: requests missing initiator groups and LUNs, and missing maps where both exist.
luns_create_missing() {
  local line host initiator path bytes number=0 svm='"svm":{"name":"svm"}'
  local -A there=()
  luns_listed
  while read -r path _; do [[ -z $path ]] || there["lun $path"]=1; done <<<"$LISTED"
  ontap_all '/protocols/san/igroups?svm.name=svm&fields=name' '.name'
  while read -r line; do there["group $line"]=1; done <<<"$ONTAP_ALL"
  ontap_all '/protocols/san/lun-maps?svm.name=svm&fields=lun.name,igroup.name' '"\(.lun.name) \(.igroup.name)"'
  while read -r line; do there["map $line"]=1; done <<<"$ONTAP_ALL"
  REQUESTS='' LEFT=0
  ask() { REQUESTS+="${REQUESTS:+$'\n'}POST $1 $2"; }
  while read -r host initiator; do
    if [[ -z ${there["group $host"]:-} ]]; then
      LEFT=$((LEFT + 1))
      ask /protocols/san/igroups "{$svm,\"name\":\"$host\",\"os_type\":\"linux\",$(
        printf '"protocol":"iscsi","initiators":[{"name":"%s"}]}' "$initiator"
      )"
    fi
    while read -r path bytes; do
      [[ -z ${there["map $path $host"]:-} ]] || continue
      LEFT=$((LEFT + 1))
      if [[ -z ${there["lun $path"]:-} ]]; then
        LEFT=$((LEFT + 1))
        ask /storage/luns "{$svm,\"name\":\"$path\",\"os_type\":\"linux\",$(
          printf '"space":{"size":%s,"guarantee":{"requested":false}}}' "$bytes"
        )"
      elif [[ -n ${there["group $host"]:-} ]]; then
        ask /protocols/san/lun-maps "{$svm,\"lun\":{\"name\":\"$path\"},\"igroup\":{\"name\":\"$host\"}}"
      fi
    done < <(lun_names "$host" "$number")
    number=$((number + 1))
  done < <(lun_hosts)
}

# luns_users: lists hosts that announced another set and have not left it.
luns_users() {
  find "$(exchange_folder)" -mindepth 3 -maxdepth 3 -path '*/uses/*' ! -path "*/$LUN_SET/*" -printf '%f ' 2>/dev/null
}
luns_unused() { [[ -z $(luns_users) ]]; }

# luns_table: lists `<host> <serial> <path>` of each LUN of the set, in the order of its numbers.
luns_table() {
  local path serial host
  while read -r path serial _; do
    [[ ${path##*/} == "${LUN_SET}_"* ]] || continue
    host=${path##*/"$LUN_SET"_}
    printf '%s %s %s\n' "${host%_*}" "$serial" "$path"
  done < <(sort -t_ -k3 <<<"$LISTED")
}

# luns_own: lists serial numbers of this host's LUNs in order; fails if some are missing (yet).
luns_own() {
  local host serial path number=0
  OWN=()
  while read -r host serial path; do
    [[ $host == "$FSXBENCH_HOST" ]] || continue
    OWN[10#${path##*_}]=$serial
    number=$((number + 1))
  done < <(cat -- "$(exchange_folder)/$LUN_SET/table" 2>/dev/null)
  ((number == LUN_PER_HOST + LUN_LOGS))
}

# luns_device SERIAL: sets DEVICE to the multipath device of a LUN.
luns_device() {
  DEVICE=${FSXBENCH_DEV:-/dev}/disk/by-id/dm-uuid-mpath-$LUN_NAA$(printf '%s' "$1" | od -An -v -tx1 | tr -d ' \n')
}

# luns_list_visible: lists serial numbers of all LUNs of ONTAP that this host sees.
luns_list_visible() {
  local device hex serial byte
  for device in "${FSXBENCH_DEV:-/dev}/disk/by-id/dm-uuid-mpath-$LUN_NAA"*; do
    [[ -e $device ]] || continue
    hex=${device##*"$LUN_NAA"} serial=''
    while [[ -n $hex ]]; do
      printf -v byte '%b' "\\x${hex:0:2}"
      serial+=$byte hex=${hex:2}
    done
    printf '%s\n' "$serial"
  done | sort -u
}

# luns_login: logs in with this host's initiator, LUN_SESSIONS sessions per portal, with multipath over them.
luns_login() {
  local initiator etc=${FSXBENCH_ETC:-/etc}
  initiator=$(lun_hosts | while read -r host name; do [[ $host != "$FSXBENCH_HOST" ]] || printf '%s\n' "$name"; done)
  if ! grep -q -s -x -F "InitiatorName=$initiator" "$etc/iscsi/initiatorname.iscsi"; then
    printf 'InitiatorName=%s\n' "$initiator" | as_root tee "$etc/iscsi/initiatorname.iscsi" >/dev/null
    as_root systemctl restart iscsid >>"$FSXBENCH_OUT/raw/iscsi.log" 2>&1 || fail 'iscsid does not start'
  fi
  if command -v mpathconf >/dev/null; then as_root mpathconf --enable --with_multipathd y; fi
  as_root systemctl enable --now multipathd >>"$FSXBENCH_OUT/raw/iscsi.log" 2>&1 || fail 'multipathd does not start'
  endpoint svm iscsi
  {
    as_root iscsiadm --mode discovery --type sendtargets --portal "$ENDPOINT" &&
      as_root iscsiadm --mode node --op update --name node.session.nr_sessions --value "$LUN_SESSIONS" &&
      as_root iscsiadm --mode node --op update --name node.session.timeo.replacement_timeout --value 5
  } >>"$FSXBENCH_OUT/raw/iscsi.log" 2>&1 ||
    fail "the portal $ENDPOINT cannot be discovered: $(last_words "$FSXBENCH_OUT/raw/iscsi.log")"
  # Fails where a session exists already, or a portal refuses: luns_await_paths counts what came of it.
  as_root timeout 60 iscsiadm --mode node --login >>"$FSXBENCH_OUT/raw/iscsi.log" 2>&1 || true
}

# luns_appeared: whether all LUNs of this host are visible.
luns_appeared() {
  local serial DEVICE
  as_root iscsiadm --mode session --rescan >>"$FSXBENCH_OUT/raw/iscsi.log" 2>&1 || true
  for serial in "${OWN[@]}"; do
    luns_device "$serial"
    [[ -e $DEVICE ]] || return 1
  done
}

# luns_count_paths SESSIONS PATHS: sets LUN_FOUND to the number of iSCSI sessions to the target of the portal ENDPOINT,
# and PATHS to the lowest number of active paths of a LUN of this host; fails if there are fewer than these.
luns_count_paths() {
  local line target='' portal name serial wwid='' DEVICE
  local -A paths=()
  # `10.0.2.10:3260,1029 iqn.…`, and `tcp: [1] 10.0.2.10:3260,1029 iqn.… (non-flash)`. Hosts may have other targets.
  while read -r portal name; do
    [[ $portal != "$ENDPOINT:"* ]] || target=$name
  done < <(as_root iscsiadm --mode node 2>/dev/null)
  LUN_FOUND=0 PATHS=''
  while read -r _ _ _ name _; do
    [[ -z $name || $name != "$target" ]] || LUN_FOUND=$((LUN_FOUND + 1))
  done < <(as_root iscsiadm --mode session 2>/dev/null)
  while IFS= read -r line; do
    # Each line with a `dm-` name begins another map, perhaps of other storage.
    [[ $line != *' dm-'* ]] || wwid=''
    [[ ! $line =~ ("$LUN_NAA"[0-9a-f]+)\)?\ dm- ]] || wwid=${BASH_REMATCH[1]}
    [[ $line != *' active ready running'* || -z $wwid ]] || paths[$wwid]=$((${paths[$wwid]:-0} + 1))
  done < <(as_root multipath -ll 2>/dev/null)
  for serial in "${OWN[@]}"; do
    luns_device "$serial"
    wwid=${DEVICE##*dm-uuid-mpath-}
    [[ -n $PATHS ]] && ((${paths[$wwid]:-0} >= PATHS)) || PATHS=${paths[$wwid]:-0}
  done
  ((LUN_FOUND >= $1 && PATHS >= $2))
}

# luns_await_paths: waits two minutes for all sessions and paths: without them, a LUN has part of the bandwidth, or does
# not survive the loss of a server. Each pair has two portals (FSx for ONTAP guide, Mounting iSCSI LUNs), and a LUN has
# paths to the servers of its pair (ONTAP SAN guide, Selective LUN map).
luns_await_paths() {
  local left=120 sessions=$((2 * LUN_PAIRS * LUN_SESSIONS)) each=$((2 * LUN_SESSIONS)) LUN_FOUND PATHS
  endpoint svm iscsi
  until luns_count_paths "$sessions" "$each"; do
    ((left > 0)) || fail "$(
      printf '%s has %s of %s iSCSI sessions (%s to each of %s portals), and a LUN has %s of %s active paths; ' \
        "$FSXBENCH_HOST" "$LUN_FOUND" "$sessions" "$LUN_SESSIONS" $((2 * LUN_PAIRS)) "$PATHS" "$each"
      printf 'the security group of the file system must let hosts in on TCP 3260, and all its servers must be up'
    )"
    # A portal may have refused the first login.
    as_root timeout 20 iscsiadm --mode node --login >>"$FSXBENCH_OUT/raw/iscsi.log" 2>&1 || true
    sleep 10
    left=$((left - 10))
  done
  fact sessions "$LUN_FOUND"
  fact paths "$PATHS"
}

# luns_exchange: before any write, each host publishes the LUNs that it sees and reads those of all others: it must see
# exactly its own, and no other host may see them.
luns_exchange() {
  local hosts host folder seen other
  folder=$(exchange_folder)/$LUN_SET/seen
  seen=$(luns_list_visible)
  printf '%s\n' "$seen" | exchange_put "$LUN_SET/seen/$FSXBENCH_HOST"
  [[ $seen == "$(printf '%s\n' "${OWN[@]}" | sort -u)" ]] ||
    fail "LunShared: $FSXBENCH_HOST sees LUNs ${seen//$'\n'/ } instead of its own ${OWN[*]}"
  hosts=$(lun_hosts | while read -r host _; do printf '%s ' "$host"; done)
  exchange_await 600 "some hosts did not publish which LUNs they see: $hosts" luns_published "$folder" "$hosts"
  for host in $hosts; do
    [[ $host != "$FSXBENCH_HOST" ]] || continue
    while read -r other; do
      [[ " ${OWN[*]} " != *" $other "* ]] || fail "LunShared: host $host also sees LUN $other of $FSXBENCH_HOST"
    done <"$folder/$host"
  done
  fact luns "${OWN[*]}"
}
luns_published() {
  local host
  for host in $2; do [[ -s $1/$host ]] || return 1; done
}

# luns_stripe NAME FIRST COUNT: sets STRIPED to one device over COUNT of this host's LUNs.
luns_stripe() {
  local sectors table='' chunk=$((LUN_STRIPE / 512)) nth DEVICE
  STRIPED=${FSXBENCH_DEV:-/dev}/mapper/fsxbench-$FSXBENCH_COPY-$1
  luns_device "${OWN[$2]}"
  if (($3 == 1)); then
    STRIPED=$DEVICE
    return
  fi
  sectors=$(as_root blockdev --getsz "$DEVICE") || fail "$DEVICE does not report its size"
  for ((nth = $2; nth < $2 + $3; nth += 1)); do
    luns_device "${OWN[nth]}"
    table+=" $DEVICE 0"
  done
  [[ -e $STRIPED ]] || as_root dmsetup create "fsxbench-$FSXBENCH_COPY-$1" \
    --table "0 $((sectors / chunk * chunk * $3)) striped $3 $chunk$table" ||
    fail "LUNs cannot be striped as $STRIPED"
}

# luns_mount NAME FIRST COUNT FOLDER: mounts the file system of exactly these LUNs in this stripe, and makes it if it is
# missing.
luns_mount() {
  local label found
  luns_stripe "$1" "$2" "$3"
  label=$(printf '%s' "$LUN_SET $FSXBENCH_HOST $1 $3 $(($3 > 1 ? LUN_STRIPE : 0))" | sha256sum)
  label=${label:0:12}
  found=$(as_root blkid -p -s LABEL -o value "$STRIPED" 2>/dev/null || true)
  [[ $found == "$label" ]] || as_root mkfs.xfs -f -K -L "$label" "$STRIPED" >"$FSXBENCH_OUT/raw/format.txt" 2>&1 ||
    fail "$STRIPED cannot be formatted: $(last_words "$FSXBENCH_OUT/raw/format.txt")"
  mount_volume xfs "$STRIPED" defaults "$4" 'is it in use already?'
  as_root chmod 1777 "$4"
}

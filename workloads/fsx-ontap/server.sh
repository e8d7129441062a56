# shellcheck shell=bash
# Configures the server of an ONTAP file system through its REST API, from one host of the rig. Sourced by
# concatenation: functions only.
#   FSXBENCH_HOSTS      one line a host: name, role, …
#   FSXBENCH_ENDPOINTS  has the lines `secret id <ARN>`, `fs management <name>` and `svm uuid <UUID>`
# The password is read when needed, and is never in arguments, the environment or files.

ONTAP_ANSWER='' ONTAP_LOGIN='' ONTAP_ALL='' ONTAP_REFUSED=''

# ontap_admin ROLES: whether this host is the first host with one of these roles.
ontap_admin() {
  local host role
  while read -r host role _; do
    [[ " $1 " == *" $role "* ]] || continue
    [[ $host == "$FSXBENCH_HOST" ]]
    return
  done <"$FSXBENCH_HOSTS"
  fail "$FSXBENCH_HOSTS has no host of: $1"
}

# ontap_login: reads the password once.
ontap_login() {
  local secret region password
  [[ -z $ONTAP_LOGIN ]] || return 0
  endpoint secret id
  secret=$ENDPOINT
  IFS=: read -r _ _ _ region _ <<<"$secret"
  password=$(aws secretsmanager get-secret-value --region "$region" --secret-id "$secret" --query SecretString \
    --output text 2>"$FSXBENCH_OUT/raw/secret.log") ||
    fail "the secret of the rig cannot be read: $(last_words "$FSXBENCH_OUT/raw/secret.log")"
  ONTAP_LOGIN="user = \"fsxadmin:$password\""
}

# ontap METHOD PATH [BODY]: sets ONTAP_ANSWER to the response; fails if the API refuses the request. The certificate is
# self-signed; the call stays in the network of the rig.
ontap() {
  local method=$1 path=$2 body=${3:-} code='' try
  ontap_login
  endpoint fs management
  for try in 1 2 3 4 5; do
    code=$(printf '%s\n' "$ONTAP_LOGIN" |
      curl --config - --silent --insecure --max-time 60 --request "$method" --header 'Content-Type: application/json' \
        ${body:+--data "$body"} --output "$FSXBENCH_OUT/raw/ontap.json" --write-out '%{http_code}' \
        "https://$ENDPOINT/api$path") || code="no answer ($?)"
    ONTAP_ANSWER=$(cat -- "$FSXBENCH_OUT/raw/ontap.json" 2>/dev/null || true)
    printf '%s %s: %s\n' "$method" "$path" "$code" >>"$FSXBENCH_OUT/raw/ontap.log"
    [[ $code != 2?? ]] || return 0
    # A refused request would be refused again.
    [[ $code != 4?? || $code == 429 ]] || break
    ((try == 5)) || sleep $((try * 3))
  done
  fail "ONTAP refused $method $path: $code ${ONTAP_ANSWER//[[:cntrl:]]/ }"
}

# ontap_all PATH FILTER: sets ONTAP_ALL to the result of a jq filter over all records, page by page: a busy server
# returns fewer records than requested, with a link to the next page.
ontap_all() {
  local path="$1&max_records=1000" page
  ONTAP_ALL=''
  while [[ -n $path ]]; do
    ontap GET "$path"
    page=$(jq -r ".records[]? | $2" <<<"$ONTAP_ANSWER") ||
      fail "the answer of ONTAP to $path cannot be read: ${ONTAP_ANSWER:0:200}"
    ONTAP_ALL+=${page:+$page$'\n'}
    page=$path
    path=$(jq -r '._links.next.href // empty' <<<"$ONTAP_ANSWER")
    path=${path#/api}
    [[ $path != "$page" ]] || fail "ONTAP says that $path follows itself"
  done
}

# ontap_until LACKING WHAT: sends requests until nothing is missing. The function LACKING checks what exists, and sets
# REQUESTS, `<method> <path> <body>` a line, and LEFT, the number of missing items, including those that cannot be
# requested yet. Some calls are accepted before they are done, and some are done although their response was lost, so
# the next check decides.
ontap_until() {
  local idle=0 before=''
  while true; do
    "$1"
    ((LEFT > 0)) || return 0
    if [[ -n $before ]] && ((LEFT >= before)); then
      idle=$((idle + 1))
      ((idle < 6)) || fail "ONTAP has not finished: $2 ($LEFT left): ${ONTAP_REFUSED:-it reported no error}"
      sleep $((idle * 3))
    else
      idle=0
    fi
    before=$LEFT
    ontap_many || fail "ONTAP refused $ONTAP_REFUSED"
  done
}

# ontap_many: sends all REQUESTS, several at once, over kept connections. Sets ONTAP_REFUSED to one refusal. Fails if
# all of a batch were refused permanently.
ontap_many() {
  local -a lines=()
  local first config number method path body code refused folder parallel=()
  ONTAP_REFUSED=''
  [[ -n $REQUESTS ]] || return 0
  ontap_login
  endpoint fs management
  mapfile -t lines <<<"$REQUESTS"
  # curl before 7.66: one after another, over one connection.
  if curl --parallel --version >/dev/null 2>&1; then parallel=(--parallel --parallel-max 8); fi
  folder=$(mktemp -d) || fail 'no folder can be made for the answers of ONTAP'
  for ((first = 0; first < ${#lines[@]}; first += 64)); do
    config='' refused=0
    for ((number = first; number < first + 64 && number < ${#lines[@]}; number += 1)); do
      read -r method path body <<<"${lines[number]}"
      config+="${config:+next$'\n'}$ONTAP_LOGIN"$'\n'"silent"$'\n'"insecure"$'\n'"max-time = 60"$'\n'
      config+="request = \"$method\""$'\n'"url = \"https://$ENDPOINT/api$path\""$'\n'
      config+='header = "Content-Type: application/json"'$'\n'"output = \"$folder/$number\""$'\n'
      config+="write-out = \"%{http_code} $number\\n\""$'\n'
      [[ -z $body ]] || config+="data = \"${body//\"/\\\"}\""$'\n'
    done
    while read -r code number; do
      [[ $code =~ ^[0-9]{3}$ ]] || continue
      read -r method path _ <<<"${lines[number]}"
      printf '%s %s: %s\n' "$method" "$path" "$code" >>"$FSXBENCH_OUT/raw/ontap.log"
      [[ $code != 2?? ]] || continue
      body=$(cat -- "$folder/$number" 2>/dev/null || true)
      ONTAP_REFUSED="$method $path: $code ${body//[[:cntrl:]]/ }"
      [[ $code != 4?? || $code == 429 || $code == 409 ]] || refused=$((refused + 1))
    done < <(printf '%s' "$config" | curl --silent "${parallel[@]}" --config - 2>/dev/null || true)
    if ((refused == 64 || refused == ${#lines[@]} - first)); then
      remove_tree "$folder" || true
      return 1
    fi
  done
  remove_tree "$folder" || true
}

# ontap_transfer BYTES: sets the largest NFS request of the server, for new connections.
ontap_transfer() {
  local path found
  endpoint svm uuid
  path=/protocols/nfs/services/$ENDPOINT
  ontap PATCH "$path" "{\"transport\":{\"tcp_max_transfer_size\":$1}}"
  ontap GET "$path?fields=transport.tcp_max_transfer_size"
  found=$(sed -n 's/.*"tcp_max_transfer_size": *\([0-9]*\).*/\1/p' <<<"$ONTAP_ANSWER")
  [[ $found == "$1" ]] || fail "the server was set to requests of $1 bytes, and reports ${found:-nothing}"
  fact transferSize "$found"
}

# transfer_agreed: whether client and server negotiated the requested sizes.
transfer_agreed() {
  [[ ",$MOUNT_OPTIONS," == *",rsize=$NFS_RSIZE,"* && ",$MOUNT_OPTIONS," == *",wsize=$NFS_WSIZE,"* ]]
}

# await_transfer SOURCE FOLDER: remounts the first volume until its server accepts the size: the host that sets it may
# be slightly later than this one.
await_transfer() {
  local try
  for ((try = 1; try <= 24; try += 1)); do
    transfer_agreed && return
    unmount_volume "$2"
    sleep 5
    mount_volume nfs "$1" "$NFS_OPTIONS" "$2" 'it was mounted before'
  done
  transfer_agreed ||
    fail "the server negotiated $MOUNT_OPTIONS instead of requests of $NFS_RSIZE and $NFS_WSIZE bytes"
}

# shellcheck shell=bash
# Volumes that a host mounts. Sourced by concatenation: functions only.

ENDPOINT=''

# endpoint ID NAME: sets ENDPOINT to a value of the target instance's resources.
# shellcheck disable=SC2034 # read by callers in other files
endpoint() {
  local id name value
  [[ -r ${FSXBENCH_ENDPOINTS:-} ]] ||
    fail "the file with the endpoints of the rig cannot be read: '${FSXBENCH_ENDPOINTS:-}' (FSXBENCH_ENDPOINTS)"
  while read -r id name value || [[ -n $id ]]; do
    [[ $id == "$FSXBENCH_COPY.$1" && $name == "$2" && -n $value ]] || continue
    ENDPOINT=$value
    return
  done <"$FSXBENCH_ENDPOINTS"
  fail "$FSXBENCH_ENDPOINTS has no line '$FSXBENCH_COPY.$1 $2 <value>': was the file system created?"
}

# mount_volume TYPE SOURCE OPTIONS FOLDER HINT: mounts a volume unless it is mounted, with five tries: names and
# security groups of new file systems take a while to take effect. HINT ends the message of a failure.
#   MOUNT_HELPER  mount helper, if not that of its type
mount_volume() {
  local type=$1 source=$2 options=$3 folder=$4 hint=$5 try error=''
  mkdir -p -- "$folder" 2>/dev/null || fail "the host's folder cannot be written: $folder"
  is_mounted "$type" "$source" "$folder" && return
  for try in 1 2 3 4 5; do
    if error=$(as_root timeout 60 mount -t "${MOUNT_HELPER:-$type}" -o "$options" "$source" "$folder" 2>&1); then
      is_mounted "$type" "$source" "$folder" && return
      fail "mount reports $source on $folder, but the kernel reports '$MOUNT_TYPE' there"
    fi
    printf 'try %d: %s\n' "$try" "$error" >>"$FSXBENCH_OUT/raw/mount.log"
    # A slow mount may have succeeded despite the error.
    is_mounted "$type" "$source" "$folder" && return
    ((try == 5)) || sleep $((try * 5))
  done
  error=${error##*$'\n'}
  fail "$source cannot be mounted: ${error:-no answer within 60 s}; $hint"
}

# is_mounted TYPE SOURCE FOLDER: whether the source is mounted on the folder. Fails for another source of that type.
is_mounted() {
  mount_of "$3"
  # Otherwise this would be the parent's mount, which may have the same type.
  [[ $MOUNT_TYPE == "$1"* && $MOUNT_POINT == "$(cd -P -- "$3" && pwd)" ]] || return 1
  # The kernel may show an address for our name, but the part after the colon is the same.
  [[ ${MOUNT_SOURCE##*:} == "${2##*:}" ]] || fail "another volume is mounted on $3: $MOUNT_SOURCE, not $2"
}

# own_folder DATA: makes the host's own folder on a volume, checks that it can be written and read, and records the
# space.
own_folder() {
  local own=$1/$FSXBENCH_HOST error
  error=$(mkdir -p -- "$own" 2>&1) || fail "the folder '$own' cannot be made: ${error##*: }"
  error=$({ printf '%4096s' '' >"$own/.fsxbench-probe" && cat -- "$own/.fsxbench-probe"; } 2>&1 >/dev/null) ||
    fail "the folder '$own' cannot be written and read: ${error##*: }"
  rm -f -- "$own/.fsxbench-probe"
  df --output=source,fstype,size,avail,target -B1 -- "$own" >"$FSXBENCH_OUT/raw/space.txt" ||
    fail "df does not report the free space of '$own'"
}

# mounted_at FOLDER: whether anything is mounted there. It does not access it: a server that does not answer would
# block.
mounted_at() {
  local folder target
  folder=$(cd -P -- "${1%/*}" 2>/dev/null && pwd)/${1##*/}
  while read -r _ target _; do
    # Spaces in paths are octal escapes.
    printf -v target '%b' "${target//\\/\\0}"
    [[ $target != "$folder" ]] || return 0
  done <"${FSXBENCH_PROC:-/proc}/self/mounts"
  return 1
}

# unmount_volume FOLDER: unmounts until nothing is mounted there. If the server does not answer, the mount stays:
# another one would share its transports. lib/targets/mount-fixture.ts has its duration.
#   FSXBENCH_LEAVING  the server is deleted next and would block scans of mounts. If unmounting fails at once, do
#                     not wait: the deletion would wait, which costs money.
unmount_volume() {
  local folder=$1 try limit=60 error=''
  [[ -z ${FSXBENCH_LEAVING:-} ]] || limit=10
  for try in 1 2 3 4 5; do
    mounted_at "$folder" || return 0
    if error=$(as_root timeout --kill-after=5 "$limit" umount -- "$folder" 2>&1); then continue; fi
    printf 'try %d: %s\n' "$try" "${error:=no answer within $limit s}" >>"$FSXBENCH_OUT/raw/mount.log"
    [[ -z ${FSXBENCH_LEAVING:-} ]] || break
    ((try == 5)) || sleep $((try * 2))
  done
  mounted_at "$folder" || return 0
  [[ -z ${FSXBENCH_LEAVING:-} ]] ||
    as_root timeout --kill-after=5 "$limit" umount --force --lazy -- "$folder" 2>/dev/null || :
  mounted_at "$folder" || return 0
  error=${error##*$'\n'}
  fail "$folder cannot be unmounted: ${error:-umount reported success, but the kernel still lists the mount}"
}

# shellcheck shell=bash
# Host data from the kernel, and mounts as JSON. Sourced by concatenation: functions only.

# resolve_folder FOLDER: sets REPLY to its path without links; fails if it does not exist. A process of its own, as this
# one must never stand on storage that may hang.
resolve_folder() {
  REPLY=$(cd -P -- "$1" 2>/dev/null && pwd)
}

# mount_of FOLDER: sets MOUNT_SOURCE, MOUNT_TYPE, MOUNT_OPTIONS and MOUNT_POINT to the mount of the folder; empty if the
# folder does not exist.
# shellcheck disable=SC2034 # read by callers in other files
mount_of() {
  local folder source target type options rest longest=-1
  MOUNT_SOURCE='' MOUNT_TYPE='' MOUNT_OPTIONS='' MOUNT_POINT=''
  resolve_folder "$1" || return 0
  folder=$REPLY
  while read -r source target type options rest; do
    # Spaces in paths are octal escapes.
    printf -v target '%b' "${target//\\/\\0}"
    target=${target%/}/
    [[ $folder/ == "$target"* ]] || continue
    # Of two mounts on one folder the later one is visible.
    if ((${#target} >= longest)); then
      longest=${#target}
      MOUNT_SOURCE=$source MOUNT_TYPE=$type MOUNT_OPTIONS=$options MOUNT_POINT=${target%/}
    fi
  done </proc/self/mounts
}

# mounts_below FOLDER: sets MOUNTS_BELOW to the mounts below a folder, `<source>  <type>  <options>       <target>`
# each, in mount order. It accesses none of them: a server that does not answer would block.
# shellcheck disable=SC2034 # read by callers in other files
mounts_below() {
  local folder source target type options rest
  MOUNTS_BELOW=()
  resolve_folder "${1%/*}" || true
  folder=$REPLY/${1##*/}
  while read -r source target type options rest; do
    printf -v target '%b' "${target//\\/\\0}"
    [[ $target != "$folder"/* ]] || MOUNTS_BELOW+=("$source"$'\t'"$type"$'\t'"$options"$'\t'"$target")
  done <"${FSXBENCH_PROC:-/proc}/self/mounts"
}

# mount_json SOURCE TYPE OPTIONS: adds an object without its closing brace to `json`.
mount_json() {
  local name
  json+='{'
  for name in source type options; do
    json_string "$1"
    json+="\"$name\":$REPLY,"
    shift
  done
  json=${json%,}
}

# mount_more: adds the volumes after the first to `json`.
mount_more() {
  local line source type options comma=''
  ((${#MOUNTS_BELOW[@]} > 1)) || return 0
  json+=',"more":['
  for line in "${MOUNTS_BELOW[@]:1}"; do
    IFS=$'\t' read -r source type options _ <<<"$line"
    json+=$comma
    mount_json "$source" "$type" "$options"
    json+='}' comma=,
  done
  json+=']'
}

# mount_parameters: adds current values of client settings requested with the mount to `json`; if devices differ, all
# values are listed in sequence. `lctl/<copy>` has a line `<name> <pattern>` for each.
mount_parameters() {
  local name pattern found comma='' file=${FSXBENCH_ROOT:-}/lctl/${FSXBENCH_COPY:-}
  [[ -n ${FSXBENCH_COPY:-} && -r $file ]] || return 0
  json+=',"parameters":{'
  while read -r name pattern; do
    found=$(timeout --foreground 5 lctl get_param -n "$pattern" 2>/dev/null </dev/null | sort -u) || true
    json_string "${found//$'\n'/, }"
    json+="$comma\"$name\":$REPLY" comma=,
  done <"$file"
  json+='}'
}

# own_folders: sets OWN_FOLDERS to this host's own folders on the storage under test: one on each volume if several are
# mounted for the target instance, in an order that starts differently per host. Then the usual folder is a link to the
# first of them.
# shellcheck disable=SC2034 # read by callers in other files
own_folders() {
  local place=$FSXBENCH_ROOT/volumes/$FSXBENCH_COPY number=1
  OWN_FOLDERS=("$place/$FSXBENCH_HOST")
  [[ -L ${OWN_FOLDERS[0]} ]] || return 0
  OWN_FOLDERS=()
  while [[ -d $place/volume$number/$FSXBENCH_HOST ]]; do
    OWN_FOLDERS+=("$place/volume$number/$FSXBENCH_HOST")
    number=$((number + 1))
  done
  ((${#OWN_FOLDERS[@]} > 0)) || fail "no volume is mounted below $place: was one lost?"
  number=$((FSXBENCH_INDEX % ${#OWN_FOLDERS[@]}))
  OWN_FOLDERS=("${OWN_FOLDERS[@]:number}" "${OWN_FOLDERS[@]:0:number}")
}

# make_own FOLDER: makes a folder below this host's own one on the storage under test. The own one was made at mount
# time: if it is missing, the host's own disk would be measured.
make_own() {
  local place=$FSXBENCH_ROOT/volumes/$FSXBENCH_COPY
  if [[ ! -d $place/$FSXBENCH_HOST ]] || { [[ ! -d $1 ]] && ! mkdir -p -- "$1" 2>/dev/null; }; then
    fail "cannot write below $place: is it mounted, and writable?"
  fi
}

# memory_bytes: largest size of the page cache of this host: its memory, or the limit of its control group.
memory_bytes() {
  local name amount file limit bytes=0
  while read -r name amount _; do
    [[ $name != MemTotal: ]] || bytes=$((amount * 1024))
  done </proc/meminfo
  for file in /sys/fs/cgroup/memory.max /sys/fs/cgroup/memory/memory.limit_in_bytes; do
    [[ -r $file ]] || continue
    read -r limit <"$file"
    # `max` means unlimited; version 1 prints a number above any memory size.
    [[ $limit == max ]] || ((limit > bytes)) || bytes=$limit
  done
  printf '%s\n' "$bytes"
}

# cpus_allowed: CPUs that processes of this host may use at once, with two decimals: by their affinity, or by the CPU
# limit of their control group.
cpus_allowed() {
  local cpus quota period limit file
  cpus=$(($(nproc) * 100))
  for file in cpu.max cpu/cpu.cfs_quota_us; do
    file=${FSXBENCH_SYS:-/sys}/fs/cgroup/$file period=''
    [[ -r $file ]] || continue
    read -r quota period <"$file"
    [[ -n $period || ! -r ${file%quota_us}period_us ]] || read -r period <"${file%quota_us}period_us"
    # `max`, and -1 in version 1, mean unlimited.
    [[ $quota =~ ^[0-9]+$ && $period =~ ^[1-9][0-9]*$ ]] || continue
    limit=$((quota * 100 / period))
    ((limit == 0 || limit > cpus)) || cpus=$limit
  done
  printf '%d.%02d\n' "$((cpus / 100))" "$((cpus % 100))"
}

# allocated_bytes FILE...: allocated bytes of the files; missing files count as 0.
allocated_bytes() {
  local blocks size sum=0
  while read -r blocks size; do
    sum=$((sum + blocks * size))
  done < <(stat --dereference --format='%b %B' -- "$@" 2>/dev/null)
  printf '%s\n' "$sum"
}

# file_bytes FILE: its length, 0 if it does not exist.
file_bytes() {
  stat --dereference --format='%s' -- "$1" 2>/dev/null || printf '0\n'
}

# hosts_of_role: number of hosts with this host's role in the rig.
hosts_of_role() {
  local role count=0
  if [[ -r ${FSXBENCH_HOSTS:-} ]]; then
    while read -r _ role _; do
      [[ $role != "$FSXBENCH_ROLE" ]] || count=$((count + 1))
    done <"$FSXBENCH_HOSTS"
  fi
  printf '%s\n' "$((count > 0 ? count : 1))"
}

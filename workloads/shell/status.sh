# shellcheck shell=bash
# status.json: what a host script did, written whatever happens. Sourced by concatenation: functions only.
# Hosts have neither jq nor python for certain, so the JSON is written by the shell.

STATUS_TOOL=''
STATUS_VERSION=''
STATUS_STARTED=''
STATUS_ENDED=''
STATUS_DATA=''
STATUS_CHILD=''
STATUS_ARGV=()
declare -A STATUS_FACTS=()

# status_begin TOOL DATA_FOLDER: from here on every way out of the script writes status.json.
status_begin() {
  STATUS_TOOL=$1
  STATUS_DATA=$2
  STATUS_STARTED=$(now)
  trap 'status_end $?' EXIT
  trap 'status_stop 143' TERM
  trap 'status_stop 130' INT HUP
  [[ ! -v FSXBENCH_SLOTS ]] || slots_check
}

# status_version TEXT: what the tool says of itself.
status_version() {
  STATUS_VERSION=$1
}

# status_started INSTANT: when the tool began its work, where that is not when it was called.
status_started() {
  STATUS_STARTED=$1
}

# status_ended INSTANT: when it ended, where that is not when the script ends.
status_ended() {
  STATUS_ENDED=$1
}

# status_argv ARGV...: how the tool is called, where run_tool does not call it.
status_argv() {
  STATUS_ARGV=("$@")
}

# fact NAME VALUE: one more thing worth knowing.
fact() {
  STATUS_FACTS[$1]=$2
}

# fail MESSAGE: one clear line, also kept as a fact; the script ends with exit code 1.
fail() {
  fact problem "$1"
  printf '%s\n' "$1" >&2
  exit 1
}

# last_words FILE: its last line, as text and no longer than a message may be.
last_words() { tail -n 1 -- "$1" | tail -c 1000 | tr -d '\0'; }

# run_tool LIMIT OUT ERR ARGV...: runs a tool under a time limit of LIMIT seconds, and returns its exit code (124 or 137
# where the limit ended it, by STATUS_SIGNAL: INT where nothing is said, at which tools tell what they have so far; the
# fact `beforeLimit`, in seconds, where it ended so by itself). The tool stays in this script's process group: whoever
# kills the group kills it too.
run_tool() {
  local limit=$1 out=$2 err=$3 rc=0 from to
  shift 3
  # Counted since boot: no clock that is set meanwhile changes it.
  read -r from _ </proc/uptime
  STATUS_ARGV=("$@")
  STATUS_STARTED=$(now)
  # --foreground: without it, timeout makes a process group of its own, and the tool would outlive ours.
  timeout --foreground --signal="${STATUS_SIGNAL:-INT}" --kill-after=10 "$limit" "$@" >"$out" 2>"$err" &
  STATUS_CHILD=$!
  wait "$STATUS_CHILD" || rc=$?
  STATUS_CHILD=''
  STATUS_ENDED=$(now)
  if ((rc == 124 || rc == 137)); then
    read -r to _ </proc/uptime
    # Hundredths of a second, both cut off.
    if (($(microseconds "$to") - $(microseconds "$from") + 20000 >= $(microseconds "$limit"))); then
      fact problem "$STATUS_TOOL did not end within its time limit of $limit s"
    else
      fact beforeLimit "$(seconds "$(($(microseconds "$to") - $(microseconds "$from")))")"
      ((rc == 124)) || fact problem "$STATUS_TOOL was killed (signal 9) before its time limit of $limit s: by the\
 kernel for want of memory, or by hand"
    fi
  fi
  return "$rc"
}

# json_string TEXT: as a JSON string, control characters replaced.
json_string() {
  local text=$1
  text=${text//\\/\\\\}
  text=${text//\"/\\\"}
  text=${text//$'\n'/\\n}
  text=${text//$'\t'/\\t}
  text=${text//[[:cntrl:]]/ }
  printf '"%s"' "$text"
}

status_stop() {
  trap '' TERM INT HUP
  fact problem 'ended by a signal'
  if [[ -n $STATUS_CHILD ]]; then
    kill -TERM "$STATUS_CHILD" 2>/dev/null || true
    wait "$STATUS_CHILD" 2>/dev/null || true
  fi
  exit "$1"
}

status_end() {
  local rc=$1
  set +e
  STATUS_ENDED=${STATUS_ENDED:-$(now)}
  ! declare -F tool_end >/dev/null || tool_end
  status_mount
  status_json "$rc" >"$FSXBENCH_OUT/status.json.part"
  mv "$FSXBENCH_OUT/status.json.part" "$FSXBENCH_OUT/status.json"
  # Of scripts that have telemetry.sh: nothing is measured any more.
  ! declare -F telemetry_ask >/dev/null || telemetry_ask "$rc"
  exit "$rc"
}

# status_mount: what the kernel has mounted for the copy: one volume, or several below its place.
status_mount() {
  local place=${FSXBENCH_ROOT:-}/volumes/${FSXBENCH_COPY:-}
  MOUNTS_BELOW=()
  mount_of "$STATUS_DATA"
  [[ -n ${FSXBENCH_COPY:-} && $STATUS_DATA == "$place"/* ]] || return 0
  mounts_below "$place"
  ((${#MOUNTS_BELOW[@]} == 0)) ||
    IFS=$'\t' read -r MOUNT_SOURCE MOUNT_TYPE MOUNT_OPTIONS _ <<<"${MOUNTS_BELOW[0]}"
}

# mount_more: the volumes beside the first.
mount_more() {
  local line source type options comma=''
  ((${#MOUNTS_BELOW[@]} > 1)) || return 0
  printf ',"more":['
  for line in "${MOUNTS_BELOW[@]:1}"; do
    IFS=$'\t' read -r source type options _ <<<"$line"
    printf '%s{"source":%s,"type":%s,"options":%s}' "$comma" "$(json_string "$source")" "$(json_string "$type")" \
      "$(json_string "$options")"
    comma=,
  done
  printf ']'
}

status_json() {
  local comma='' argument name kernel=''
  read -r kernel </proc/sys/kernel/osrelease
  printf '{"host":%s,"role":%s' "$(json_string "$FSXBENCH_HOST")" "$(json_string "$FSXBENCH_ROLE")"
  printf ',"tool":%s,"version":%s' "$(json_string "$STATUS_TOOL")" "$(json_string "$STATUS_VERSION")"
  printf ',"argv":['
  for argument in "${STATUS_ARGV[@]}"; do
    printf '%s%s' "$comma" "$(json_string "$argument")"
    comma=,
  done
  printf '],"rc":%d,"started":%s,"ended":%s' "$1" "$STATUS_STARTED" "$STATUS_ENDED"
  printf ',"startAt":%s' "${FSXBENCH_START_AT:-null}"
  printf ',"kernel":%s,"mount":{"source":%s,"type":%s,"options":%s' "$(json_string "$kernel")" \
    "$(json_string "$MOUNT_SOURCE")" "$(json_string "$MOUNT_TYPE")" "$(json_string "$MOUNT_OPTIONS")"
  mount_parameters
  mount_more
  printf '}'
  # What run-script.sh could not end: commands of another attempt that ran beside this one.
  [[ -z ${FSXBENCH_OTHERS:-} ]] || fact others "$FSXBENCH_OTHERS"
  [[ ! -v FSXBENCH_SLOTS && ! -e ${FSXBENCH_ROOT:-}/slots.json ]] || printf ',"slots":%s' "$(slots_status)"
  printf ',"facts":{'
  comma=''
  for name in "${!STATUS_FACTS[@]}"; do
    printf '%s%s:%s' "$comma" "$(json_string "$name")" "$(json_string "${STATUS_FACTS[$name]}")"
    comma=,
  done
  printf '}}\n'
}

# mount_parameters: settings of the client that were asked for with the mount, as it has them now; those of devices that
# differ one after the other. `lctl/<copy>` has a line `<name> <pattern>` for each.
mount_parameters() {
  local name pattern found comma='' file=${FSXBENCH_ROOT:-}/lctl/${FSXBENCH_COPY:-}
  [[ -n ${FSXBENCH_COPY:-} && -r $file ]] || return 0
  printf ',"parameters":{'
  while read -r name pattern; do
    found=$(timeout --foreground 5 lctl get_param -n "$pattern" 2>/dev/null </dev/null | sort -u) || true
    printf '%s%s:%s' "$comma" "$(json_string "$name")" "$(json_string "${found//$'\n'/, }")"
    comma=,
  done <"$file"
  printf '}'
}

# --- what stands on this host: slots.json, as workloads/fixtures writes it, one slot a line

SLOT_ORDER=()
declare -A SLOT_KEY=() SLOT_STATE=() SLOT_SINCE=() SLOT_STAYS=() SLOT_SURVIVES=() SLOT_NEEDS=() SLOT_DOWN=()
declare -A SLOT_SECONDS=() SLOT_LASTING=()

# slots_boot: tells this boot of the machine from others; after another one nothing stands any more.
slots_boot() {
  local id=''
  { read -r id <"${FSXBENCH_PROC:-/proc}/sys/kernel/random/boot_id"; } 2>/dev/null || true
  printf '%s\n' "$id"
}

# slots_read: sets the arrays above; fails where the file is not as it was written. A service that does not run any more
# is dirty, whatever the file says.
# shellcheck disable=SC2034 # read by workloads/fixtures too
slots_read() {
  local line boot='' slot name='"([A-Za-z0-9._/-]+)"'
  local entry='"key":"([0-9a-f]{12})","state":"(standing|dirty)","since":([0-9]+[.][0-9]+)'
  entry+=',"stays":(true|false),"survives":(true|false),"needs":"([A-Za-z0-9._/ -]*)","down":"([0-9a-f]{64})"'
  entry+=',"seconds":([0-9]+),"lasting":"([A-Za-z0-9._ -]*)"'
  SLOT_ORDER=()
  [[ -e $FSXBENCH_ROOT/slots.json ]] || return 0
  while IFS= read -r line; do
    if [[ $line =~ ^$name:\{$entry\},?$ ]]; then
      slot=${BASH_REMATCH[1]}
      SLOT_ORDER+=("$slot")
      SLOT_KEY[$slot]=${BASH_REMATCH[2]} SLOT_STATE[$slot]=${BASH_REMATCH[3]} SLOT_SINCE[$slot]=${BASH_REMATCH[4]}
      SLOT_STAYS[$slot]=${BASH_REMATCH[5]} SLOT_SURVIVES[$slot]=${BASH_REMATCH[6]}
      SLOT_NEEDS[$slot]=${BASH_REMATCH[7]} SLOT_DOWN[$slot]=${BASH_REMATCH[8]}
      SLOT_SECONDS[$slot]=${BASH_REMATCH[9]} SLOT_LASTING[$slot]=${BASH_REMATCH[10]}
      [[ $boot == "$(slots_boot)" ]] && slot_lives "$slot" || SLOT_STATE[$slot]=dirty
    elif [[ $line =~ ^\{\"version\":1,\"boot\":\"([0-9a-f-]*)\",\"slots\":\{$ ]]; then
      boot=${BASH_REMATCH[1]}
    else
      [[ $line == '}}' ]] || return 1
    fi
  done <"$FSXBENCH_ROOT/slots.json"
}

# process_began PID: when, in clock ticks since boot: tells it from a later one of its number (proc(5), stat).
process_began() {
  local line='' fields
  { IFS= read -r line <"/proc/$1/stat"; } 2>/dev/null || return 0
  read -r -a fields <<<"${line##*) }"
  # A zombie has ended.
  [[ ${fields[0]} == Z ]] || printf '%s\n' "${fields[19]}"
}

# slot_lives SLOT: a service runs; everything else cannot end by itself.
slot_lives() {
  local kind name began
  read -r kind name began <<<"${SLOT_LASTING[$1]}"
  case $kind in
    unit) systemctl is-active --quiet "$name" ;;
    starting) return 1 ;;
    process) [[ $(process_began "$name") == "$began" ]] ;;
  esac
}

# slots_wrong: in which slot something else stands than FSXBENCH_SLOTS states, a line `<slot> <key> <role>,<role>…`
# each; prints nothing where all is well.
slots_wrong() {
  local slot key roles stated=' '
  while read -r slot key roles; do
    [[ ,$roles, == *,"$FSXBENCH_ROLE",* ]] || continue
    stated+="$slot "
    if [[ -z ${SLOT_KEY[$slot]:-} ]]; then
      printf '%s is missing\n' "$slot"
    elif [[ ${SLOT_KEY[$slot]} != "$key" ]]; then
      printf '%s is %s, not %s\n' "$slot" "${SLOT_KEY[$slot]}" "$key"
    elif [[ ${SLOT_STATE[$slot]} != standing ]]; then
      printf '%s is not whole\n' "$slot"
    fi
  done <<<"$FSXBENCH_SLOTS"
  for slot in "${SLOT_ORDER[@]}"; do
    [[ $stated == *" $slot "* || ${SLOT_STAYS[$slot]} == true ]] ||
      printf '%s is set, but not in the plan\n' "$slot"
  done
}

# slots_check: nothing is measured with other fixtures than the plan states. Exit code 75: it is worth another try.
slots_check() {
  local wrong
  if slots_read; then wrong=$(slots_wrong); else wrong='slots.json cannot be read'; fi
  [[ -n $wrong ]] || return 0
  fact wrongFixture "${wrong//$'\n'/; }"
  fact problem "fixtures differ from the plan: ${wrong//$'\n'/; }"
  printf '%s\n' "${STATUS_FACTS[problem]}" >&2
  exit 75
}

# slots_status: what stands, as JSON; null where that cannot be read.
slots_status() {
  local slot comma=''
  if ! slots_read; then
    printf 'null'
    return
  fi
  printf '{'
  for slot in "${SLOT_ORDER[@]}"; do
    printf '%s"%s":{"key":"%s","state":"%s","stays":%s}' "$comma" "$slot" "${SLOT_KEY[$slot]}" "${SLOT_STATE[$slot]}" \
      "${SLOT_STAYS[$slot]}"
    comma=,
  done
  printf '}'
}

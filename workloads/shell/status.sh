# shellcheck shell=bash
# status.json: result of a host script, written in every case. Sourced by concatenation: functions only. Hosts may lack
# jq and python, so the shell writes the JSON.

STATUS_TOOL=''
STATUS_VERSION=''
STATUS_STARTED=''
STATUS_ENDED=''
STATUS_DATA=''
STATUS_CHILD=''
STATUS_ARGV=()
declare -A STATUS_FACTS=()

# status_begin TOOL DATA_FOLDER: from this call on, every exit of the script writes status.json.
status_begin() {
  STATUS_TOOL=$1
  STATUS_DATA=$2
  STATUS_STARTED=$EPOCHREALTIME
  trap 'status_end $?' EXIT
  trap 'status_stop 143' TERM
  trap 'status_stop 130' INT HUP
  [[ ! -v FSXBENCH_SLOTS ]] || slots_check
}

# status_version TEXT: version that the tool prints.
status_version() {
  STATUS_VERSION=$1
}

# status_started INSTANT: when the tool began its work, if later than its call.
status_started() {
  STATUS_STARTED=$1
}

# status_ended INSTANT: when the tool ended, if earlier than the script.
status_ended() {
  STATUS_ENDED=$1
}

# status_argv ARGV...: command line of the tool, if run_tool does not start the tool.
status_argv() {
  STATUS_ARGV=("$@")
}

# fact NAME VALUE: records a fact.
fact() {
  STATUS_FACTS[$1]=$2
}

# fail MESSAGE: prints one line, records it as the fact `problem`, and exits with code 1.
fail() {
  fact problem "$1"
  printf '%s\n' "$1" >&2
  exit 1
}

# last_words FILE: the last line of the file, cut to the length of a message.
last_words() { tail -n 1 -- "$1" | tail -c 1000 | tr -d '\0'; }

# run_tool LIMIT OUT ERR ARGV...: runs a tool under a time limit of LIMIT seconds, and returns its exit code (124 or 137
# if the tool exceeded the limit and got STATUS_SIGNAL: by default INT, at which tools print partial results; if not,
# the fact `beforeLimit` has the remaining seconds). The tool stays in this script's process group: killing the group
# kills the tool, too.
run_tool() {
  local limit=$1 out=$2 err=$3 rc=0 from to took
  shift 3
  # Uptime: unaffected by changes of the clock.
  read -r from _ </proc/uptime
  STATUS_ARGV=("$@")
  STATUS_STARTED=$EPOCHREALTIME
  # --foreground: without the option, timeout creates a process group, and the tool would survive ours.
  timeout --foreground --signal="${STATUS_SIGNAL:-INT}" --kill-after=10 "$limit" "$@" >"$out" 2>"$err" &
  STATUS_CHILD=$!
  wait "$STATUS_CHILD" || rc=$?
  STATUS_CHILD=''
  STATUS_ENDED=$EPOCHREALTIME
  if ((rc == 124 || rc == 137)); then
    read -r to _ </proc/uptime
    # Hundredths of a second, both truncated.
    microseconds_between "$from" "$to"
    took=$REPLY
    microseconds "$limit"
    if ((took + 20000 >= REPLY)); then
      fact problem "$STATUS_TOOL did not end within its time limit of $limit s"
    else
      seconds "$took"
      fact beforeLimit "$REPLY"
      ((rc == 124)) || fact problem "$STATUS_TOOL was killed (signal 9) before its time limit of $limit s: by the\
 kernel for want of memory, or by hand"
    fi
  fi
  return "$rc"
}

# json_string TEXT: sets REPLY to it as a JSON string, control characters replaced.
json_string() {
  local text=$1
  text=${text//\\/\\\\}
  text=${text//\"/\\\"}
  text=${text//$'\n'/\\n}
  text=${text//$'\t'/\\t}
  REPLY="\"${text//[[:cntrl:]]/ }\""
}

# json_add NAME TEXT: adds a member with a string to `json`.
json_add() {
  json_string "$2"
  json+=",\"$1\":$REPLY"
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
  STATUS_ENDED=${STATUS_ENDED:-$EPOCHREALTIME}
  ! declare -F tool_end >/dev/null || tool_end
  status_mount
  status_json "$rc" >"$FSXBENCH_OUT/status.json.part"
  mv "$FSXBENCH_OUT/status.json.part" "$FSXBENCH_OUT/status.json"
  # For scripts with telemetry.sh: the measurement is over.
  ! declare -F telemetry_ask >/dev/null || telemetry_ask "$rc"
  exit "$rc"
}

# status_mount: the mount of the target instance: one volume, or several below its folder.
status_mount() {
  local place=${FSXBENCH_ROOT:-}/volumes/${FSXBENCH_COPY:-}
  MOUNTS_BELOW=()
  mount_of "$STATUS_DATA"
  [[ -n ${FSXBENCH_COPY:-} && $STATUS_DATA == "$place"/* ]] || return 0
  mounts_below "$place"
  ((${#MOUNTS_BELOW[@]} == 0)) ||
    IFS=$'\t' read -r MOUNT_SOURCE MOUNT_TYPE MOUNT_OPTIONS _ <<<"${MOUNTS_BELOW[0]}"
}

# status_json CODE: prints status.json.
status_json() {
  local json='' text comma='' kernel=''
  read -r kernel </proc/sys/kernel/osrelease
  json_add host "$FSXBENCH_HOST"
  json_add role "$FSXBENCH_ROLE"
  json_add tool "$STATUS_TOOL"
  json_add version "$STATUS_VERSION"
  json+=',"argv":['
  for text in "${STATUS_ARGV[@]}"; do
    json_string "$text"
    json+=$comma$REPLY comma=,
  done
  json+="],\"rc\":$1,\"started\":$STATUS_STARTED,\"ended\":$STATUS_ENDED,\"startAt\":${FSXBENCH_START_AT:-null}"
  json_add kernel "$kernel"
  json+=',"mount":'
  mount_json "$MOUNT_SOURCE" "$MOUNT_TYPE" "$MOUNT_OPTIONS"
  mount_parameters
  mount_more
  json+='}'
  # Processes that run-script.sh could not end: commands of another attempt that ran concurrently.
  [[ -z ${FSXBENCH_OTHERS:-} ]] || fact others "$FSXBENCH_OTHERS"
  [[ ! -v FSXBENCH_SLOTS && ! -e ${FSXBENCH_ROOT:-}/slots.json ]] || slots_status
  json+=',"facts":{' comma=''
  for text in "${!STATUS_FACTS[@]}"; do
    json_string "$text"
    json+=$comma$REPLY: comma=,
    json_string "${STATUS_FACTS[$text]}"
    json+=$REPLY
  done
  printf '{%s}}\n' "${json#,}"
}

# --- fixtures of this host: slots.json, as workloads/fixtures writes it, one slot a line

SLOT_ORDER=()
declare -A SLOT_KEY=() SLOT_STATE=() SLOT_SINCE=() SLOT_STAYS=() SLOT_SURVIVES=() SLOT_NEEDS=() SLOT_DOWN=()
declare -A SLOT_SECONDS=() SLOT_LASTING=()

# slots_boot: sets REPLY to what identifies this boot of the machine; after a restart no fixture is set up.
slots_boot() {
  REPLY=''
  { read -r REPLY <"${FSXBENCH_PROC:-/proc}/sys/kernel/random/boot_id"; } 2>/dev/null || true
}

# slots_read: sets the arrays above, and REPLY; fails if the file is damaged. A service that no longer runs is dirty,
# regardless of the file.
# shellcheck disable=SC2034 # read by workloads/fixtures too
slots_read() {
  local line boot='' slot name='"([A-Za-z0-9._/-]+)"'
  local entry='"key":"([0-9a-f]{12})","state":"(standing|dirty)","since":([0-9]+[.][0-9]+)'
  entry+=',"stays":(true|false),"survives":(true|false),"needs":"([A-Za-z0-9._/ -]*)","down":"([0-9a-f]{64})"'
  entry+=',"seconds":([0-9]+),"lasting":"([A-Za-z0-9._ -]*)"'
  SLOT_ORDER=()
  [[ -e $FSXBENCH_ROOT/slots.json ]] || return 0
  slots_boot
  while IFS= read -r line; do
    if [[ $line =~ ^$name:\{$entry\},?$ ]]; then
      slot=${BASH_REMATCH[1]}
      SLOT_ORDER+=("$slot")
      SLOT_KEY[$slot]=${BASH_REMATCH[2]} SLOT_STATE[$slot]=${BASH_REMATCH[3]} SLOT_SINCE[$slot]=${BASH_REMATCH[4]}
      SLOT_STAYS[$slot]=${BASH_REMATCH[5]} SLOT_SURVIVES[$slot]=${BASH_REMATCH[6]}
      SLOT_NEEDS[$slot]=${BASH_REMATCH[7]} SLOT_DOWN[$slot]=${BASH_REMATCH[8]}
      SLOT_SECONDS[$slot]=${BASH_REMATCH[9]} SLOT_LASTING[$slot]=${BASH_REMATCH[10]}
      [[ $boot == "$REPLY" ]] && slot_lives "$slot" || SLOT_STATE[$slot]=dirty
    elif [[ $line =~ ^\{\"version\":1,\"boot\":\"([0-9a-f-]*)\",\"slots\":\{$ ]]; then
      boot=${BASH_REMATCH[1]}
    else
      [[ $line == '}}' ]] || return 1
    fi
  done <"$FSXBENCH_ROOT/slots.json"
}

# process_began PID: its start in clock ticks since boot, which distinguishes it from a later process with its number
# (proc(5), stat).
process_began() {
  local line='' fields
  { IFS= read -r line <"/proc/$1/stat"; } 2>/dev/null || return 0
  read -r -a fields <<<"${line##*) }"
  # A zombie has ended.
  [[ ${fields[0]} == Z ]] || printf '%s\n' "${fields[19]}"
}

# slot_lives SLOT: whether a service runs; other fixtures cannot end by themselves.
slot_lives() {
  local kind name began
  read -r kind name began <<<"${SLOT_LASTING[$1]}"
  case $kind in
    unit) systemctl is-active --quiet "$name" ;;
    starting) return 1 ;;
    process) [[ $(process_began "$name") == "$began" ]] ;;
  esac
}

# slots_wrong: sets REPLY to the differences from FSXBENCH_SLOTS (lines `<slot> <key> <role>,<role>…`), joined by `; `;
# empty if all match.
slots_wrong() {
  local slot key roles stated=' ' wrong=''
  while read -r slot key roles; do
    [[ ,$roles, == *,"$FSXBENCH_ROLE",* ]] || continue
    stated+="$slot "
    if [[ -z ${SLOT_KEY[$slot]:-} ]]; then
      wrong+="; $slot is missing"
    elif [[ ${SLOT_KEY[$slot]} != "$key" ]]; then
      wrong+="; $slot is ${SLOT_KEY[$slot]}, not $key"
    elif [[ ${SLOT_STATE[$slot]} != standing ]]; then
      wrong+="; $slot is not whole"
    fi
  done <<<"$FSXBENCH_SLOTS"
  for slot in "${SLOT_ORDER[@]}"; do
    [[ $stated == *" $slot "* || ${SLOT_STAYS[$slot]} == true ]] ||
      wrong+="; $slot is set, but not in the plan"
  done
  REPLY=${wrong#; }
}

# slots_check: refuses to measure if fixtures differ from the plan. Exit code 75: a retry may succeed.
slots_check() {
  if slots_read; then slots_wrong; else REPLY='slots.json cannot be read'; fi
  [[ -n $REPLY ]] || return 0
  fact wrongFixture "$REPLY"
  fact problem "fixtures differ from the plan: $REPLY"
  printf '%s\n' "${STATUS_FACTS[problem]}" >&2
  exit 75
}

# slots_status: adds the fixtures to `json`; null if they cannot be read.
slots_status() {
  local slot comma=''
  slots_read || { json+=',"slots":null' && return; }
  json+=',"slots":{'
  for slot in "${SLOT_ORDER[@]}"; do
    json+="$comma\"$slot\":{\"key\":\"${SLOT_KEY[$slot]}\",\"state\":\"${SLOT_STATE[$slot]}\""
    json+=",\"stays\":${SLOT_STAYS[$slot]}}" comma=,
  done
  json+='}'
}

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

# run_tool LIMIT OUT ERR ARGV...: runs a tool under a time limit of LIMIT seconds, and returns its exit code (124 or 137
# where the limit ended it). The tool stays in this script's process group: whoever kills the group kills it too.
run_tool() {
  local limit=$1 out=$2 err=$3 rc=0
  shift 3
  STATUS_ARGV=("$@")
  STATUS_STARTED=$(now)
  # --foreground: without it, timeout makes a process group of its own, and the tool would outlive ours.
  timeout --foreground --signal=INT --kill-after=10 "$limit" "$@" >"$out" 2>"$err" &
  STATUS_CHILD=$!
  wait "$STATUS_CHILD" || rc=$?
  STATUS_CHILD=''
  STATUS_ENDED=$(now)
  if ((rc == 124 || rc == 137)); then
    fact problem "$STATUS_TOOL did not end within its time limit of $limit s"
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
  mount_of "$STATUS_DATA"
  status_json "$rc" >"$FSXBENCH_OUT/status.json.part"
  mv "$FSXBENCH_OUT/status.json.part" "$FSXBENCH_OUT/status.json"
  exit "$rc"
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
  printf ',"kernel":%s,"mount":{"source":%s,"type":%s,"options":%s}' "$(json_string "$kernel")" \
    "$(json_string "$MOUNT_SOURCE")" "$(json_string "$MOUNT_TYPE")" "$(json_string "$MOUNT_OPTIONS")"
  # What run-script.sh could not end: commands of another attempt that ran beside this one.
  [[ -z ${FSXBENCH_OTHERS:-} ]] || fact others "$FSXBENCH_OTHERS"
  printf ',"facts":{'
  comma=''
  for name in "${!STATUS_FACTS[@]}"; do
    printf '%s%s:%s' "$comma" "$(json_string "$name")" "$(json_string "${STATUS_FACTS[$name]}")"
    comma=,
  done
  printf '}}\n'
}

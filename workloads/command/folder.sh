# shellcheck shell=bash
# Where the scripts of a spec run, and with which variables. Sourced by concatenation: functions only.
#   COMMAND_SCRIPT  text of the script, for bash, which ends at the first command that fails, or for what its first line
#                   `#!` names
#   COMMAND_ENV     more variables, a line NAME=VALUE each
#   COMMAND_LIMIT   seconds after which it is ended

# Of what a script prints so much is kept, from its end.
COMMAND_KEPT=1048576

# command_folder: of this host and this attempt, on the storage under test.
command_folder() { printf '%s\n' "$FSXBENCH_ROOT/volumes/$FSXBENCH_COPY/$FSXBENCH_HOST/command/$FSXBENCH_ATTEMPT"; }

# command_write: the script as a file of this host, and its variables.
command_write() {
  local line
  COMMAND_FILE=$FSXBENCH_OUT/script
  printf '%s\n' "$COMMAND_SCRIPT" >"$COMMAND_FILE"
  chmod 700 "$COMMAND_FILE"
  COMMAND_ARGV=(bash -e "$COMMAND_FILE")
  [[ $COMMAND_SCRIPT != '#!'* ]] || COMMAND_ARGV=("$COMMAND_FILE")
  # Ours are nobody's business, and a script that changes them must not change what we do.
  COMMAND_VARIABLES=(env -i "PATH=$PATH" "HOME=${HOME:-/root}" "LANG=C.UTF-8" "HOST_NAME=$FSXBENCH_HOST"
    "HOST_INDEX=${FSXBENCH_INDEX:-0}" "HOST_COUNT=$(hosts_of_role)" "OUT_DIR=$FSXBENCH_OUT/raw")
  while IFS= read -r line; do [[ -z $line ]] || COMMAND_VARIABLES+=("$line"); done <<<"$COMMAND_ENV"
}

# command_run FOLDER VARIABLE...: runs it there, with more variables; returns its exit code.
command_run() {
  local folder=$1 rc=0
  shift
  cd -- "$folder" || return
  # What a shell starts beside itself does not hear INT.
  # shellcheck disable=SC2034 # read by run_tool
  STATUS_SIGNAL=TERM
  run_tool "$COMMAND_LIMIT" "$FSXBENCH_OUT/raw/stdout.txt" "$FSXBENCH_OUT/raw/stderr.txt" \
    "${COMMAND_VARIABLES[@]}" "$@" "${COMMAND_ARGV[@]}" || rc=$?
  cd /
  # Variables may hold what nobody should read in results; the script stands in the plan.
  status_argv "${COMMAND_ARGV[@]##*/}"
  rm -f -- "$COMMAND_FILE"
  command_keep "$FSXBENCH_OUT/raw/stdout.txt"
  command_keep "$FSXBENCH_OUT/raw/stderr.txt"
  return "$rc"
}

# command_keep FILE: its end, where it is too long to be kept.
command_keep() {
  (($(file_bytes "$1") > COMMAND_KEPT)) || return 0
  tail -c "$COMMAND_KEPT" -- "$1" >"$1.end"
  mv -- "$1.end" "$1"
}

# command_problem WHAT RC: why it failed, of a script that was not ended by us.
command_problem() {
  local said
  [[ -z ${STATUS_FACTS[problem]:-} ]] || return 0
  said=$(tail -n 1 "$FSXBENCH_OUT/raw/stderr.txt")
  fact problem "$1 ended with exit code $2: ${said:-it said nothing about why}"
}

# shellcheck shell=bash
# Folder and environment of the scripts of a spec. Sourced by concatenation: functions only.
#   COMMAND_SCRIPT  text of the script, for bash (which stops at the first failing command), or for the interpreter
#                   in its `#!` line
#   COMMAND_ENV     more variables, one line NAME=VALUE each
#   COMMAND_LIMIT   seconds after which the script is stopped

# Bytes kept from the end of a script's output; while it runs, up to twice as many are on the disk.
COMMAND_KEPT=1048576
# Mark in the environment of all processes of the script, and of no others; empty while none runs.
COMMAND_MARK=''
# Working folder, without symbolic links.
COMMAND_FOLDER=''
COMMAND_READERS=()

# command_folder: folder of this host and attempt, on the storage under test.
command_folder() { printf '%s\n' "$FSXBENCH_ROOT/volumes/$FSXBENCH_COPY/$FSXBENCH_HOST/command/$FSXBENCH_ATTEMPT"; }

# command_write: writes the script and its variables to files of this host.
command_write() {
  local line
  COMMAND_FILE=$FSXBENCH_OUT/script
  printf '%s\n' "$COMMAND_SCRIPT" >"$COMMAND_FILE"
  chmod 700 "$COMMAND_FILE"
  COMMAND_ARGV=(bash -e "$COMMAND_FILE")
  [[ $COMMAND_SCRIPT != '#!'* ]] || COMMAND_ARGV=("$COMMAND_FILE")
  # Drop our variables: a script that changes them must not change what we do. Keep those that identify processes of a
  # host of this machine, for whatever has to end them.
  COMMAND_VARIABLES=(env -i "PATH=$PATH" "HOME=${HOME:-/root}" "LANG=C.UTF-8" "HOST_NAME=$FSXBENCH_HOST"
    "HOST_INDEX=${FSXBENCH_INDEX:-0}" "HOST_COUNT=$(hosts_of_role)" "OUT_DIR=$FSXBENCH_OUT/raw")
  # run-script.sh and we find the processes of the script by these.
  COMMAND_MARK=FSXBENCH_COMMAND=$FSXBENCH_ATTEMPT.$FSXBENCH_HOST.$$.$EPOCHREALTIME
  COMMAND_VARIABLES+=("$COMMAND_MARK" "FSXBENCH_DELIVERY=${FSXBENCH_DELIVERY:-}" "FSXBENCH_ROOT=$FSXBENCH_ROOT"
    "FSXBENCH_HOST_ID=${FSXBENCH_HOST_ID:-}")
  while IFS= read -r line; do [[ -z $line ]] || COMMAND_VARIABLES+=("$line"); done <<<"$COMMAND_ENV"
}

# command_run FOLDER VARIABLE...: runs the script there, with more variables; returns its exit code.
command_run() {
  local folder=$1 rc=0
  shift
  command_read stdout
  command_read stderr
  cd -P -- "$folder" || return
  COMMAND_FOLDER=$PWD
  # Background processes of a shell ignore INT.
  # shellcheck disable=SC2034 # read by run_tool
  STATUS_SIGNAL=TERM
  run_tool "$COMMAND_LIMIT" "$FSXBENCH_OUT/stdout.pipe" "$FSXBENCH_OUT/stderr.pipe" \
    "${COMMAND_VARIABLES[@]}" "$@" "${COMMAND_ARGV[@]}" || rc=$?
  cd /
  # Variables may be secret, so they stay out of the results; the plan has the script.
  status_argv "${COMMAND_ARGV[@]##*/}"
  rm -f -- "$COMMAND_FILE"
  tool_end
  return "$rc"
}

# command_read NAME: starts keeping the end of the script's output. It ends with the last writer and ignores signals
# before that, to keep last words. If it cannot write, it still reads, so that no writer dies of a full pipe.
command_read() {
  local file=$FSXBENCH_OUT/raw/$1.txt pipe=$FSXBENCH_OUT/$1.pipe
  mkfifo -- "$pipe"
  : >"$file"
  # shellcheck disable=SC2094 # writes to another file in that folder
  (
    trap '' TERM INT HUP
    command_copy "$pipe" 2>/dev/null && exit
    cat >/dev/null
    exit 1
  ) <"$pipe" &
  COMMAND_READERS+=($!)
}

# command_copy FILE: keeps the last bytes in FILE.before and FILE.more; fails if they cannot be written.
command_copy() {
  while stdbuf -o0 head -c "$COMMAND_KEPT" >"$1.more"; do
    (($(file_bytes "$1.more") == COMMAND_KEPT)) || return 0
    mv -- "$1.more" "$1.before" || return
  done
  return 1
}

# command_running: lists processes of the script.
command_running() {
  {
    grep -l -s -z -x -F -- "$COMMAND_MARK" /proc/[0-9]*/environ
    [[ -z $COMMAND_FOLDER ]] || command_strays
  } | tr -c '0-9\n' ' ' | awk '!seen[$1]++ { print $1 }' || true
}

# command_strays: lists processes that cleared their environment. Every process that holds the pipes of the script's
# output belongs to it. A process that works in its folder, or has files there open for writing, belongs to it if it
# started after us, has no terminal (nor have its descendants), and carries no mark of another attempt or host: the rule
# of `lib/local/processes.ts`.
command_strays() {
  local out place found pid able
  out=$(command_pattern "$(cd -P -- "$FSXBENCH_OUT" && pwd)") place=$(command_pattern "$COMMAND_FOLDER")
  local links=(/proc/[0-9]*/cwd /proc/[0-9]*/root)
  # Processes that store results also have these files open.
  [[ $COMMAND_FOLDER == */raw ]] || links+=(/proc/[0-9]*/fd)
  find /proc/[0-9]*/fd -maxdepth 1 -perm /200 -lname "$out/std???.pipe" -printf '%h\n' 2>/dev/null || true
  found=$(find "${links[@]}" -maxdepth 1 -perm /200 \
    \( -lname "$place" -o -lname "$place (deleted)" -o -lname "$place/*" \) -print 2>/dev/null |
    cut -d / -f 3 | sort -u) || true
  [[ -n $found ]] || return 0
  able=$(command_unattended "$(process_began "$$")")
  while read -r pid; do
    [[ $'\n'$able$'\n' != *$'\n'$pid$'\n'* ]] || ! command_ours "$pid" || printf '/proc/%s\n' "$pid"
  done <<<"$found"
}

# command_unattended BEGAN: lists processes that began then or later, except those with a terminal, this shell, and its
# ancestors.
command_unattended() {
  local stat line fields
  for stat in /proc/[0-9]*/stat; do
    line=''
    { IFS= read -r -d '' line <"$stat"; } 2>/dev/null || [[ -n $line ]] || continue
    read -r -a fields <<<"${line##*) }"
    printf '%s %s %s %s\n' "${line%% *}" "${fields[1]}" "${fields[4]}" "${fields[19]}"
  done | awk -v self="$$" -v began="$1" '
    { parent[$1] = $2; start[$1] = $4 }
    $3 != 0 || $1 == self { attended[$1] }
    END {
      for (pid in attended) for (at = pid; at in parent && !(at in above); at = parent[at]) above[at]
      for (pid in parent) if (!(pid in above) && start[pid] + 0 >= began + 0) print pid
    }'
}

# command_ours PID: whether it carries no mark of another attempt or host. Marks of hosts that are gone do not count.
command_ours() {
  local setting
  while IFS= read -r -d '' setting; do
    case $setting in
      FSXBENCH_COMMAND=?*) [[ $setting == "$COMMAND_MARK" ]] || return 1 ;;
      FSXBENCH_DELIVERY=?*) [[ $setting == "FSXBENCH_DELIVERY=${FSXBENCH_DELIVERY:-}" ]] || return 1 ;;
      FSXBENCH_ROOT=?*) [[ $setting == "FSXBENCH_ROOT=$FSXBENCH_ROOT" || ! -e ${setting#*=} ]] || return 1 ;;
    esac
  done 2>/dev/null <"/proc/$1/environ" || return 1
}

# command_pattern TEXT: escapes a text as a pattern.
command_pattern() { printf '%s' "$1" | sed 's/[][*?\\]/\\&/g'; }

# tool_end: ends what the script left running, also in other sessions, and assembles its output.
# shellcheck disable=SC2317 # called by status_end too
tool_end() {
  local found pid names='' name round
  [[ -n $COMMAND_MARK ]] || return 0
  # Leave the script's folder first.
  cd /
  for ((round = 0; round < 50; round++)); do
    found=$(command_running)
    [[ -n $found ]] || break
    if ((round == 0)); then
      while read -r pid; do
        { read -r name <"/proc/$pid/comm"; } 2>/dev/null && names+="${names:+, }$name"
      done <<<"$found"
    fi
    # One second for last words first.
    xargs kill -"$( ((round < 10)) && echo TERM || echo KILL)" <<<"$found" 2>/dev/null || true
    sleep 0.1
  done
  COMMAND_MARK=''
  [[ -z $names ]] || fact leftRunning "the script left these running, which were ended: ${names:0:200}"
  command_join stdout
  command_join stderr
}

# command_join NAME: does not wait for a process that cleared its environment and keeps the pipe open.
# shellcheck disable=SC2317
command_join() {
  local file=$FSXBENCH_OUT/raw/$1.txt pipe=$FSXBENCH_OUT/$1.pipe round rc=0
  # It ended before the script began.
  [[ -n ${COMMAND_READERS[0]:-} ]] || return 0
  for ((round = 0; round < 20; round++)); do
    kill -0 "${COMMAND_READERS[0]}" 2>/dev/null || break
    sleep 0.05
  done
  kill -KILL "${COMMAND_READERS[0]}" 2>/dev/null || true
  wait "${COMMAND_READERS[0]}" 2>/dev/null || rc=$?
  COMMAND_READERS=("${COMMAND_READERS[@]:1}")
  # A script may have removed its folder.
  [[ -d ${file%/*} ]] || mkdir -p -- "${file%/*}" || return 0
  { cat -- "$pipe.before" "$pipe.more" 2>/dev/null || true; } | tail -c "$COMMAND_KEPT" 2>/dev/null >"$file" || rc=1
  ((rc != 1)) || fact outputLost "${STATUS_FACTS[outputLost]:+${STATUS_FACTS[outputLost]}, }$1"
  rm -f -- "$pipe" "$pipe.before" "$pipe.more"
}

# command_keep FILE: keeps only its end if it is too long.
command_keep() {
  (($(file_bytes "$1") > COMMAND_KEPT)) || return 0
  tail -c "$COMMAND_KEPT" -- "$1" >"$1.end"
  mv -- "$1.end" "$1"
}

# command_full: prints the full disk, of the results or under test; nothing if there is room.
command_full() {
  local place free
  for place in "$FSXBENCH_OUT" "${COMMAND_FOLDER:-$FSXBENCH_OUT}"; do
    free=$(timeout --foreground 5 df --block-size=1 --output=avail -- "$place" 2>/dev/null | tail -n 1) || continue
    ((${free:-COMMAND_KEPT} >= COMMAND_KEPT)) || { printf '%s\n' "$place" && return; }
  done
}

# command_problem WHAT RC: why the script failed, unless we ended it. Call it before its folder is removed.
command_problem() {
  local said full
  [[ -z ${STATUS_FACTS[problem]:-} ]] || return 0
  said=$(last_words "$FSXBENCH_OUT/raw/stderr.txt") full=$(command_full)
  [[ -z $full ]] || said="${said:+$said; }the disk of $full was full"
  fact problem "$1 ended with exit code $2: ${said:-it printed no reason}"
}

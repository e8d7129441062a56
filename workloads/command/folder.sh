# shellcheck shell=bash
# Where the scripts of a spec run, and with which variables. Sourced by concatenation: functions only.
#   COMMAND_SCRIPT  text of the script, for bash, which ends at the first command that fails, or for what its first line
#                   `#!` names
#   COMMAND_ENV     more variables, a line NAME=VALUE each
#   COMMAND_LIMIT   seconds after which it is ended

# Of what a script prints so much is kept, from its end; twice as much is on the disk while it runs.
COMMAND_KEPT=1048576
# What all processes of the script carry in their environment, and nobody else; empty while none runs.
COMMAND_MARK=''
# Where it runs, without symbolic links.
COMMAND_FOLDER=''
COMMAND_READERS=()

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
  # Ours are nobody's business, and a script that changes them must not change what we do; but for what processes of a
  # host of this machine are known by, whoever is left to end them.
  COMMAND_VARIABLES=(env -i "PATH=$PATH" "HOME=${HOME:-/root}" "LANG=C.UTF-8" "HOST_NAME=$FSXBENCH_HOST"
    "HOST_INDEX=${FSXBENCH_INDEX:-0}" "HOST_COUNT=$(hosts_of_role)" "OUT_DIR=$FSXBENCH_OUT/raw")
  # By these run-script.sh and we find what it has started.
  COMMAND_MARK=FSXBENCH_COMMAND=$FSXBENCH_ATTEMPT.$FSXBENCH_HOST.$$.$(now)
  COMMAND_VARIABLES+=("$COMMAND_MARK" "FSXBENCH_DELIVERY=${FSXBENCH_DELIVERY:-}" "FSXBENCH_ROOT=$FSXBENCH_ROOT"
    "FSXBENCH_HOST_ID=${FSXBENCH_HOST_ID:-}")
  while IFS= read -r line; do [[ -z $line ]] || COMMAND_VARIABLES+=("$line"); done <<<"$COMMAND_ENV"
}

# command_run FOLDER VARIABLE...: runs it there, with more variables; returns its exit code.
command_run() {
  local folder=$1 rc=0
  shift
  command_read stdout
  command_read stderr
  cd -P -- "$folder" || return
  COMMAND_FOLDER=$PWD
  # What a shell starts beside itself does not hear INT.
  # shellcheck disable=SC2034 # read by run_tool
  STATUS_SIGNAL=TERM
  run_tool "$COMMAND_LIMIT" "$FSXBENCH_OUT/stdout.pipe" "$FSXBENCH_OUT/stderr.pipe" \
    "${COMMAND_VARIABLES[@]}" "$@" "${COMMAND_ARGV[@]}" || rc=$?
  cd /
  # Variables may hold what nobody should read in results; the script stands in the plan.
  status_argv "${COMMAND_ARGV[@]##*/}"
  rm -f -- "$COMMAND_FILE"
  tool_end
  return "$rc"
}

# command_read NAME: begins to keep the end of what the script prints. It ends with the last who can print, and hears no
# signal before: last words count. Where nothing more can be kept, it reads all the same: nobody is to die of that.
command_read() {
  local file=$FSXBENCH_OUT/raw/$1.txt pipe=$FSXBENCH_OUT/$1.pipe
  mkfifo -- "$pipe"
  : >"$file"
  # shellcheck disable=SC2094 # it writes beside it
  (
    trap '' TERM INT HUP
    command_copy "$pipe" 2>/dev/null && exit
    cat >/dev/null
    exit 1
  ) <"$pipe" &
  COMMAND_READERS+=($!)
}

# command_copy FILE: the last bytes in FILE.before and FILE.more; fails where they cannot be written.
command_copy() {
  while stdbuf -o0 head -c "$COMMAND_KEPT" >"$1.more"; do
    (($(file_bytes "$1.more") == COMMAND_KEPT)) || return 0
    mv -- "$1.more" "$1.before" || return
  done
  return 1
}

# command_running: processes of the script.
command_running() {
  {
    grep -l -s -z -x -F -- "$COMMAND_MARK" /proc/[0-9]*/environ
    [[ -z $COMMAND_FOLDER ]] || command_strays
  } | tr -c '0-9\n' ' ' | awk '!seen[$1]++ { print $1 }' || true
}

# command_strays: those that have cleared their environment, each by itself. Whoever holds the pipes that we made for
# its output is of it. Of those that work in its folder, or hold files there open for writing, who began after us, has
# no terminal, nor anyone below it, and carries no mark of another attempt or host: the rule of
# `lib/local/strays.ts`.
command_strays() {
  local out place found pid able
  out=$(command_pattern "$(cd -P -- "$FSXBENCH_OUT" && pwd)") place=$(command_pattern "$COMMAND_FOLDER")
  local links=(/proc/[0-9]*/cwd /proc/[0-9]*/root)
  # Files of results are also held by whoever stores them.
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

# command_unattended BEGAN: processes that began then or later, but for those with a terminal, this shell, and all above
# them.
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

# command_ours PID: it carries no mark of another attempt or host. Nobody's are those of a host that is gone.
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

# command_pattern TEXT: as a pattern that means it.
command_pattern() { printf '%s' "$1" | sed 's/[][*?\\]/\\&/g'; }

# tool_end: ends what the script has left running, also in sessions of its own, and puts together what it printed.
# shellcheck disable=SC2317 # called by status_end too
tool_end() {
  local found pid names='' name round
  [[ -n $COMMAND_MARK ]] || return 0
  # We ourselves work in no folder of the script.
  cd /
  for ((round = 0; round < 50; round++)); do
    found=$(command_running)
    [[ -n $found ]] || break
    if ((round == 0)); then
      while read -r pid; do
        { read -r name <"/proc/$pid/comm"; } 2>/dev/null && names+="${names:+, }$name"
      done <<<"$found"
    fi
    # First a second for last words.
    xargs kill -"$( ((round < 10)) && echo TERM || echo KILL)" <<<"$found" 2>/dev/null || true
    sleep 0.1
  done
  COMMAND_MARK=''
  [[ -z $names ]] || fact leftRunning "the script left these running, which were ended: ${names:0:200}"
  command_join stdout
  command_join stderr
}

# command_join NAME: where somebody who left its environment behind keeps the pipe open, he is not waited for.
# shellcheck disable=SC2317
command_join() {
  local file=$FSXBENCH_OUT/raw/$1.txt pipe=$FSXBENCH_OUT/$1.pipe round rc=0
  # Ended before the script was begun.
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

# command_keep FILE: its end, where it is too long to be kept.
command_keep() {
  (($(file_bytes "$1") > COMMAND_KEPT)) || return 0
  tail -c "$COMMAND_KEPT" -- "$1" >"$1.end"
  mv -- "$1.end" "$1"
}

# command_full: the disk that is full, of the results or under test; nothing where there is room.
command_full() {
  local place free
  for place in "$FSXBENCH_OUT" "${COMMAND_FOLDER:-$FSXBENCH_OUT}"; do
    free=$(timeout --foreground 5 df --block-size=1 --output=avail -- "$place" 2>/dev/null | tail -n 1) || continue
    ((${free:-COMMAND_KEPT} >= COMMAND_KEPT)) || { printf '%s\n' "$place" && return; }
  done
}

# command_problem WHAT RC: why it failed, of a script that was not ended by us. Before its folder is removed.
command_problem() {
  local said full
  [[ -z ${STATUS_FACTS[problem]:-} ]] || return 0
  said=$(last_words "$FSXBENCH_OUT/raw/stderr.txt") full=$(command_full)
  [[ -z $full ]] || said="${said:+$said; }the disk of $full was full"
  fact problem "$1 ended with exit code $2: ${said:-it said nothing about why}"
}

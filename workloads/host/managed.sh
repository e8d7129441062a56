# shellcheck shell=bash
# Preamble of each command on a managed host, which fsxbench did not boot: installs the wrapper that runs commands,
# and the timer that cleans the host when the lease ends. Nothing in this file shuts the host down.
#
# In: FSXBENCH_EXECUTION   execution that holds the lease
#     FSXBENCH_EXPIRES_AT  epoch seconds at which the lease ends, and the host cleans itself
#     FSXBENCH_BUCKET      name of the results bucket
#     FSXBENCH_WRAPPER     this file
#     FSXBENCH_STEP        `clean`: the last command of a rig
#     FSXBENCH_ISSUED_AT   epoch milliseconds at which the command was sent
# Followed by the scripts that this file stores (`store_script NAME`), and by `managed_main`.
set -uo pipefail
export LC_ALL=C.UTF-8
export FSXBENCH_ROOT=${FSXBENCH_ROOT:-/var/lib/fsxbench}
MANAGED_UNIT=fsxbench-clean
# host-command.asl.yaml: the last stop check is at most 120 s old, retries wait 61 s, calls 60 s, delivery 120 s.
readonly MANAGED_LATE_SECONDS=400
readonly MANAGED_WAIT_SECONDS=3600 # for another command's arrival, which may remove a folder of a store first
MANAGED_CHILD=''

# managed_fail MESSAGE: prints a message and exits.
managed_fail() {
  printf 'fsxbench: %s\n' "$1" >&2
  exit 90
}

# managed_gate: one command at a time starts. The previous command may have been the last, and removed the folder.
managed_gate() {
  while :; do
    mkdir -p -- "$FSXBENCH_ROOT/bin" "$FSXBENCH_ROOT/volumes" ||
      managed_fail "cannot create folders below $FSXBENCH_ROOT: commands must run as root"
    exec {MANAGED_GATE}>>"$FSXBENCH_ROOT/arrival" || managed_fail "cannot write below $FSXBENCH_ROOT"
    flock -w "$MANAGED_WAIT_SECONDS" "$MANAGED_GATE" || managed_fail 'another command did not finish its setup in time'
    [[ ! "$FSXBENCH_ROOT/arrival" -ef "/proc/$$/fd/$MANAGED_GATE" ]] || return 0
    exec {MANAGED_GATE}>&-
  done
}

# managed_timer: cleans when the lease ends. Without systemd a background process waits. If a restart stops the
# process, the next lease cleans the host.
managed_timer() {
  local left=$((FSXBENCH_EXPIRES_AT - $(date +%s)))
  if ((left <= 0)); then
    [[ ${FSXBENCH_STEP:-} == clean ]] || managed_fail 'the lease of this host has expired'
    return 0
  fi
  if [[ -d ${FSXBENCH_SYSTEMD:-/run/systemd/system} ]] && systemd-run --quiet --collect --unit="$MANAGED_UNIT" \
    --on-active="${left}s" --timer-property=AccuracySec=1s \
    /bin/bash "$FSXBENCH_ROOT/bin/clean.sh" expired; then
    echo unit >"$FSXBENCH_ROOT/timer"
    return 0
  fi
  command -v setsid >/dev/null || managed_fail 'neither systemd-run nor setsid can set the timer of the lease'
  # shellcheck disable=SC2016 # its own arguments
  FSXBENCH_TIMER=$FSXBENCH_ROOT setsid bash -c 'sleep "$1"; exec bash "$2" expired' "$MANAGED_UNIT" "$left" \
    "$FSXBENCH_ROOT/bin/clean.sh" </dev/null >/dev/null 2>&1 {MANAGED_GATE}>&- &
  echo "process $!" >"$FSXBENCH_ROOT/timer"
}

# managed_held: sets HELD to the execution that holds the host, empty if none does; for another deployment with its
# bucket, so that names cannot be confused.
managed_held() {
  local bucket=''
  HELD=''
  { read -r HELD <"$FSXBENCH_ROOT/execution"; } 2>/dev/null
  { read -r bucket <"$FSXBENCH_ROOT/bucket"; } 2>/dev/null
  [[ -z $HELD || $bucket == "${FSXBENCH_BUCKET:-}" ]] || HELD+=" of another deployment (bucket $bucket)"
}

# managed_check_lease: fails if an execution of another deployment holds the host: its lease is in a bucket we cannot
# read, and we must not stop its work. After that lease only leftovers remain.
managed_check_lease() {
  local until=0
  [[ $HELD == *' of another '* ]] || return 0
  { read -r until <"$FSXBENCH_ROOT/expires"; } 2>/dev/null
  [[ $until =~ ^[0-9]+$ ]] && ((until > $(date +%s))) || return 0
  # Nothing of this deployment exists here.
  [[ ${FSXBENCH_STEP:-} != clean ]] || exit 0
  managed_fail "execution $HELD holds this host until $(date -u -d "@$until" +%FT%TZ)"
}

# managed_late SECONDS: fails if the first command of an execution is older than the longest wait: it was delayed, and
# the host may have been cleaned and returned meanwhile.
managed_late() {
  (($1 <= MANAGED_LATE_SECONDS)) || [[ ${FSXBENCH_STEP:-} == clean ]] ||
    managed_fail "this command was sent $1 s ago, which is too late"
}

# managed_arrive: removes leftovers of an earlier execution, stores the scripts, and sets the timer.
managed_arrive() {
  local HELD age=0
  [[ ! ${FSXBENCH_ISSUED_AT:-} =~ ^[0-9]+$ ]] || age=$(($(date +%s) - FSXBENCH_ISSUED_AT / 1000))
  managed_gate
  managed_held
  managed_check_lease
  [[ $HELD == "$FSXBENCH_EXECUTION" ]] || managed_late "$age"
  if [[ -n $HELD && $HELD != "$FSXBENCH_EXECUTION" ]]; then
    FSXBENCH_ARRIVAL=$MANAGED_GATE bash "$FSXBENCH_ROOT/bin/clean.sh" away >&2 ||
      managed_fail "cannot remove the data of execution $HELD from this host"
    exec {MANAGED_GATE}>&-
    HELD=''
    managed_gate
  fi
  if [[ $HELD != "$FSXBENCH_EXECUTION" ]]; then
    managed_keep || managed_fail "cannot write below $FSXBENCH_ROOT"
    printf '%s\n' "${FSXBENCH_BUCKET:-}" >"$FSXBENCH_ROOT/bucket"
    managed_timer
    printf '%s\n' "$FSXBENCH_EXPIRES_AT" >"$FSXBENCH_ROOT/expires"
    printf '%s\n' "$FSXBENCH_EXECUTION" >"$FSXBENCH_ROOT/execution" || managed_fail "cannot write below $FSXBENCH_ROOT"
  fi
  exec {MANAGED_GATE}>&-
}

# store_script NAME: stores a script from standard input atomically.
store_script() { cat >"$FSXBENCH_ROOT/bin/$1.part" && mv -- "$FSXBENCH_ROOT/bin/$1.part" "$FSXBENCH_ROOT/bin/$1"; }

managed_signal() { [[ -z $MANAGED_CHILD ]] || kill "-$1" "$MANAGED_CHILD" 2>/dev/null; }

# managed_main: arrives, runs the command, and removes everything after the last one.
managed_main() {
  local code
  # Bash has read the fetched file, so the file is not needed any more.
  rm -f -- "${FSXBENCH_WRAPPER:-}"
  managed_arrive
  trap 'managed_signal TERM' TERM
  trap 'managed_signal INT' INT
  bash "$FSXBENCH_ROOT/bin/run-script.sh" &
  MANAGED_CHILD=$!
  until wait "$MANAGED_CHILD"; code=$?; ! kill -0 "$MANAGED_CHILD" 2>/dev/null; do :; done
  # The command removed all fixtures; its results are stored, or cannot be stored.
  if [[ -e $FSXBENCH_ROOT/leave ]]; then
    bash "$FSXBENCH_ROOT/bin/clean.sh" away
    code=$?
  fi
  exit "$code"
}

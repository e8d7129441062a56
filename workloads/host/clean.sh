# shellcheck shell=bash disable=SC2153,SC2154 # arrays of shell/status.sh
# Removes all that an execution put on a managed host: services, mounts, folders, the timer of its lease. It never ends
# the host, and removes nothing that is mounted. Sourced by concatenation, after fixtures/apply.sh.
#
# Argument: `take` (the command of a teardown: the host's own folder stays until its results are stored), `away` (all of
# it), `expired` (the same, by the timer).
# The folder stays if anything cannot be taken down, so that the next command can retry.

export FSXBENCH_LEAVING=1

# clean_running: ends the processes of all attempts, except the current command.
clean_running() {
  local file pid delivery own=${FSXBENCH_DELIVERY:-}
  for file in "$FSXBENCH_ROOT"/running/[0-9]*; do
    [[ -e $file ]] || continue
    pid=${file##*/}
    [[ $pid != "${own%%.*}" ]] || continue
    kill -TERM "$pid" 2>/dev/null || true
    delivery=$(grep -l -s -z -F "FSXBENCH_DELIVERY=$pid." /proc/[0-9]*/environ | tr -dc '0-9\n')
    [[ -z $delivery ]] || xargs kill -KILL <<<"$delivery" 2>/dev/null || true
    rm -f -- "$file"
  done
}

# clean_slots: takes down all fixtures, each before what it needs.
clean_slots() {
  local slot
  [[ -e $FSXBENCH_ROOT/slots.json ]] || return 0
  fixtures_lock
  GOING=' '
  for slot in "${SLOT_ORDER[@]}"; do GOING+="$slot "; done
  fixtures_down
  fixtures_unlock
}

# clean_timer: stops the timer, but not a process that it has started.
clean_timer() {
  local kind='' pid=''
  { read -r kind pid <"$FSXBENCH_ROOT/timer"; } 2>/dev/null || true
  case $kind in
    unit) as_root systemctl stop fsxbench-clean.timer 2>/dev/null || true ;;
    process)
      # Another process may have this number by now: its environment identifies it.
      [[ $pid == "$$" ]] || ! grep -q -s -z -x -F "FSXBENCH_TIMER=$FSXBENCH_ROOT" "/proc/$pid/environ" ||
        kill -KILL -- "-$pid" 2>/dev/null || true
      ;;
  esac
}

# clean_take: removes everything except the folder.
clean_take() {
  clean_running
  clean_slots
  mounts_below "$FSXBENCH_ROOT"
  ((${#MOUNTS_BELOW[@]} == 0)) || fail "${MOUNTS_BELOW[0]##*$'\t'} is mounted still"
}

# clean_away: removes the rest, i.e. the folder.
clean_away() {
  clean_timer
  # shellcheck disable=SC2034 # of shell/remove.sh
  REMOVE_BY=(as_root)
  remove_tree "$FSXBENCH_ROOT" || {
    printf 'fsxbench: %s cannot be removed: %s\n' "$FSXBENCH_ROOT" "$REMOVE_WHY" >&2
    exit 1
  }
}

# clean_alone: called by the timer, or before another execution; it takes the parameters of the last command.
clean_alone() {
  local last=''
  [[ -d $FSXBENCH_ROOT ]] || exit 0
  [[ -e $FSXBENCH_ROOT/leave ]] || {
    last=$(find "$FSXBENCH_ROOT/attempts" -name endpoints -printf '%T@ %p\n' 2>/dev/null | sort -n | tail -n 1)
    export FSXBENCH_ENDPOINTS=${last#* } FSXBENCH_OUT=$FSXBENCH_ROOT/cleaning FSXBENCH_ATTEMPT=clean
    export FSXBENCH_HOST=${FSXBENCH_HOST:-managed} FSXBENCH_ROLE=${FSXBENCH_ROLE:-managed}
    mkdir -p -- "$FSXBENCH_OUT/raw"
    # The function below handles the exit; its status is never read and goes with the folder.
    (status_begin clean "$FSXBENCH_ROOT" && clean_take) || exit 1
  }
  clean_away
}

# shellcheck shell=bash
# Isolates a trial from data of an earlier one in host memory: pending writes, and cached reads. Called before the
# barrier. Sourced by concatenation: functions only.
#   FSXBENCH_PROC  /proc; another folder only in tests

# settle: flushes dirty data of the volumes of this rig and drops their caches; records in the facts `synced` and
# `caches` what was done, or why not. It stops in time for the agreed instant, as a late host would spoil the
# measurement of all.
settle() {
  local ends name slow=''
  local -A syncing=()
  settle_until
  settle_begin
  for name in "${!syncing[@]}"; do settle_wait "${syncing[$name]}" "$ends" || slow+=" $name"; done
  if [[ -z $slow ]]; then
    fact synced yes
  else
    fact synced "not in time, or not at all:$slow"
    fact stillToWriteBytes "$(settle_pending)"
  fi
  settle_caches
  # The next trials need all of the time before their start, too (evidence_from).
  [[ -z $slow || -z ${FSXBENCH_START_AT:-} ]] || fact spareSeconds 0
}

# settle_until: sets `ends`, in microseconds: 15 s from now, or 2 s on one machine, whose hosts have little to write;
# with other hosts, early enough before the agreed instant to start the tool.
settle_until() {
  local begun limit=15000000 room=3000000 latest
  begun=${EPOCHREALTIME/./}
  [[ -z ${FSXBENCH_LOCAL:-} ]] || limit=2000000 room=300000
  ends=$((begun + limit))
  [[ -n ${FSXBENCH_START_AT:-} ]] && (($(hosts_of_role) > 1)) || return 0
  microseconds "$FSXBENCH_START_AT"
  latest=$((REPLY - room))
  ((latest >= ends)) || ends=$((latest > begun + 100000 ? latest : begun + 100000))
}

# settle_begin: starts flushing each volume, and records the process in `syncing`. Only its file system: other file
# systems of the machine are left alone. It does not access folders before: a server that does not answer would block. A
# target instance that was left (fixtures_leave) is skipped: a stuck mount would block each trial of the others.
settle_begin() {
  local root target entry
  resolve_folder "$FSXBENCH_ROOT/volumes" || return 0
  root=$REPLY
  while read -r _ target _; do
    printf -v target '%b' "${target//\\/\\0}"
    # Several volumes of a target instance are below its folder.
    [[ $target != "$root"/* ]] || syncing[${target#"$root"/}]=''
  done <"${FSXBENCH_PROC:-/proc}/self/mounts"
  # A place that is no mount is a link to a folder of this machine.
  for entry in "$root"/*; do
    [[ -v syncing[${entry##*/}] || ! -L $entry ]] || syncing[${entry##*/}]=''
  done
  for entry in "${!syncing[@]}"; do
    [[ ! -e $FSXBENCH_ROOT/left/${entry%%/*} ]] || { unset "syncing[$entry]" && continue; }
    sync -f -- "$root/$entry/" >/dev/null 2>&1 &
    syncing[$entry]=$!
  done
}

# settle_wait PID ENDS: waits until it has ended, or the time is over; fails unless it succeeded. A process that waits
# for a device cannot be killed, so it must not be waited for.
settle_wait() {
  while kill -0 "$1" 2>/dev/null && ((${EPOCHREALTIME/./} < $2)); do sleep 0.01; done
  if kill -0 "$1" 2>/dev/null; then
    kill -KILL "$1" 2>/dev/null || true
    return 1
  fi
  wait "$1"
}

# settle_pending: bytes that the kernel has still to write, to any storage.
settle_pending() {
  local name amount sum=0
  while read -r name amount _; do
    case $name in
      Dirty: | Writeback: | NFS_Unstable:) sum=$((sum + amount * 1024)) ;;
    esac
  done <"${FSXBENCH_PROC:-/proc}/meminfo"
  printf '%s\n' "$sum"
}

# settle_caches: drops them, and reports the result. On a laptop we must not drop all caches, and only root can.
settle_caches() {
  local file=${FSXBENCH_PROC:-/proc}/sys/vm/drop_caches began
  if [[ -n ${FSXBENCH_LOCAL:-} ]]; then
    fact caches 'kept: a host on this machine drops only those of the files that it measures'
  elif [[ ! -w $file ]]; then
    fact caches 'kept: only root may drop them'
  else
    began=${EPOCHREALTIME/./}
    { printf '3\n' >"$file" && settle_locks; } >/dev/null 2>&1 &
    if settle_wait "$!" "$ends"; then
      fact caches dropped
    elif ((${EPOCHREALTIME/./} >= ends)); then
      seconds "$((ends > began ? ends - began : 0))"
      fact caches "kept: they were not dropped within $REPLY s"
    else
      fact caches 'kept: the kernel refused to drop them'
    fi
  fi
}

# settle_locks: drops Lustre locks, with which Lustre keeps cached pages.
settle_locks() {
  ! command -v lctl >/dev/null || lctl set_param -n 'ldlm.namespaces.*osc*.lru_size=clear' || true
}

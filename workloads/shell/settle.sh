# shellcheck shell=bash
# What an earlier trial left in the memory of a host must not reach into the next one: neither writes that are still
# to be made, nor reads that are answered from a cache. Called before the barrier. Sourced by concatenation: functions
# only.
#   FSXBENCH_PROC  where the kernel tells of itself; another folder than /proc only in tests

# settle: writes out what this host holds back for the volumes of its rig, and forgets what it holds of them; notes in
# the facts `synced` and `caches` what was done, and where it could not be done, why. It is given up in time for the
# agreed instant: a host that is late for the others has measured for nothing.
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
    fact stillToWriteBytes "$(settle_left)"
  fi
  settle_caches
}

# settle_until: sets `ends`, in microseconds: 15 s from now, or 2 s on one machine, whose hosts have little to write;
# and where others start with this host, so long before the agreed instant that the tool can be started.
settle_until() {
  local begun limit=15000000 room=3000000 latest
  begun=$(microseconds "$(now)")
  [[ -z ${FSXBENCH_LOCAL:-} ]] || limit=2000000 room=300000
  ends=$((begun + limit))
  [[ -n ${FSXBENCH_START_AT:-} ]] && (($(hosts_of_role) > 1)) || return 0
  latest=$(($(microseconds "$FSXBENCH_START_AT") - room))
  ((latest >= ends)) || ends=$((latest > begun + 100000 ? latest : begun + 100000))
}

# settle_begin: begins to write out each volume, and notes by whom in `syncing`. Only its file system: others of the
# machine are nobody's business. Nothing looks at the folders before: that of a server that does not answer hangs.
# A copy that was left (fixtures_leave) has none any more: what could not be unmounted would hold each trial of others.
settle_begin() {
  local root target entry
  root=$(cd -P -- "$FSXBENCH_ROOT/volumes" 2>/dev/null && pwd) || return 0
  while read -r _ target _; do
    printf -v target '%b' "${target//\\/\\0}"
    # Several volumes of a copy lie below its place.
    [[ $target != "$root"/* ]] || syncing[${target#"$root"/}]=''
  done <"${FSXBENCH_PROC:-/proc}/self/mounts"
  # What is not mounted is a link to a folder of this machine.
  for entry in "$root"/*; do
    [[ -v syncing[${entry##*/}] || ! -L $entry ]] || syncing[${entry##*/}]=''
  done
  for entry in "${!syncing[@]}"; do
    [[ ! -e $FSXBENCH_ROOT/left/${entry%%/*} ]] || { unset "syncing[$entry]" && continue; }
    sync -f -- "$root/$entry/" >/dev/null 2>&1 &
    syncing[$entry]=$!
  done
}

# settle_wait PID ENDS: until it has ended, or the time is over; fails where it did not end well. What waits for a
# device cannot be ended, and so must not be waited for.
settle_wait() {
  while kill -0 "$1" 2>/dev/null && (($(microseconds "$(now)") < $2)); do sleep 0.01; done
  if kill -0 "$1" 2>/dev/null; then
    kill -KILL "$1" 2>/dev/null || true
    return 1
  fi
  wait "$1"
}

# settle_left: bytes that the kernel has still to write, to whatever storage.
settle_left() {
  local name amount sum=0
  while read -r name amount _; do
    case $name in
      Dirty: | Writeback: | NFS_Unstable:) sum=$((sum + amount * 1024)) ;;
    esac
  done <"${FSXBENCH_PROC:-/proc}/meminfo"
  printf '%s\n' "$sum"
}

# settle_caches: drops them, and says what came of it. On a laptop all caches are not ours to drop, and only root may.
settle_caches() {
  local file=${FSXBENCH_PROC:-/proc}/sys/vm/drop_caches began
  if [[ -n ${FSXBENCH_LOCAL:-} ]]; then
    fact caches 'kept: a host on this machine drops only those of the files that it measures'
  elif [[ ! -w $file ]]; then
    fact caches 'kept: only root may drop them'
  else
    began=$(microseconds "$(now)")
    { printf '3\n' >"$file" && settle_locks; } >/dev/null 2>&1 &
    if settle_wait "$!" "$ends"; then
      fact caches dropped
    elif (($(microseconds "$(now)") >= ends)); then
      fact caches "kept: they were not dropped within $(seconds "$((ends > began ? ends - began : 0))") s"
    else
      fact caches 'kept: the kernel refused to drop them'
    fi
  fi
}

# settle_locks: Lustre keeps pages as long as the locks on them.
settle_locks() {
  ! command -v lctl >/dev/null || lctl set_param -n 'ldlm.namespaces.*osc*.lru_size=clear' || true
}

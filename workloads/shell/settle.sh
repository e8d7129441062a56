# shellcheck shell=bash
# What an earlier trial left in the memory of a host must not reach into the next one: neither writes that are still
# to be made, nor reads that are answered from a cache. Called before the barrier. Sourced by concatenation: functions
# only.
#   FSXBENCH_PROC  where the kernel tells of itself; another folder than /proc only in tests

# settle: writes out what this host holds back for the volumes of its rig, and forgets what it holds of them; notes in
# the facts `synced` and `caches` what was done, and where it could not be done, why.
settle() {
  local folder limit=15 name pid ends slow=''
  local -A syncing=()
  # Hosts of one machine hardly wait for the agreed instant, and have little to write.
  [[ -z ${FSXBENCH_LOCAL:-} ]] || limit=2
  for folder in "$FSXBENCH_ROOT"/volumes/*/; do
    [[ -d $folder ]] || continue
    # Of the file system of the volume only: others of the machine are nobody's business.
    sync -f -- "$folder" >/dev/null 2>&1 &
    name=${folder%/}
    syncing[${name##*/}]=$!
  done
  ends=$(($(microseconds "$(now)") + limit * 1000000))
  for name in "${!syncing[@]}"; do
    pid=${syncing[$name]}
    # What waits for a device cannot be ended, and so must not be waited for.
    while kill -0 "$pid" 2>/dev/null && (($(microseconds "$(now)") < ends)); do sleep 0.01; done
    if kill -0 "$pid" 2>/dev/null; then
      kill "$pid" 2>/dev/null || true
      slow+=" $name"
    else
      wait "$pid" || slow+=" $name"
    fi
  done
  if [[ -z $slow ]]; then fact synced yes; else fact synced "not within $limit s, or not at all:$slow"; fi
  fact caches "$(settle_caches)"
}

# settle_caches: drops them, and prints what came of it. On a laptop all caches are not ours to drop, and only root may.
settle_caches() {
  local proc=${FSXBENCH_PROC:-/proc}
  if [[ -n ${FSXBENCH_LOCAL:-} ]]; then
    printf 'kept: a host on this machine drops only those of the files that it measures'
  elif [[ ! -w $proc/sys/vm/drop_caches ]]; then
    printf 'kept: only root may drop them'
  elif ! { printf '3\n' >"$proc/sys/vm/drop_caches"; } 2>/dev/null; then
    printf 'kept: the kernel refused to drop them'
  else
    # Lustre keeps pages as long as the locks on them.
    ! command -v lctl >/dev/null || lctl set_param -n 'ldlm.namespaces.*osc*.lru_size=clear' >/dev/null 2>&1 || true
    printf 'dropped'
  fi
}

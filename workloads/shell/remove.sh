# shellcheck shell=bash
# The only code of these scripts that removes folders recursively. Sourced by concatenation: functions only.

REMOVE_BY=()  # words before `rm`: as whom, and how long
REMOVE_WHY='' # why the last removal failed; may be empty where it was ended
REMOVE_FREE=()

# remove_tree PATH...: removes links, not their targets. If anything is mounted at or below a path, the whole path stays
# and the call fails: a user's script may have mounted it, and its content is not ours.
remove_tree() {
  local said
  remove_check "$@" || return
  ((${#REMOVE_FREE[@]} == 0)) || said=$("${REMOVE_BY[@]}" rm -rf --one-file-system -- "${REMOVE_FREE[@]}" 2>&1) || {
    REMOVE_WHY=${REMOVE_WHY:-${said##*$'\n'}}
    return 1
  }
  [[ -z $REMOVE_WHY ]]
}

# remove_wide FOLDER: the same with several processes: over a network one process would need hours for millions of
# files.
remove_wide() {
  remove_check "$1" || return
  if ((${#REMOVE_FREE[@]} > 0)); then
    find "$1" -xdev ! -type d -print0 2>/dev/null | xargs -0 -r -P 16 -n 1000 rm -f -- || true
    find "$1" -xdev -type d -empty -print0 2>/dev/null | xargs -0 -r -P 16 -n 1000 rmdir -- 2>/dev/null || true
  fi
  remove_tree "$1"
}

# remove_check PATH...: sets REMOVE_FREE to the paths without mounts. `--one-file-system` of rm does not detect bind
# mounts of the same file system. It accesses no mount: a server that does not answer would block.
remove_check() {
  local path parent='' real='' target mounts=() inside=()
  REMOVE_FREE=() REMOVE_WHY=''
  while read -r _ target _; do
    # Spaces in paths are octal escapes.
    printf -v target '%b' "${target//\\/\\0}"
    mounts+=("$target")
  done 2>/dev/null <"${FSXBENCH_PROC:-/proc}/self/mounts"
  ((${#mounts[@]} > 0)) || { REMOVE_WHY='what is mounted cannot be read' && return 1; }
  for path; do
    path=${path%/}
    if [[ ${path%/*} != "$parent" ]]; then
      parent=${path%/*} inside=()
      # Empty if the folder does not exist.
      real=$(cd -P -- "$parent/" 2>/dev/null && pwd) || real=''
      for target in "${mounts[@]}"; do [[ $target != "${real%/}"/* ]] || inside+=("$target"); done
    fi
    [[ -n $real ]] || continue
    for target in "${inside[@]}"; do
      [[ $target/ == "${real%/}/${path##*/}"/* ]] || continue
      REMOVE_WHY="$target is mounted still, and nothing is removed through a mount: unmount it"
      continue 2
    done
    REMOVE_FREE+=("$path")
  done
}

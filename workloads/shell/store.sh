# shellcheck shell=bash
# External stores: a rig has one folder of them, and touches nothing else. Sourced by concatenation, after volume.sh:
# functions only.
#   FSXBENCH_ENDPOINTS  has the lines `<copy>.store owner <name>`, `<copy>.store execution <name>` and
#                       `<copy>.store name <name>`: who makes folders here, for whom, and the name of this one

readonly STORE_REMOVE_SECONDS=600 # for one folder; lib/targets/mount-fixture.ts knows it

# store_folder BASE: makes the rig's folder in a folder that is free to write, and makes it the place of the target
# instance. First removes leftovers of earlier executions of this deployment: a lease excludes all others.
store_folder() {
  local base=$1 error
  [[ -d $base ]] || fail "there is no folder '$STORE_FOLDER' in the mounted store: create it, or set another one"
  store_names
  store_remove_old "$base"
  error=$(mkdir -p -- "$base/$STORE_NAME" 2>&1) ||
    fail "the folder '$STORE_FOLDER' of the store cannot be written: ${error##*: }"
  if ! mkdir -p -- "$FSXBENCH_ROOT/volumes" ||
    ! ln -sfn -- "$base/$STORE_NAME" "$FSXBENCH_ROOT/volumes/$FSXBENCH_COPY"; then
    fail "the host's folder cannot be written: $FSXBENCH_ROOT/volumes"
  fi
}

# store_names: sets STORE_OWNER, STORE_EXECUTION and STORE_NAME.
store_names() {
  endpoint store owner
  STORE_OWNER=$ENDPOINT
  endpoint store execution
  STORE_EXECUTION=$ENDPOINT
  endpoint store name
  STORE_NAME=$ENDPOINT
}

# store_remove_old BASE: removes folders of this deployment whose execution has ended.
store_remove_old() {
  local left
  for left in "$1/$STORE_OWNER".*; do
    [[ -d $left && ! -L $left && ${left##*/} != "$STORE_OWNER.${STORE_EXECUTION}__"* ]] || continue
    store_remove "$left" || fail "cannot remove leftovers of an earlier execution: ${left##*/}: $STORE_WHY"
    fact "removed ${left##*/}" 'left by an earlier execution'
  done
}

# store_remove FOLDER: removes it recursively. Other hosts may do so concurrently, or have files open, which an
# NFS client keeps under another name until they are closed. STORE_WHY has the reason of a failure.
# shellcheck disable=SC2034,SC2153 # of shell/remove.sh
store_remove() {
  local try REMOVE_BY=(as_root timeout --kill-after=5 "$STORE_REMOVE_SECONDS")
  STORE_WHY=''
  for try in 1 2 3 4 5; do
    [[ -e $1 || -L $1 ]] || return 0
    remove_tree "$1" || STORE_WHY=$REMOVE_WHY
    [[ -e $1 || -L $1 ]] || return 0
    ((try == 5)) || sleep "$try"
  done
  STORE_WHY=${STORE_WHY:-it was not gone within $STORE_REMOVE_SECONDS s}
  return 1
}

# store_down MOUNT BASE: unmounts a store; if the target instance is released for good (FSXBENCH_LEAVING), removes the
# rig's folder first. It unmounts even if that fails, so that hosts keep nothing.
store_down() {
  local why=''
  rm -f -- "$FSXBENCH_ROOT/volumes/$FSXBENCH_COPY"
  if [[ -n ${FSXBENCH_LEAVING:-} ]] && mounted_at "$1"; then
    store_names
    store_remove "$2/$STORE_NAME" || why="$STORE_NAME remains in '$STORE_FOLDER' of the store: $STORE_WHY"
  fi
  unmount_volume "$1"
  [[ -z $why ]] || fail "$why"
}

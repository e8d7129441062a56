# Boot of a host whose target is a directory of this machine: makes the rig's data directory, which all its hosts share,
# and links it into the host's own folder.
#
# In: FSXBENCH_ROOT         the host's own folder
#     FSXBENCH_TARGET_PATH  directory under test; a relative path starts at FSXBENCH_CWD
#     FSXBENCH_RIG_TAG      name of the rig; becomes part of the data directory, and content of its marker
# Out: <path>/fsxbench-<rig tag>/ with the marker .fsxbench-volume, and $FSXBENCH_ROOT/volumes/$FSXBENCH_COPY, which
#      points to it.
# shellcheck shell=bash
set -u
export LC_ALL=C

fail() {
  printf 'fsxbench: %s\n' "$*" >&2
  exit 1
}

path=$FSXBENCH_TARGET_PATH
if [[ $path != /* ]]; then
  [[ -n ${FSXBENCH_CWD:-} ]] || fail "the path '$path' is relative, but FSXBENCH_CWD is not set"
  path=$FSXBENCH_CWD/$path
fi
path=$(realpath -m -s -- "$path")
data=${path%/}/fsxbench-$FSXBENCH_RIG_TAG
marker=$data/.fsxbench-volume

# The link comes first: cleanup finds by it what was made, however far this script got.
error=$(mkdir -p -- "$FSXBENCH_ROOT/volumes" 2>&1) || fail "the host's folder cannot be written: $error"
link=$FSXBENCH_ROOT/volumes/$FSXBENCH_COPY
error=$(ln -sfn -- "$data" "$link" 2>&1) || fail "the host's folder cannot be written: $error"

# make_missing: makes the missing part of the path aside, marks it, and moves it to its place in one step: a directory
# that did not exist before is removed with its last rig, while a user's directory stays, empty or not.
make_missing() {
  local at=$path missing='' staged place
  until [[ -e $at || -L $at ]]; do
    missing=${at##*/}${missing:+/$missing} at=${at%/*} at=${at:-/}
  done
  [[ -n $missing ]] || return
  staged=${at%/}/.fsxbench-new-${FSXBENCH_HOST_ID:-$$}
  place=$staged${missing#"${missing%%/*}"}
  error=$(mkdir -p -- "$place" 2>&1) || fail "the target's directory '$path' cannot be made: ${error##*: }"
  while [[ $place == "$staged"* ]]; do
    : >"$place/.fsxbench-made" || fail "the target's directory '$path' cannot be made: $place cannot be written"
    place=${place%/*}
  done
  # Another host may have been faster.
  mv -T -- "$staged" "${at%/}/${missing%%/*}" 2>/dev/null || remove_tree "$staged"
}

# Retry if another rig removed a directory, or created a part of it.
for _ in {1..5}; do
  make_missing
  [[ ! -d $path ]] || break
  [[ ! -e $path ]] || fail "the target's directory '$path' cannot be used: it is not a directory"
done
if error=$(mkdir -- "$data" 2>&1); then
  # Only one host gets here. The rename makes the complete marker appear at once.
  if ! error=$({ printf '%s' "$FSXBENCH_RIG_TAG" >"$marker.new" && mv -- "$marker.new" "$marker"; } 2>&1); then
    rm -f -- "$marker.new"
    rmdir -- "$data"
    fail "the target's directory '$path' cannot be written: ${error##*: }"
  fi
fi
[[ -d $data ]] || fail "the target's directory '$path' cannot be written: ${error##*: }"

# Another host of the rig may have made the directory but not its marker yet.
for _ in {1..50}; do
  [[ ! -s $marker ]] || break
  sleep 0.1
done
found=$(cat -- "$marker" 2>/dev/null)
if [[ $found != "$FSXBENCH_RIG_TAG" ]]; then
  # Not ours: no link of ours may point to it.
  rm -f -- "$link"
  fail "'$data' already exists and belongs to another rig (its marker: '${found:0:80}'); remove it or use another name"
fi

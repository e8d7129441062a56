# Boot of a host whose target is a directory of this machine: makes the rig's data directory, which all hosts of the
# rig share, and links it into the host's own folder.
#
# In: FSXBENCH_ROOT         the host's own folder
#     FSXBENCH_TARGET_PATH  directory under test; a relative one is meant from FSXBENCH_CWD
#     FSXBENCH_RIG_TAG      name of the rig; becomes part of the data directory, and content of its marker
# Out: <path>/fsxbench-<rig tag>/ with the marker .fsxbench-volume, and $FSXBENCH_ROOT/volumes/data, which points to it.
# shellcheck shell=bash
set -u
export LC_ALL=C

fail() {
  printf 'fsxbench: %s\n' "$*" >&2
  exit 1
}

path=$FSXBENCH_TARGET_PATH
if [[ $path != /* ]]; then
  [[ -n ${FSXBENCH_CWD:-} ]] || fail "the path '$path' is relative, and FSXBENCH_CWD does not say from where"
  path=$FSXBENCH_CWD/$path
fi
data=$path/fsxbench-$FSXBENCH_RIG_TAG
marker=$data/.fsxbench-volume

# The link comes first: whoever cleans up finds by it what was made, however far this got.
error=$(mkdir -p -- "$FSXBENCH_ROOT/volumes" 2>&1) || fail "the host's folder cannot be written: $error"
error=$(ln -sfn -- "$data" "$FSXBENCH_ROOT/volumes/data" 2>&1) || fail "the host's folder cannot be written: $error"

existed=$([[ -e $path ]] && printf yes)
error=$(mkdir -p -- "$path" 2>&1) || fail "the target's directory '$path' cannot be made: ${error##*: }"
# A directory that was not there before goes again with the last rig in it; a user's own one stays, empty or not.
[[ -n $existed ]] || : >"$path/.fsxbench-made" 2>/dev/null || true
if error=$(mkdir -- "$data" 2>&1); then
  # Only one host gets here. Renaming makes the marker appear whole.
  if ! error=$({ printf '%s' "$FSXBENCH_RIG_TAG" >"$marker.new" && mv -- "$marker.new" "$marker"; } 2>&1); then
    rm -f -- "$marker.new"
    rmdir -- "$data"
    fail "the target's directory '$path' cannot be written: ${error##*: }"
  fi
fi
[[ -d $data ]] || fail "the target's directory '$path' cannot be written: ${error##*: }"

# Another host of the rig may be between making the directory and marking it.
for _ in {1..50}; do
  [[ ! -s $marker ]] || break
  sleep 0.1
done
found=$(cat -- "$marker" 2>/dev/null)
if [[ $found != "$FSXBENCH_RIG_TAG" ]]; then
  # Not ours, so nothing of ours may point to it.
  rm -f -- "$FSXBENCH_ROOT/volumes/data"
  fail "'$data' exists already and is not of this rig (its marker: '${found:0:80}'); remove it, or choose another name"
fi

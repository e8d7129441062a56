# Checks that this host can write the target of a rig, and makes the host's own folder in it.
#
# In: FSXBENCH_ROOT, FSXBENCH_HOST, FSXBENCH_OUT
# Out: $FSXBENCH_ROOT/volumes/$FSXBENCH_COPY/<host>/
#      raw/space.txt  file system, type, size and free space of the target, as df prints them
# shellcheck shell=bash
set -u
export LC_ALL=C

fail() {
  printf 'fsxbench: %s\n' "$*" >&2
  exit 1
}

data=$FSXBENCH_ROOT/volumes/$FSXBENCH_COPY
own=$data/$FSXBENCH_HOST
[[ -d $data ]] || fail "the target's directory '$(readlink -- "$data")' does not exist"
error=$(mkdir -p -- "$own" 2>&1) || fail "the target's directory '$own' cannot be made: ${error##*: }"
probe=$own/.fsxbench-probe
error=$({ printf '%4096s' '' >"$probe" && cat -- "$probe"; } 2>&1 >/dev/null) ||
  fail "the target's directory '$own' cannot be written and read: ${error##*: }"
rm -f -- "$probe"

mkdir -p -- "$FSXBENCH_OUT/raw"
df --output=source,fstype,size,avail,target -B1 -- "$own" >"$FSXBENCH_OUT/raw/space.txt" ||
  fail "df does not report the free space of '$own'"

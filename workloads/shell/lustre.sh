# shellcheck shell=bash
# Directories on Lustre: each is served by one metadata server (MDT), so that those of processes have to go round all of
# them, or some that are paid for do nothing. Sourced by concatenation, after shell/status.sh: functions only.
# https://doc.lustre.org/lustre_manual.xhtml, "Directory Stripes"; lfs-setdirstripe(1), lfs-mdts(1)

# All of it lies before an instant that hosts have agreed on, some 15 s ahead: what does not answer is done without.
LUSTRE_SECONDS=3

# metadata_servers FOLDER: sets METADATA_SERVERS to how many its file system has, asked once; 0 where it is no Lustre,
# or nobody can ask.
metadata_servers() {
  [[ -z ${METADATA_SERVERS:-} ]] || return 0
  METADATA_SERVERS=$(timeout "$LUSTRE_SECONDS" lfs mdts "$1" 2>/dev/null | grep -c ' ACTIVE') || true
  METADATA_SERVERS=${METADATA_SERVERS:-0}
}

# spread_directories FOLDER: those made in it from now on, at any depth, are each on the next server. Where that is
# refused they are where the file system puts them.
spread_directories() {
  local error
  metadata_servers "$1"
  ((METADATA_SERVERS > 1)) || return 0
  error=$(timeout "$LUSTRE_SECONDS" \
    lfs setdirstripe -D -c 1 -i -1 --max-inherit=-1 --max-inherit-rr=-1 "$1" 2>&1) ||
    fact directories "not spread over metadata servers: ${error##*$'\n'}"
}

# directories_of FOLDER...: facts metadataServers, how many there are, and metadataTargets, the numbers of those that
# serve these directories. None where it is no Lustre.
directories_of() {
  local targets
  metadata_servers "$1"
  ((METADATA_SERVERS > 0)) || return 0
  fact metadataServers "$METADATA_SERVERS"
  targets=$(timeout "$LUSTRE_SECONDS" lfs getdirstripe -m "$@" 2>/dev/null |
    grep -E -x '[0-9]+' | sort -n -u | xargs) || true
  [[ -z $targets ]] || fact metadataTargets "$targets"
}

# directories_would FOLDER COUNT: the same of so many directories that a tool will make in it: as many are made, looked
# at, and removed, but no more than it takes to see how they are spread.
directories_would() {
  local try=$1/try count=$2
  metadata_servers "$1"
  ((METADATA_SERVERS > 1)) || return 0
  ((count <= 4 * METADATA_SERVERS)) || count=$((4 * METADATA_SERVERS))
  mkdir -p -- "$try" || return 0
  seq -f "$try/%.0f" "$count" | timeout "$LUSTRE_SECONDS" xargs mkdir -- || true
  [[ -z $(ls -A -- "$try") ]] || directories_of "$try"/*/
  rm -rf -- "$try" || true
}

# shellcheck shell=bash
# Directories on Lustre: each is served by one metadata server (MDT), so that those of processes have to go round all of
# them, or some that are paid for do nothing. Sourced by concatenation, after shell/status.sh: functions only.
# https://doc.lustre.org/lustre_manual.xhtml, "Directory Stripes"; lfs-setdirstripe(1), lfs-mdts(1)

# All of it lies before an instant that hosts have agreed on, some 15 s ahead: in one script it may take LUSTRE_SECONDS,
# and LUSTRE_EACH each. What does not answer is done without.
LUSTRE_SECONDS=6 LUSTRE_EACH=3

# lustre_begin: from the first time on the time of this script is counted.
lustre_begin() {
  LUSTRE_UNTIL=${LUSTRE_UNTIL:-$((SECONDS + LUSTRE_SECONDS))}
}

# lustre_try ARGV...: as long as there is time. It stays in the process group of the script, as run_tool says of others.
lustre_try() {
  local left=$((LUSTRE_UNTIL - SECONDS))
  ((left > 0)) || return 124
  ((left <= LUSTRE_EACH)) || left=$LUSTRE_EACH
  timeout --foreground --kill-after=1 "$left" "$@"
}

# metadata_servers FOLDER: sets METADATA_SERVERS to how many its file system has, asked once; 0 where it is no Lustre,
# or nobody can ask.
metadata_servers() {
  lustre_begin
  [[ -z ${METADATA_SERVERS:-} ]] || return 0
  METADATA_SERVERS=$(lustre_try lfs mdts "$1" 2>/dev/null | grep -c ' ACTIVE') || true
  METADATA_SERVERS=${METADATA_SERVERS:-0}
}

# spread_directories FOLDER: those made in it from now on, at any depth, are each on the next server. Where that is
# refused they are where the file system puts them.
spread_directories() {
  local error status=0
  metadata_servers "$1"
  ((METADATA_SERVERS > 1)) || return 0
  error=$(lustre_try lfs setdirstripe -D -c 1 -i -1 --max-inherit=-1 --max-inherit-rr=-1 "$1" 2>&1) || status=$?
  ((status != 0)) || return 0
  # So timeout ends, also where it has to kill.
  ((status != 124 && status != 137)) || error='there was no time for it'
  fact directories "not spread over metadata servers: ${error##*$'\n'}"
}

# directories_of FOLDER...: facts metadataServers, how many there are, and metadataTargets, the numbers of those that
# serve these directories. None where it is no Lustre.
directories_of() {
  local targets
  metadata_servers "$1"
  ((METADATA_SERVERS > 0)) || return 0
  fact metadataServers "$METADATA_SERVERS"
  targets=$(lustre_try lfs getdirstripe -m "$@" 2>/dev/null | grep -E -x '[0-9]+' | sort -n -u | xargs) || true
  [[ -z $targets ]] || fact metadataTargets "$targets"
}

# directories_would FOLDER COUNT: the same of so many directories that a tool will make in it: as many are made, looked
# at, and removed, but no more than it takes to see how they are spread.
directories_would() {
  local try=$1/try count=$2 own=()
  metadata_servers "$1"
  ((METADATA_SERVERS > 1)) || return 0
  ((count <= 4 * METADATA_SERVERS)) || count=$((4 * METADATA_SERVERS))
  mapfile -t own < <(seq -f "$try/%.0f" "$count")
  ! lustre_try mkdir -p -- "${own[@]}" || directories_of "${own[@]}"
  # What was made goes, also where all of the time is over.
  # shellcheck disable=SC2034 # of shell/remove.sh
  local REMOVE_BY=(timeout --foreground --kill-after=1 "$LUSTRE_EACH")
  remove_tree "$try" || true
}

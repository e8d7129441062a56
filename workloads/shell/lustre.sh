# shellcheck shell=bash
# Directories on Lustre: one metadata server (MDT) serves each, so that the directories of processes must be spread over
# all servers; otherwise some provisioned servers would be idle. Sourced by concatenation, after shell/status.sh:
# functions only. https://doc.lustre.org/lustre_manual.xhtml, "Directory Stripes"; lfs-setdirstripe(1), lfs-mdts(1)

# All of it runs before the start barrier, which is some 15 s ahead: LUSTRE_SECONDS in total per script, and LUSTRE_EACH
# per call. Calls that do not answer are skipped.
LUSTRE_SECONDS=6 LUSTRE_EACH=3

# lustre_begin: the first call starts the clock of this script.
lustre_begin() {
  LUSTRE_UNTIL=${LUSTRE_UNTIL:-$((SECONDS + LUSTRE_SECONDS))}
}

# lustre_try ARGV...: runs a command while there is time, in the process group of the script, like run_tool.
lustre_try() {
  local left=$((LUSTRE_UNTIL - SECONDS))
  ((left > 0)) || return 124
  ((left <= LUSTRE_EACH)) || left=$LUSTRE_EACH
  timeout --foreground --kill-after=1 "$left" "$@"
}

# metadata_servers FOLDER: sets METADATA_SERVERS to the number of MDTs, queried once; 0 if it is not Lustre, or unknown.
metadata_servers() {
  lustre_begin
  [[ -z ${METADATA_SERVERS:-} ]] || return 0
  METADATA_SERVERS=$(lustre_try lfs mdts "$1" 2>/dev/null | grep -c ' ACTIVE') || true
  METADATA_SERVERS=${METADATA_SERVERS:-0}
}

# spread_directories FOLDER: new directories in it, at any depth, go to the next server each. If that is refused, the
# file system places them.
spread_directories() {
  local error status=0
  metadata_servers "$1"
  ((METADATA_SERVERS > 1)) || return 0
  error=$(lustre_try lfs setdirstripe -D -c 1 -i -1 --max-inherit=-1 --max-inherit-rr=-1 "$1" 2>&1) || status=$?
  ((status != 0)) || return 0
  # By then `timeout` has exited, even if it had to kill the command.
  ((status != 124 && status != 137)) || error='there was no time for it'
  fact directories "not spread over metadata servers: ${error##*$'\n'}"
}

# directories_of FOLDER...: facts metadataServers, the number of MDTs, and metadataTargets, the MDTs of these
# directories. No facts if the file system is not Lustre.
directories_of() {
  local targets
  metadata_servers "$1"
  ((METADATA_SERVERS > 0)) || return 0
  fact metadataServers "$METADATA_SERVERS"
  targets=$(lustre_try lfs getdirstripe -m "$@" 2>/dev/null | grep -E -x '[0-9]+' | sort -n -u | xargs) || true
  [[ -z $targets ]] || fact metadataTargets "$targets"
}

# directories_would FOLDER COUNT: the same for directories that a tool will make in it: makes as many, inspects and
# removes them, but no more than needed to see how they are spread.
directories_would() {
  local try=$1/try count=$2 own=()
  metadata_servers "$1"
  ((METADATA_SERVERS > 1)) || return 0
  ((count <= 4 * METADATA_SERVERS)) || count=$((4 * METADATA_SERVERS))
  mapfile -t own < <(seq -f "$try/%.0f" "$count")
  ! lustre_try mkdir -p -- "${own[@]}" || directories_of "${own[@]}"
  # Remove the created directories, even if no time is left.
  # shellcheck disable=SC2034 # of shell/remove.sh
  local REMOVE_BY=(timeout --foreground --kill-after=1 "$LUSTRE_EACH")
  remove_tree "$try" || true
}

#!/usr/bin/env bash
# Runs a tool as one MPI job over all hosts: the first host leads; all other hosts record evidence until the job ends.
#   MPI_TOOL       mdtest or ior
#   MPI_ARGUMENTS  arguments of the tool, one a line, with the placeholders of mpi_filled
#   MPI_OUTPUT     output file of the tool
#   MPI_LIMIT      time limit of the tool, seconds
#   MPI_DIRECTORIES  number of directories of the processes; empty if the tool does not need it
set -euo pipefail

# remove FOLDER: removes the folder with its contents.
remove() { remove_wide "$1" || fail "$1 cannot be removed: $REMOVE_WHY"; }

# release_on_error CODE: releases the other hosts, whatever happens to the leader. Called by a trap.
# shellcheck disable=SC2317
release_on_error() {
  mpi_release
  status_end "$1"
}

lead() {
  local folder=$place/$FSXBENCH_HOST/$MPI_TOOL bin printed
  trap 'release_on_error $?' EXIT
  remove "$folder"
  make_own "$folder/$FSXBENCH_ATTEMPT"
  spread_directories "$folder/$FSXBENCH_ATTEMPT"
  [[ -z $MPI_DIRECTORIES ]] || directories_would "$folder/$FSXBENCH_ATTEMPT" "$MPI_DIRECTORIES"
  bin=$(bundle_path ior)
  LD_LIBRARY_PATH=$(bundle_libraries ior)
  export LD_LIBRARY_PATH TZ=UTC
  mpi_call "$bin/$MPI_TOOL" "$MPI_ARGUMENTS" "$folder/$FSXBENCH_ATTEMPT" "$(mpi_direct "$BUNDLE_VERSION")"
  # The leader needs some connections and pipes per process; the default limit of shells is 1024.
  ulimit -Sn "$(ulimit -Hn)" || true
  fact mpi "$(mpirun --version | head -n 1)"
  sleep_until "$start"
  fact lateSeconds "$REPLY"
  run_tool "$MPI_LIMIT" "$MPI_OUTPUT" raw/stderr.txt "${MPI_CALL[@]}" </dev/null || rc=$?
  mpi_release
  trap 'status_end $?' EXIT
  ((rc == 0)) || fact problem "${STATUS_FACTS[problem]:-$(problem_of "$MPI_OUTPUT" raw/stderr.txt)}"
  ((rc == 0)) || return 0
  printed=$(printed_version "$MPI_OUTPUT")
  status_version "$printed"
  bundle_version_check ior "$printed"
}

# printed_version FILE: `mdtest-4.0.0 was launched`, `IOR-4.0.0: MPI`, or as JSON `"Version": "4.0.0"`.
printed_version() {
  { grep -h -m 1 -o -E '(mdtest|IOR)-[0-9][^ ":]*|"Version" *: *"[0-9][^"]*"' "$1" || true; } |
    sed -E 's/^(mdtest|IOR)-//; s/.*"([^"]*)"$/\1/'
}

# problem_of OUT ERR: the error message of the tool, or else of mpirun.
problem_of() {
  local said='' own='^-+$|^ *$|^Primary job|^a non-zero exit code|^mpirun (noticed|detected|has)|^ *(Process|Exit) '
  said=$({ grep -h -i -E 'error|abort|failed' "$1" && true; grep -h -v -E "$own" "$2"; } | head -n 1 || true)
  printf '%s\n' "${said:-neither the tool nor mpirun printed an error}"
}

follow() {
  status_started "$start"
  mpi_await "$((MPI_LIMIT + 120))"
  status_version 1
}

place=$FSXBENCH_ROOT/volumes/$FSXBENCH_COPY
status_begin "$MPI_TOOL" "$place/."
cd -- "$FSXBENCH_OUT"
mkdir -p raw
fact memBytes "$(memory_bytes)"
nodes=1
mpi_alone || nodes=$(hosts_of_role)
fact mpiNodes "$nodes"
bundle_record ior
settle
start=${FSXBENCH_START_AT:-$EPOCHREALTIME}
evidence_from "$start" "$place/$FSXBENCH_HOST"
rc=0
if ((FSXBENCH_INDEX == 0)); then
  lead
else
  follow
fi
status_ended "${STATUS_ENDED:-$EPOCHREALTIME}"
evidence_to "$place/$FSXBENCH_HOST"
((FSXBENCH_INDEX > 0)) || remove "$place/$FSXBENCH_HOST/$MPI_TOOL"
printf 'ended with exit code %d\n' "$rc"
exit "$rc"

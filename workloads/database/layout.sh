#!/usr/bin/env bash
# Before each trial of phases, in a separate step: removes the files of earlier attempts, and writes the databases if no
# phase creates them. The variables are those of files.sh, and:
#   DATABASE_PHASES  phases of the trial
set -euo pipefail

status_begin fio "$FSXBENCH_ROOT/volumes/$FSXBENCH_COPY/."
mkdir -p "$FSXBENCH_OUT/raw"
fio_own
database_remove
database_probe
[[ " $DATABASE_PHASES " == *' create '* ]] || database_create
settle
printf 'laid out\n'

#!/usr/bin/env bash
# Removes the files of fill.sh, complete or partial, and probe results: both are recreated under other settings of the
# storage. Files created by trials remain.
set -euo pipefail

fio_folder
folder=$REPLY
status_begin fio "$FSXBENCH_ROOT/volumes/$FSXBENCH_COPY/."
own_folders
folders=("${OWN_FOLDERS[@]/%//${FIO_FOLDER:-fio}}")
fio_log_folder
[[ -z $REPLY ]] || folders+=("$REPLY")
for own in "${folders[@]}"; do
  remove_tree "$own"/f.* "$own/.filled" "$own"/.probe.* "$own/filestat" "$own/jobs" ||
    fail "cannot remove the files in $own: $REMOVE_WHY"
done
[[ ! -d $folder ]] || date +%s >"$folder/.removed"
printf 'removed the files of %s\n' "$folder"

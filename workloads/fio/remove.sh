#!/usr/bin/env bash
# Removes the files of fill.sh, complete or partial, and probe results: both are recreated under other settings of the
# storage. Files created by trials remain.
set -euo pipefail

folder=$(fio_folder)
status_begin fio "$FSXBENCH_ROOT/volumes/$FSXBENCH_COPY/."
own_folders
for own in "${OWN_FOLDERS[@]}"; do
  remove_tree "$own"/fio/f.* "$own/fio/.filled" "$own"/fio/.probe.* "$own/fio/filestat" "$own/fio/jobs" ||
    fail "cannot remove the files in $own/fio: $REMOVE_WHY"
done
[[ ! -d $folder ]] || date +%s >"$folder/.removed"
printf 'removed the files of %s\n' "$folder"

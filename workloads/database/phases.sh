#!/usr/bin/env bash
# Phases on whole databases, in succession from the agreed instant. `create`: fio writes them. `copy`: dd copies the
# first ones. `checksum`: fio reads the copies, or else the databases, and compares each block with its checksum. Writes
# are synced after each phase. Removes all files afterwards. The variables are those of files.sh, and:
#   DATABASE_PHASES  phases of the trial, in this order
set -euo pipefail

# tool_end: status.sh calls it at every exit. The next trial reports files that cannot be removed.
tool_end() {
  local own
  for own in "${FIO_FOLDERS[@]}"; do remove_tree "$own/phases" || true; done
}

# spent: sets REPLY to the seconds that the last tool took.
spent() {
  microseconds_between "$STATUS_STARTED" "$STATUS_ENDED"
  seconds "$REPLY"
}

# sums PHASE: bytes and seconds by fio's clock, which starts with the first I/O of a file. Terse fields: 6 and 9 have
# KiB and milliseconds of reads, 47 and 50 those of writes.
sums() {
  awk -F';' '{ kib += $6 + $47; ms += $9 + $50 } END { printf "%.0f %.3f", kib * 1024, ms / 1000 }' \
    "$FSXBENCH_OUT/raw/$1.terse"
}

# copy: sets `bytes` and `took`.
copy() {
  local from to number rc=0 flags=()
  ((FIO_FOUND_DIRECT == 0)) || flags=(iflag=direct oflag=direct)
  database_files db 0 "$DATABASE_COPIES"
  from=("${DATABASE_FILES[@]}")
  database_files copy "$DATABASE_COUNT" "$DATABASE_COPIES"
  for number in "${!from[@]}"; do
    to=${DATABASE_FILES[number]}
    run_tool "$DATABASE_LIMIT" /dev/null "$FSXBENCH_OUT/raw/copy.stderr" \
      dd if="${from[number]}" of="$to" bs=1M "${flags[@]}" status=none || rc=$?
    ((rc == 0)) ||
      fail "dd could not copy ${from[number]} (exit code $rc): $(last_words "$FSXBENCH_OUT/raw/copy.stderr")"
    spent
    later "$took" "$REPLY"
    took=$REPLY
    bytes=$((bytes + $(stat --format=%s -- "$to")))
  done
}

# checksum: corrupt data is a result, which no second attempt may hide: 84 is fio's errno for it.
checksum() {
  local rc=0
  if [[ " $DATABASE_PHASES " == *' copy '* ]]; then
    database_files copy "$DATABASE_COUNT" "$DATABASE_COPIES"
  else
    database_files db 0 "$DATABASE_COUNT"
  fi
  database_fio checksum --rw=read || rc=$?
  ((rc == 0)) || grep -q '^[^;]*;[^;]*;[^;]*;[^;]*;84;' "$FSXBENCH_OUT/raw/checksum.terse" ||
    fail "fio could not read the databases (exit code $rc): $(last_words "$FSXBENCH_OUT/raw/checksum.stderr")"
}

# sync_files: makes what a phase wrote durable.
sync_files() {
  local rc=0
  run_tool "$DATABASE_LIMIT" /dev/null "$FSXBENCH_OUT/raw/sync.stderr" sync -- "${DATABASE_FILES[@]}" || rc=$?
  ((rc == 0)) || fail "the databases could not be synced (exit code $rc): $(last_words "$FSXBENCH_OUT/raw/sync.stderr")"
}

# run_phase PHASE: appends one object of the result.
run_phase() {
  local begun bytes=0 took=0 synced=0
  # Outside the measured time. The agreed instant has passed.
  [[ $1 != checksum ]] || FSXBENCH_START_AT='' settle
  begun=$EPOCHREALTIME
  case $1 in
    create) database_create ;;
    *) "$1" ;;
  esac
  [[ $1 == copy ]] || read -r bytes took < <(sums "$1"; echo)
  if [[ $1 != checksum ]]; then
    sync_files
    spent
    synced=$REPLY
  fi
  printf '%s{"phase":"%s","began":%s,"ended":%s,"seconds":%s,"syncSeconds":%s,"bytes":%s}' "$comma" "$1" "$begun" \
    "$STATUS_ENDED" "$took" "$synced" "$bytes" >>"$FSXBENCH_OUT/phases"
  comma=$',\n'
}

# mismatches: places of corrupt data as JSON strings, at most three.
mismatches() {
  local file offset length comma=''
  [[ -e $FSXBENCH_OUT/raw/checksum.stderr ]] || return 0
  while IFS=$'\t' read -r file offset length; do
    json_string "${file##*/} from byte $offset, $length bytes"
    printf '%s%s' "$comma" "$REPLY"
    comma=,
  done < <(sed -n 's/^.* at file \(.*\) offset \([0-9]*\), length \([0-9]*\).*/\1\t\2\t\3/p' \
    "$FSXBENCH_OUT/raw/checksum.stderr" | sort -u | head -n 3)
}

status_begin fio "$FSXBENCH_ROOT/volumes/$FSXBENCH_COPY/."
mkdir -p "$FSXBENCH_OUT/raw"
fio_own
database_probe
fio_folder
folder=$REPLY
fact memBytes "$(memory_bytes)"
version=$(fio --version)
status_version "$version"
settle
start=${FSXBENCH_START_AT:-$EPOCHREALTIME}
evidence_from "$start" "$folder"
sleep_until "$start"
began=$EPOCHREALTIME
fact began "$began"
seconds_late "$start" "$began"
fact lateSeconds "$REPLY"
comma=''
rm -f -- "$FSXBENCH_OUT/phases"
for phase in $DATABASE_PHASES; do run_phase "$phase"; done
evidence_to "$folder"
status_started "$began"
json_string "$version"
{
  printf '{"tool":"database","version":1,"fio":%s,\n' "$REPLY"
  printf '"asked":{"databases":%d,"bytes":%d,"copies":%d},\n' "$DATABASE_COUNT" "$DATABASE_BYTES" "$DATABASE_COPIES"
  printf '"phases":[\n%s\n],\n"mismatches":[%s]}\n' "$(<"$FSXBENCH_OUT/phases")" "$(mismatches)"
} >"$FSXBENCH_OUT/raw/database.json"
rm -f -- "$FSXBENCH_OUT/phases"
printf 'all phases ended\n'

# shellcheck shell=bash
# Databases of the phases: files db.0, db.1, … and their copies copy.0, copy.1, …, each in a folder of its attempt.
# Every block of 1 MiB carries its offset and a checksum (fio's verify=crc32c). Sourced by concatenation: functions
# only.
#   DATABASE_COUNT, DATABASE_BYTES  databases of this host, and bytes of each
#   DATABASE_COPIES                 how many of them are copied
#   DATABASE_LIMIT                  seconds after which a tool is ended

# database_remove: removes the files of all attempts.
database_remove() {
  local own
  for own in "${FIO_FOLDERS[@]}"; do
    remove_tree "$own/phases" || fail "cannot remove $own/phases: $REMOVE_WHY"
  done
}

# database_files NAME FIRST COUNT: sets DATABASE_FILES to the files NAME.0, NAME.1, … Volumes take turns, and FIRST is
# the number of the volume of the first file.
database_files() {
  local number
  DATABASE_FILES=()
  for ((number = 0; number < $3; number += 1)); do
    fio_place "$(($2 + number))"
    DATABASE_FILES+=("$REPLY/phases/$FSXBENCH_ATTEMPT/$1.$number")
  done
}

# database_probe: finds out whether the file system accepts O_DIRECT.
database_probe() {
  local own
  command -v fio >/dev/null || fail 'fio is not installed on this host'
  fio_folder
  fio_find libaio "$REPLY"
  fact ioengine "$FIO_FOUND_ENGINE"
  fact direct "$FIO_FOUND_DIRECT"
  fact directReason "$FIO_FOUND_REASON"
  [[ -n $FIO_FOUND_ENGINE ]] || fail "$FIO_FOUND_REASON"
  for own in "${FIO_FOLDERS[@]}"; do mkdir -p -- "$own/phases/$FSXBENCH_ATTEMPT"; done
}

# database_fio PHASE OPTION...: one call of fio for DATABASE_FILES, one file after the other. Its output is
# raw/PHASE.terse and raw/PHASE.stderr.
database_fio() {
  local phase=$1 file jobs=()
  shift
  for file in "${DATABASE_FILES[@]}"; do
    # fio separates names by colons.
    jobs+=(--name="${file##*/}" --filename="${file//:/\\:}" --stonewall)
  done
  run_tool "$DATABASE_LIMIT" "$FSXBENCH_OUT/raw/$phase.terse" "$FSXBENCH_OUT/raw/$phase.stderr" \
    fio "$@" --bs=1m --size="$DATABASE_BYTES" --verify=crc32c --verify_state_save=0 --thread --iodepth=4 \
    --ioengine="$FIO_FOUND_ENGINE" --direct="$FIO_FOUND_DIRECT" --output-format=terse --terse-version=3 "${jobs[@]}"
}

# database_create: writes all databases of this host.
database_create() {
  local rc=0
  database_files db 0 "$DATABASE_COUNT"
  database_fio create --rw=write --do_verify=0 --fallocate=none --refill_buffers=1 || rc=$?
  ((rc == 0)) ||
    fail "fio could not write the databases (exit code $rc): $(last_words "$FSXBENCH_OUT/raw/create.stderr")"
}

# shellcheck shell=bash
# Folder of a host's files: what is written there, and which engine and kind of I/O it allows. Sourced by concatenation:
# functions only. Probe results are kept next to the data: probed once, removed with the volume.
#   FIO_FOLDER   name of the folder; default: fio
#   FIO_LOG_JOB  job of a job file whose files belong on the log volume of the target; default: none

FIO_FOLDERS=()
FIO_FOUND_ENGINE=''
FIO_FOUND_DIRECT=''
FIO_FOUND_REASON=''

# fio_folder: sets REPLY to the folder with probe results and records of this host's files.
fio_folder() {
  REPLY=$FSXBENCH_ROOT/volumes/$FSXBENCH_COPY/$FSXBENCH_HOST/${FIO_FOLDER:-fio}
}

# fio_own: makes the folders of this host's files, one on each volume, and sets FIO_FOLDERS to them. Jobs use them in
# turn, like fio with several values of `directory`: job number N uses number N modulo their count.
fio_own() {
  FIO_FOLDERS=()
  own_folders
  fio_folder
  make_own "$REPLY"
  local own
  for own in "${OWN_FOLDERS[@]}"; do
    FIO_FOLDERS+=("$own/${FIO_FOLDER:-fio}")
    [[ ${FIO_FOLDERS[-1]} == "$REPLY" ]] || make_own "$own/${FIO_FOLDER:-fio}"
  done
  ((${#FIO_FOLDERS[@]} == 1)) || fact volumes "${#FIO_FOLDERS[@]}"
}

# fio_place NUMBER: sets REPLY to the folder of a job.
fio_place() {
  REPLY=${FIO_FOLDERS[$1% ${#FIO_FOLDERS[@]}]}
}

# fio_directories [SUB]: sets REPLY to all folders in fio's syntax, which separates them by colons.
fio_directories() {
  local folder joined=''
  for folder in "${FIO_FOLDERS[@]}"; do
    folder=$folder${1:+/$1}
    joined+=${joined:+:}${folder//:/\\:}
  done
  REPLY=$joined
}

# fio_log_folder: sets REPLY to this host's folder on the log volume of the target; empty without such a volume.
fio_log_folder() {
  local own=$FSXBENCH_ROOT/volumes/$FSXBENCH_COPY/log/$FSXBENCH_HOST
  REPLY=''
  [[ -z ${FIO_LOG_JOB:-} || ! -d $own ]] || REPLY=$own/$FIO_FOLDER
}

# fio_place_log TEXT SUB: sets REPLY to the text of a job file, with the files of FIO_LOG_JOB in the folder SUB on the
# log volume.
fio_place_log() {
  local own
  fio_log_folder
  own=$REPLY REPLY=$1
  [[ -n $own ]] || return 0
  mkdir -p -- "$own/$2"
  REPLY=${1/"[$FIO_LOG_JOB]"/"[$FIO_LOG_JOB]"$'\n'"directory=${own//:/\\:}/$2"}
}

# fio_written FILE FOLDER: sets REPLY to the bytes of the file f.FILE that fill.sh wrote and that still exist. FILE is
# the number of its job, after `c50.` if half of its data is compressible, or `vmd5.` if it carries a checksum. FOLDER
# has the records.
fio_written() {
  local name bytes length known=0
  if [[ -r $2/.filled ]]; then
    while read -r name bytes; do
      [[ $name != "f.$1" ]] || known=$bytes
    done <"$2/.filled"
  fi
  fio_place "${1##*.}"
  length=$(file_bytes "$REPLY/f.$1")
  REPLY=$((known < length ? known : length))
}

# fio_unwritten FOLDER SET BYTES...: sets REPLY to the unwritten bytes of the files f.0, f.1, … of these lengths; SET
# precedes each number.
fio_unwritten() {
  local folder=$1 set=$2 number=0 sum=0 size
  shift 2
  for size in "$@"; do
    fio_written "$set$number" "$folder"
    ((REPLY >= size)) || sum=$((sum + size - REPLY))
    number=$((number + 1))
  done
  REPLY=$sum
}

# fio_make_files SUB COUNT...: makes files of 4 KiB for stat and delete, m.0.0, m.0.1, … for each job number, in the
# folder SUB of the job. Sixteen processes make 100 files at a time: waiting for the storage after each file would cost
# host time.
fio_make_files() {
  local sub=$1 number=0 count file folder
  shift
  # fio needs all folders that it is given, even with fewer jobs than volumes.
  for folder in "${FIO_FOLDERS[@]}"; do mkdir -p -- "$folder/$sub"; done
  for count in "$@"; do
    fio_place "$number"
    folder=$REPLY/$sub
    for ((file = 0; file < count; file += 1)); do printf '%s\0' "$folder/m.$number.$file"; done
    number=$((number + 1))
  done | xargs -0 -r -n 100 -P 16 truncate --size=4096 --
}

# fio_find ENGINE FOLDER: sets FIO_FOUND_ENGINE (empty if it cannot be used), FIO_FOUND_DIRECT (1, or 0 if O_DIRECT is
# refused) and FIO_FOUND_REASON. ENGINE `auto` is libaio if it can be loaded, else psync.
fio_find() {
  local asked engine direct reason cache
  # Results of the current mount: another mount may refuse what this one allows.
  slots_read || true
  cache=$2/.probe.${SLOT_KEY[mount/$FSXBENCH_COPY]:-any}
  if [[ -r $cache ]]; then
    while IFS=$'\t' read -r asked engine direct reason; do
      if [[ $asked == "$1" ]]; then
        FIO_FOUND_ENGINE=${engine#-} FIO_FOUND_DIRECT=$direct FIO_FOUND_REASON=$reason
        return
      fi
    done <"$cache"
  fi
  if [[ $1 == auto ]]; then
    fio_try libaio "$2"
    [[ -n $FIO_FOUND_ENGINE ]] || fio_try psync "$2"
  else
    fio_try "$1" "$2"
  fi
  printf '%s\t%s\t%s\t%s\n' "$1" "${FIO_FOUND_ENGINE:--}" "$FIO_FOUND_DIRECT" "$FIO_FOUND_REASON" >>"$cache"
}

# fio_try ENGINE FOLDER: probes one block with O_DIRECT, and without it if that fails.
fio_try() {
  FIO_FOUND_ENGINE=$1 FIO_FOUND_DIRECT=1 FIO_FOUND_REASON='O_DIRECT works'
  ! fio_probe "$1" 1 "$2" || return 0
  FIO_FOUND_DIRECT=0
  if fio_probe "$1" 0 "$2"; then
    mount_of "$2"
    FIO_FOUND_REASON="${MOUNT_TYPE:-the file system} refuses O_DIRECT: $FIO_PROBE_ERROR"
  else
    FIO_FOUND_REASON="engine $1 cannot be used: $FIO_PROBE_ERROR"
    FIO_FOUND_ENGINE=''
  fi
}

# fio_probe ENGINE DIRECT FOLDER: writes one block of 4 KiB. Keeps the error of the first failed call.
fio_probe() {
  local said
  said=$(fio --name=probe --filename="${3//:/\\:}/.probe-block" --rw=write --bs=4k --size=4k --unlink=1 --thread \
    --ioengine="$1" --direct="$2" --output-format=terse 2>&1) && return 0
  rm -f -- "$3/.probe-block"
  said=$(grep -m 1 -o 'not loadable.*\|error=.*' <<<"$said" || head -n 1 <<<"$said")
  [[ $2 == 0 && -n ${FIO_PROBE_ERROR:-} ]] || FIO_PROBE_ERROR=${said#error=}
  return 1
}

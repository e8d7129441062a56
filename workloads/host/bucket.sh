# shellcheck shell=bash disable=SC2154 # its variables are those of run-script.sh
# Reads and writes the results bucket. Functions of run-script.sh, which follows them in what EC2 hosts get. A call of
# the AWS CLI takes tenths of a second of a CPU before it sends anything, while hosts and storage are paid for: calls
# that do not depend on each other run at the same time.
readonly PUTS_MAX=8 # at the same time, at most one for each CPU

# persist COMMAND…: retries after pauses while there is time. $lock/error has stderr of the last try.
persist() {
  for pause in "${pauses[@]}" last; do
    "$@" 2>"$lock/error" && return 0
    elapsed
    if [[ $pause == last || -n $signal ]] || ((REPLY > limit - reserve / 4)); then return 1; fi
    sleep "$pause"
  done
}

# fetch KEY FILE: fetches an object into a file.
fetch() {
  if [[ -n $bucket_dir ]]; then
    cp -- "$bucket_dir/$1" "$2"
  else
    timeout 60 aws s3 cp --only-show-errors "s3://$bucket/$1" "$2"
  fi
}

# begin_fetch KEY FILE: starts fetching an object, for `need`. A folder needs no head start.
declare -A fetching=()
begin_fetch() {
  [[ -z $bucket_dir ]] || return 0
  fetch "$1" "$2" 2>/dev/null &
  fetching[$2]=$!
}

# need KEY FILE: waits for that object, or fetches it; exits if that fails.
need() {
  [[ -z ${fetching[$2]-} ]] || ! wait "${fetching[$2]}" || return 0
  persist fetch "$1" "$2" || refuse 92 "cannot read $1: $(tail -n 1 "$lock/error")"
}

# put FILE KEY: never overwrites. An existing object stays and counts as stored.
put() {
  local object="$bucket_dir/$2" said="$lock/put.$BASHPID"
  if [[ -z $bucket_dir ]]; then
    timeout 600 aws s3api put-object --if-none-match '*' --bucket "$bucket" --key "$2" --body "$1" >"$said" 2>&1 &&
      return 0
    grep -q -e PreconditionFailed "$said" || { cat "$said" >&2 && return 1; }
  else
    [[ -d ${object%/*} ]] || mkdir -p -- "${object%/*}" || return 1
    # A hard link appears at once and complete.
    ln -T -- "$1" "$object" 2>/dev/null && return 0
    # On another file system it must copy, which is not atomic, but status.json comes last.
    if [[ ! -e $object ]]; then
      (set -o noclobber && : >"$object") && { cat -- "$1" >"$object" || { rm -f -- "$object" && false; }; }
      return
    fi
  fi
  echo >>"$lock/kept"
}

# count_kept: prints how many objects were there already.
count_kept() {
  local lines=()
  [[ ! -e $lock/kept ]] || mapfile -t lines <"$lock/kept"
  echo "${#lines[@]}"
}

# seal KEY: stores status.json with its send time: compared with the time of S3, it shows whether this host's clock is
# right. Hosts with a folder as bucket share one machine and its clock.
seal() {
  [[ -n $bucket_dir ]] ||
    sed -i -e '$ s/,"sent":[0-9.]*}$/}/' -e "\$ s/}\$/,\"sent\":$EPOCHREALTIME}/" "$out/status.json"
  put "$out/status.json" "$1"
}

# upload: stores everything in $out, status.json last and only if all others are stored.
upload() {
  local file to="$output_prefix$host/$step/" odd=0 named=() files=() width=1 at
  while IFS= read -r -d '' file; do
    if ! storable "$to${file#./}"; then
      ((++odd > 3)) || named+=("${file#./}")
      continue
    fi
    files+=("${file#./}")
  done < <(cd -- "$out" && find . -type f ! -path ./status.json -print0)
  [[ -n $bucket_dir ]] || width=$(nproc)
  ((width <= PUTS_MAX)) || width=$PUTS_MAX
  for ((at = 0; at < ${#files[@]}; at += width)); do put_group "$to" "${files[@]:at:width}" || return 1; done
  ((!odd)) || unstored "$odd" "${named[@]}"
  persist seal "${to}status.json" || return 1
  stored=$((stored + 1))
}

# put_group FOLDER FILE…: stores files at the same time; those that fail again, one by one.
put_group() {
  local to=$1 file
  local -A putting=()
  shift
  if (($# > 1)); then
    for file; do
      put "$out/$file" "$to$file" 2>/dev/null &
      putting[$file]=$!
    done
  fi
  for file; do
    [[ -n ${putting[$file]-} ]] && wait "${putting[$file]}" || persist put "$out/$file" "$to$file" || return 1
    stored=$((stored + 1))
  done
}

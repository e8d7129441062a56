#!/usr/bin/env bash
# Runs one rendered script on this host and stores its results: the same on EC2 (in the SSM document) and locally.
#
# In, by environment:
#   FSXBENCH_ROOT         the host's own folder; default /var/lib/fsxbench
#   FSXBENCH_BUCKET       name of the results bucket in S3, or FSXBENCH_BUCKET_DIR, a folder used instead;
#                         default: the name in the file `bucket` of the host's folder
#   FSXBENCH_{SCRIPT_KEY,SCRIPT_SHA256,HOSTS_KEY,ENDPOINTS_KEY,OUTPUT_PREFIX,ATTEMPT,STEP,START_AT,ISSUED_AT},
#   FSXBENCH_EXECUTION_TIMEOUT
#                         parameters of the SSM document; START_AT may be empty, ISSUED_AT is in epoch milliseconds
#                         (0: unknown), the time-out in seconds
#   FSXBENCH_AFTER        <attempt>/<step>/<seconds>: begin once this command has ended on this host, wait at most so
#                         long; default none. The wait is part of the time-out, not of the script's time
#   FSXBENCH_{PLANNED,DEPLOYED}  versions of the contracts: attempts.sh
#   FSXBENCH_LOCAL        1 if the host is a process of this machine
#   FSXBENCH_HOST_ID      instance id, looked up on EC2; or FSXBENCH_HOST, the name in the hosts file
# Out: all files of FSXBENCH_OUT below <prefix><host>/<step>/, write-once, status.json last: once it exists, all do.
#   One line on stdout; on stderr the reason of a failure, or the end of a failed script's stderr.
#
# Exit code: 0 or 1, as some are commands to the agent: with 194 it reboots the host and runs the command again (Systems
# Manager guide, Rebooting managed nodes from scripts). The line and status.json have the code of the script, or
#   90  a variable is missing or malformed             95  the host's folder cannot be written
#   91  the hosts file has no line for this host       97  the script is not the requested one (SHA-256)
#   92  the bucket cannot be read                      98  the script succeeded, but its results cannot be stored
#   93  delivered twice; the first delivery ended without an exit code
#   96  an attempt that began later is running here          99  another version is deployed (OtherVersion)
#   94  delivered twice; the first delivery still ran when the time limit expired
#   124 the time limit expired      143 (130) ended by TERM (INT)
#
# The time limit covers everything. A tenth of it (at most 60 s) is reserved for ending the script and storing results.
# shellcheck disable=SC2317,SC2034,SC1091
set -uo pipefail
((BASH_VERSINFO[0] >= 5)) || { echo "run-script: bash 5.0 or newer is needed, found $BASH_VERSION" >&2 && exit 1; }
export LC_ALL=C.UTF-8
declare -F enter >/dev/null || . "${BASH_SOURCE[0]%/*}/attempts.sh"
declare -F ends >/dev/null || . "${BASH_SOURCE[0]%/*}/output.sh"
declare -F upload >/dev/null || . "${BASH_SOURCE[0]%/*}/bucket.sh"
declare -F remove_tree >/dev/null || . "${BASH_SOURCE[0]%/*}/../shell/remove.sh"
started=$EPOCHREALTIME
micros=${started/./}
attempt='' step='' script_key='' script_sha256='' hosts_key='' endpoints_key='' output_prefix='' start_at='' limit=0
issued=0 others='' before='' after=none
bucket='' bucket_dir='' lock='' out='' host='' role='' index='' signal='' child='' stored=0

# Functions that compute set REPLY: `$()` would start a process. elapsed: microseconds since the start. seconds N: N
# microseconds as seconds with three digits.
elapsed() { REPLY=$((${EPOCHREALTIME/./} - micros)); }
seconds() { printf -v REPLY '%d.%03d' $(($1 / 1000000)) $(($1 / 1000% 1000)); }

# conclude CODE TEXT: leaves the exit code for a second delivery, prints the one line, exits.
conclude() {
  local line
  elapsed && seconds "$REPLY"
  line="${attempt:-?} ${step:-?} ${host:-?}: exit $1 after $REPLY s, $2"
  [[ -z $lock ]] || echo "$1" >"$lock/exit"
  line=${line//[[:cntrl:]]/ }
  printf '%s\n' "${line:0:200}"
  (($1 < 90 || $1 > 99)) || printf 'run-script: %s\n' "$2" >&2
  [[ -z $lock ]] || leave
  trap - EXIT
  exit $(($1 > 0))
}

# blame TEXT: adds a reason that the script cannot know to its stderr.
blame() { reason=$1 && echo "run-script: $1" >>"$out/raw/stderr.txt"; }

# refuse CODE TEXT: reports a failure of the wrapper itself; stores a status.json once its place is known.
refuse() {
  if [[ -n $host ]]; then blame "$2" && write_status "$1" "$2" && upload; fi
  conclude "$1" "$2"
}

# on_signal NUMBER: until the script has its session, there is only this process.
on_signal() { signal=$1 && [[ -n $child ]] && kill -TERM -- "-$child" "$child" 2>/dev/null; }
trap 'on_signal 15' TERM
trap 'on_signal 2' INT
trap 'code=$?; [[ -z $lock ]] || { echo "$code" >"$lock/exit" && leave; }; exit $((code > 0))' EXIT

same_version "${FSXBENCH_DEPLOYED-none}" && unset FSXBENCH_DEPLOYED
# --- the request

# take NAME VARIABLE PATTERN: checks FSXBENCH_NAME and moves it to a variable that the script does not see.
take() {
  local from="FSXBENCH_$1" value
  value=${!from-}
  [[ $value =~ ^($3)$ ]] || refuse 90 "$from is '${value:0:80}', expected ^($3)\$"
  printf -v "$2" '%s' "$value"
  unset "$from"
}
label='[A-Za-z0-9][A-Za-z0-9._-]{0,79}'
key='[A-Za-z0-9][A-Za-z0-9._-]*(/[A-Za-z0-9_-][A-Za-z0-9._-]*)*' # executions may be named -x, but nothing .x
take ATTEMPT attempt "$label"
take STEP step "$label"
take SCRIPT_KEY script_key "$key"
take SCRIPT_SHA256 script_sha256 '[0-9a-f]{64}'
take HOSTS_KEY hosts_key "$key"
take ENDPOINTS_KEY endpoints_key "($key)?"
take OUTPUT_PREFIX output_prefix "$key/"
take START_AT start_at '([0-9]{1,12}([.][0-9]{1,9})?)?'
[[ $start_at != 0 ]] || start_at='' # SSM takes no empty parameter
: "${FSXBENCH_ISSUED_AT:=0}"
take ISSUED_AT issued '[0-9]{1,14}'
take EXECUTION_TIMEOUT limit '[1-9][0-9]{0,5}'
: "${FSXBENCH_AFTER:=none}"
take AFTER after "none|$label/$label/[1-9][0-9]{0,5}"
take BUCKET bucket '.*'
take BUCKET_DIR bucket_dir '.*'
limit=$((limit * 1000000))
reserve=$((limit / 10 > 60000000 ? 60000000 : limit / 10))
root=${FSXBENCH_ROOT:=/var/lib/fsxbench}
[[ $root == /* && -d $root ]] || refuse 90 "FSXBENCH_ROOT is '$root', expected the absolute path of a folder"
[[ -n $bucket$bucket_dir ]] || read -r bucket <"$root/bucket" || refuse 90 'FSXBENCH_BUCKET is not set'
# --- the bucket

# The functions that read and write it: bucket.sh.
if [[ -n $bucket_dir ]]; then pauses=(0.1 0.2); else pauses=(1 2 4 8); fi

# --- status.json for a script that left none
# json TEXT: prints a JSON string. Characters that need escapes become spaces: these are names and mount options.
json() { printf '"%s"' "${1//[[:cntrl:]\"\\]/ }"; }

# write_status CODE REASON: writes a status.json of the usual shape with what the wrapper knows.
write_status() {
  local source type options copy
  [[ ! -s $out/status.json ]] || return 0
  copy=$(sed -n "s/^export FSXBENCH_COPY='\\(c[0-9]*\\)'$/\\1/p;T;q" -- "${lock:-}/script.sh" 2>/dev/null)
  read -r source type options < <(findmnt -n -r -o SOURCE,FSTYPE,OPTIONS -T "$root/volumes/$copy" 2>/dev/null)
  {
    printf '{"host":%s,"role":%s,"tool":"run-script","version":"1",' "$(json "$host")" "$(json "$role")"
    printf '"argv":["bash",%s],"rc":%d,"started":%s,' "$(json "$script_key")" "$1" "$started"
    printf '"ended":%s,"startAt":%s,"kernel":%s,' "$EPOCHREALTIME" "${start_at:-null}" "$(json "$(uname -r)")"
    printf '"mount":{"source":%s,"type":%s,' "$(json "${source-}")" "$(json "${type-}")"
    printf '"options":%s},"facts":{"wrapper":%s' "$(json "${options-}")" "$(json "$2")"
    [[ -z $others ]] || printf ',"others":%s' "$(json "$others")"
    [[ -z $before ]] || printf ',"beforeLimit":"%s"' "$before"
    printf '}}\n'
  } >"$out/status.json"
}

# --- one delivery only
held="$root/attempts/$attempt/$step"
mkdir -p -- "${held%/*}" "$root/work" || refuse 95 "cannot make folders below $root"
mkdir -- "$held" 2>/dev/null || { [[ -d $held ]] && follow; } || refuse 95 "cannot make the folder $held"
lock=$held out=$held/out
process_start $$
birth=$REPLY
echo "$$ $birth" >"$lock/owner"
mkdir -p -- "$out/raw" || refuse 95 "cannot make the folder $out"
[[ $after == none ]] || await_other "${after%/*}" "${after##*/}"

# identities: lists the name, or the instance ids and addresses, that this host may have in the hosts file.
identities() {
  printf '%s\n' "${FSXBENCH_HOST:-${FSXBENCH_HOST_ID-}}"
  [[ -z ${FSXBENCH_HOST-}${FSXBENCH_LOCAL-} ]] || return 0
  echo "${AWS_SSM_INSTANCE_ID-}"
  cat /var/lib/cloud/data/instance-id 2>/dev/null
  hostname -I 2>/dev/null | tr ' ' '\n'
}

begin_fetch "$hosts_key" "$lock/hosts"
begin_fetch "$script_key" "$lock/script.sh"
[[ ${endpoints_key:-none} == none ]] || begin_fetch "$endpoints_key" "$lock/endpoints"
need "$hosts_key" "$lock/hosts"
read -r host role index _ _ listed _ < <(identities |
  awk 'NR == FNR { if ($1 != "") me[$1]; next } ($1 in me) || ($5 in me) || ($4 in me)' - "$lock/hosts")
[[ -n $index ]] || refuse 91 "$hosts_key has no line for host ${FSXBENCH_HOST-} ${FSXBENCH_HOST_ID-}"
same_version "${listed:-none}"
enter
[[ ${endpoints_key:-none} == none ]] || need "$endpoints_key" "$lock/endpoints"

# --- the script

need "$script_key" "$lock/script.sh"
read -r found _ < <(sha256sum <"$lock/script.sh")
[[ $found == "$script_sha256" ]] || refuse 97 "SHA-256 of $script_key is $found, expected $script_sha256"

# launch SECONDS: starts the script in a session of its own, bounded in time, ended if this process dies (setpriv).
launch() {
  local tied=() grace
  seconds $((reserve / 3))
  grace=$REPLY
  ! command -v setpriv >/dev/null || tied=(setpriv --pdeathsig TERM)
  mkfifo -- "$lock/stdout" "$lock/stderr" || refuse 95 "cannot make pipes in $lock"
  ends "$out/raw/stdout.txt" "$lock/late.stdout" <"$lock/stdout" &
  readers=($!)
  ends "$out/raw/stderr.txt" "$lock/late.stderr" <"$lock/stderr" &
  readers+=($!)
  (
    export FSXBENCH_ROOT FSXBENCH_OUT=$out FSXBENCH_HOST=$host FSXBENCH_ROLE=$role FSXBENCH_INDEX=$index
    export FSXBENCH_ATTEMPT=$attempt FSXBENCH_HOSTS=$lock/hosts FSXBENCH_ENDPOINTS=$lock/endpoints
    export FSXBENCH_START_AT=$start_at FSXBENCH_OTHERS=$others FSXBENCH_LOCAL=${FSXBENCH_LOCAL-}
    export FSXBENCH_DELIVERY=$$.$birth FSXBENCH_TOOLS=${bucket_dir:-s3://$bucket}/tools
    cd -- "$root/work" || exit 95
    exec "${tied[@]}" setsid timeout --kill-after="$grace" "$1" bash "$lock/script.sh"
  ) </dev/null >"$lock/stdout" 2>"$lock/stderr" &
  child=$!
  [[ -z $signal ]] || on_signal "$signal"
}

# settle: waits for the end of the script and sets `code`; ends everything that it started, except deliberate sessions.
settle() {
  local reader round
  # A signal ends the wait early.
  until wait "$child"; code=$?; ! kill -0 "$child" 2>/dev/null; do :; done
  sweep 3 "$child"
  child=''
  [[ -z $signal && $code != 124 && $code != 137 ]] || purge "$$.$birth"
  leave
  # The readers end with the last writer. A process that left the session may keep a pipe open: do not wait for it.
  for ((round = 0; round < 50; round++)); do
    kill -0 "${readers[@]}" 2>/dev/null || break
    sleep 0.01
  done
  for reader in "${readers[@]}"; do
    kill -STOP "$reader" && sweep 1 "$reader" && kill -KILL "$reader"
    wait "$reader"
  done
  join "$out/raw/stdout.txt" "$lock/late.stdout"
  join "$out/raw/stderr.txt" "$lock/late.stderr"
}

[[ -z $signal ]] || refuse $((128 + signal)) 'ended by a signal before the script started'
elapsed
left=$((limit - reserve - REPLY))
((left > 0)) || refuse 124 'the time was over before the script could start'
seconds "$left"
left=$REPLY
launch "$left"
settle 2>/dev/null
reason='the script left no status.json'
elapsed
if [[ -n $signal ]]; then
  code=$((128 + signal)) && blame 'the command was cancelled'
elif [[ $code == 124 || $code == 137 ]] && ((REPLY > limit - reserve)); then
  code=124 && blame "the time was over after $left s"
elif [[ $code == 124 || $code == 137 ]]; then
  # Neither we nor its own limits ended it, or it would have said so: it exited by itself, or the kernel killed it.
  seconds "$REPLY"
  before=$REPLY
fi
((code == 0)) || tail -c 2000 "$out/raw/stderr.txt" >&2
write_status "$code" "$reason"
upload || conclude $((code == 0 ? 98 : code)) "results cannot be stored: $(tail -n 1 "$lock/error")"
remove_tree "$out"
conclude "$code" "$stored files stored, $(count_kept) of them were there already"

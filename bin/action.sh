#!/usr/bin/env bash
# The step of action.yml: measures in the folder of the job, and sets its outputs. Its inputs are the variables GATE_*;
# those that are not set are empty. Ends with the exit code of fsxbench.
set -euo pipefail

# Logical, so that a linked folder keeps its place.
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
program=$root/dist/fsxbench.mjs
# No text of a job file can end an output, or be a command of the runner.
token=$(od -An -N16 -tx1 /dev/urandom | tr -d ' \n')

set_output() {
  printf '%s<<%s\n%s\n%s\n' "$1" "$token" "$2" "$token" >>"$GITHUB_OUTPUT"
}

refuse() {
  printf '::error::%s\n' "$1"
  set_output exit-code 2
  exit 2
}

# add FLAG VALUE: an option, unless its value is empty.
add() {
  [[ -z $2 ]] || options+=("$1=$2")
}

# fetch_baseline: a clone of CI has one commit, so the branch of the baseline may be missing.
fetch_baseline() {
  local folder
  folder=$(dirname -- "$1")
  [[ -n $against && ! -e $against ]] || return 0
  ! git -C "$folder" rev-parse --verify --quiet --end-of-options "$against^{commit}" &>/dev/null || return 0
  # Without the branch, fsxbench explains what a baseline may be.
  git -C "$folder" fetch --quiet --depth=1 -- origin "$against" || return 0
  against=$(git -C "$folder" rev-parse FETCH_HEAD)
}

# read_result EXPRESSION: a value of the result, which is `r`; empty if there is none.
read_result() {
  RESULT=.fsxbench/bucket/results/$name.json node -p "
    const { RESULT } = process.env, { existsSync, readFileSync } = require('node:fs')
    const r = existsSync(RESULT) ? JSON.parse(readFileSync(RESULT, 'utf8')) : null
    r === null ? '' : $1"
}

job=${GATE_JOB:-} directory=${GATE_DIRECTORY:-} spec=${GATE_SPEC:-} against=${GATE_AGAINST:-}
of_job=$job$directory${GATE_AT_LEAST:-}${GATE_AT_MOST:-}${GATE_METRIC:-}${GATE_OPERATION:-}
if [[ -n $spec ]]; then
  [[ -z $of_job ]] || refuse 'fsxbench: a spec has its own question: set only spec, against and allow'
  command=(run) places=("$spec")
else
  [[ -n $job && -n $directory ]] || refuse 'fsxbench: set job and directory, or spec'
  command=(gate) places=("$job" "$directory")
fi
node -e 'process.exit(parseInt(process.versions.node) < 20 ? 1 : 0)' 2>/dev/null ||
  refuse 'fsxbench needs Node.js 20 or newer: use actions/setup-node first'
[[ -f $program ]] || (cd "$root" && npm ci --no-audit --no-fund)
fetch_baseline "${places[0]}"

name=$(date -u +%Y%m%d-%H%M%S)
options=("--name=$name" "--summary=$GITHUB_STEP_SUMMARY")
add --at-least "${GATE_AT_LEAST:-}"
add --at-most "${GATE_AT_MOST:-}"
add --metric "${GATE_METRIC:-}"
add --operation "${GATE_OPERATION:-}"
add --against "$against"
add --allow "${GATE_ALLOW:-}"
code=0
printf '::stop-commands::%s\n' "$token"
node "$program" "${command[@]}" "${options[@]}" -- "${places[@]}" || code=$?
printf '::%s::\n' "$token"
set_output exit-code "$code"
set_output answer "$(read_result 'r.answer?.headline ?? ""')"
set_output folder "$(read_result '".fsxbench/bucket/executions/" + r.experiment + "/" + r.executionId')"
exit "$code"

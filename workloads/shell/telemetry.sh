# shellcheck shell=bash disable=SC2034,SC2153,SC2154 # called by status.sh, with what that knows
# Metrics of external storage from its Prometheus: raw/servers.json, and raw/<metric>.json for each metric, as answered.
# The first host of the measuring step queries it, once all measurements are done and its status.json is written.
# Failures are recorded in these files, and nowhere else. Functions only.
#   TELEMETRY_URL      address of the server
#   TELEMETRY_SECRET   ARN of the secret with its token; empty if it requires none
#   TELEMETRY_STEP     seconds between two points
#   TELEMETRY_QUERIES  one line `<metric><tab><PromQL>` per metric
#   TELEMETRY_ROLE     the role whose first host sends the queries

# Seconds of one query, and of all of them together.
TELEMETRY_EACH=5 TELEMETRY_ALL=10
# Bytes of one answer; a thousand points take some 25 KiB.
TELEMETRY_BYTES=262144
TELEMETRY_POINTS=1000
# After so many unanswered trials in a row a server is skipped for so many seconds, not forever: it may be restarting,
# and a rig measures for days.
TELEMETRY_TRIALS=3 TELEMETRY_PEACE=600

# telemetry_ask CODE: CODE is the exit code of the script: for a failed trial nothing is queried.
telemetry_ask() {
  local step=$TELEMETRY_STEP from to count end metric query answers='' token=''
  local silent=$FSXBENCH_ROOT/telemetry.$FSXBENCH_COPY
  [[ $1 == 0 && $FSXBENCH_ROLE == "$TELEMETRY_ROLE" && $FSXBENCH_INDEX == 0 ]] || return 0
  mkdir -p -- "$FSXBENCH_OUT/raw" || return 0
  microseconds "$STATUS_STARTED"
  from=$(((REPLY + step * 1000000 - 1) / 1000000 / step * step))
  microseconds "$STATUS_ENDED"
  to=$((REPLY / 1000000 / step * step))
  count=$(((to - from) / step))
  ((count <= TELEMETRY_POINTS)) || step=$((step * ((count + TELEMETRY_POINTS - 1) / TELEMETRY_POINTS)))
  if ((count < 3)); then
    telemetry_note "the trial has fewer than 3 whole steps of $step s"
  elif ! command -v curl >/dev/null; then
    telemetry_note 'curl is not installed on this host'
  elif telemetry_in_peace "$silent"; then
    telemetry_note "not queried: the server did not answer after $TELEMETRY_TRIALS trials in a row;\
 it is asked again $((TELEMETRY_PEACE / 60)) minutes after the last one that asked"
  elif ! telemetry_token; then
    telemetry_note "the secret with the token cannot be read, contains no token, or may not go to this server\
 (context secrets of the deployment)"
  else
    end=$((SECONDS + TELEMETRY_ALL))
    while IFS=$'\t' read -r metric query; do telemetry_one; done <<<"$TELEMETRY_QUERIES"
    telemetry_note ''
  fi
}

# telemetry_token: sets `token`, which is in no argument, file or result.
telemetry_token() {
  [[ -n ${TELEMETRY_SECRET:-} ]] || return 0
  # Everything before the path: curl reads no other server.
  [[ $TELEMETRY_URL =~ ^(https://[^/]+)(/|$) ]] || return 1
  token=$(SECRET_SECONDS=$TELEMETRY_EACH secret_read "$TELEMETRY_SECRET" "${BASH_REMATCH[1]}" 2>/dev/null) || return 1
  # RFC 6750, 2.1: nothing else could be in a header.
  [[ $token =~ ^[A-Za-z0-9._~+/-]+=*$ ]]
}

# telemetry_silent FILE: number of unanswered trials in a row, and the epoch second of the last one.
telemetry_silent() {
  local times=0 last=0
  { read -r times last <"$1"; } 2>/dev/null || true
  [[ "$times $last" =~ ^[0-9]' '[1-9][0-9]{0,11}$ ]] || times=0 last=0
  printf '%s %s\n' "$times" "$last"
}

# telemetry_in_peace FILE: whether it is skipped now. A clock that was set back does not prolong that.
telemetry_in_peace() {
  local times last age
  read -r times last < <(telemetry_silent "$1")
  age=$(($(date +%s) - last))
  ((times >= TELEMETRY_TRIALS && age >= 0 && age < TELEMETRY_PEACE))
}

# telemetry_did_not_answer FILE: counts one more trial, up to the threshold.
telemetry_did_not_answer() {
  local times
  read -r times _ < <(telemetry_silent "$1")
  printf '%s %s\n' "$((times < TELEMETRY_TRIALS ? times + 1 : times))" "$(date +%s)" >"$1"
}

# telemetry_one: queries one metric, and adds the outcome to `answers`; stops after an unanswered query.
telemetry_one() {
  local file=$FSXBENCH_OUT/raw/$metric.json errors=$FSXBENCH_OUT/telemetry.stderr code=0 problem='' rcs
  local left=$((end - SECONDS))
  [[ -n $metric ]] || return 0
  if [[ -e $FSXBENCH_OUT/telemetry.none ]]; then
    problem='not queried: the server did not answer before'
  elif ((left <= 0)); then
    problem="not queried: all queries together may take $TELEMETRY_ALL s"
  else
    ((left <= TELEMETRY_EACH)) || left=$TELEMETRY_EACH
    timeout --foreground --kill-after=1 "$((left + 1))" curl -q -g -s -S -G --connect-timeout 3 --max-time "$left" \
      -H 'Accept: application/json' -D "$errors.head" --data-urlencode "query=$query" \
      --data "start=$from" --data "end=$to" --data "step=$step" --data "timeout=${left}s" \
      -K <([[ -z $token ]] || printf 'header = "Authorization: Bearer %s"\n' "$token") \
      -- "$TELEMETRY_URL/api/v1/query_range" </dev/null 2>"$errors" | head -c "$((TELEMETRY_BYTES + 1))" >"$file"
    rcs=("${PIPESTATUS[@]}")
    # `HTTP/1.1 200 OK`, after that of a proxy if there is one; curl before 7.63 cannot print it separately.
    code=$(sed -n 's/^HTTP[/0-9.]* \([1-9][0-9][0-9]\).*/\1/p' -- "$errors.head" 2>/dev/null | tail -n 1)
    code=${code:-0}
    if (($(file_bytes "$file") > TELEMETRY_BYTES)); then
      problem="its answer has more than $TELEMETRY_BYTES bytes"
    elif ((rcs[0] != 0)); then
      problem=$(grep -m 1 '^curl: ' -- "$errors" || true)
      problem=${problem:-"curl ended with exit code ${rcs[0]}"}
    elif [[ $code != 200 ]]; then
      problem="it answered with HTTP status $code"
    fi
    # A truncated answer (23) is still an answer.
    if ((rcs[0] != 0 && rcs[0] != 23)); then
      : >"$FSXBENCH_OUT/telemetry.none"
      telemetry_did_not_answer "$silent"
    else
      rm -f -- "$silent"
    fi
    # Discard partial answers.
    ((rcs[0] == 0 && $(file_bytes "$file") <= TELEMETRY_BYTES)) || rm -f -- "$file"
    rm -f -- "$errors" "$errors.head"
  fi
  json_string "$metric"
  answers+="${answers:+,}$REPLY:{\"status\":$code,\"problem\":"
  json_string "${problem:0:300}"
  answers+="$REPLY}"
}

# telemetry_note PROBLEM: records what was queried, and why nothing was, if so.
telemetry_note() {
  rm -f -- "$FSXBENCH_OUT/telemetry.none"
  json_string "$1"
  printf '{"version":1,"from":%d,"to":%d,"step":%d,"problem":%s,"answers":{%s}}\n' "$from" "$to" "$step" \
    "$REPLY" "$answers" >"$FSXBENCH_OUT/raw/servers.json"
}

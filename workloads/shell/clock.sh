# shellcheck shell=bash
# Time on a host. Sourced by concatenation: functions only.

# Decimal points and English messages, regardless of the host's locale.
export LC_ALL=C

# Epoch seconds with six decimals.
now() {
  # bash 5 reads the time without a new process.
  printf '%s\n' "${EPOCHREALTIME:-$(date +%s.%6N)}"
}

# microseconds SECONDS: epoch or span with any number of decimals, as whole microseconds.
microseconds() {
  local whole=${1%%.*} fraction=000000
  [[ $1 != *.* ]] || fraction=${1#*.}000000
  printf '%s\n' "$((10#${whole:-0} * 1000000 + 10#${fraction:0:6}))"
}

# seconds MICROSECONDS: the inverse.
seconds() {
  printf '%d.%06d\n' "$(($1 / 1000000))" "$(($1% 1000000))"
}

# sleep_until INSTANT: waits for an epoch instant; returns at once if it is past or empty. Prints the delay in seconds.
sleep_until() {
  local left
  if [[ -z $1 ]]; then
    printf '0\n'
    return
  fi
  left=$(($(microseconds "$1") - $(microseconds "$(now)")))
  if ((left > 0)); then
    sleep "$(seconds "$left")"
    printf '0\n'
  else
    seconds "$((-left))"
  fi
}

# evidence_clock: seconds by which the clock of this host is ahead, according to chrony; null if no daemon synchronizes
# it. `System time : 0.000012 seconds slow of NTP time`, and `Leap status : Not synchronised` if unknown.
evidence_clock() {
  local name value sign='' offset=null
  if command -v chronyc >/dev/null; then
    while IFS=: read -r name value; do
      case $name in
        'System time'*)
          [[ $value =~ ^\ *([0-9]+\.[0-9]+)\ seconds\ (slow|fast) ]] || continue
          [[ ${BASH_REMATCH[2]} == fast ]] || sign=-
          offset=$sign${BASH_REMATCH[1]}
          ;;
        'Leap status'*) [[ $value != *'Not synchronised'* ]] || offset=null ;;
      esac
    done < <(timeout --foreground 1 chronyc -n tracking 2>/dev/null)
  fi
  printf '%s' "$offset"
}

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

# evidence_clock: seconds by which the clock of this host is ahead, according to chrony, and the bound of the error of
# that number, `<ahead>,"clockBound":<seconds>`; both null if the clock follows no time server. The bound is the root
# dispersion plus half of the root delay (chronyc(1), tracking). chrony prints `Not synchronised`, stratum 0 and the
# reference 00000000 without a server. As a server of its own time (`local`), it prints an offset of 0, the reference
# 7F7F0101 and a leap status of Normal.
evidence_clock() {
  local name value ahead='' leap='' reference='' delay='' dispersion='' bound=null second='^ *([0-9]+\.[0-9]+) seconds'
  if command -v chronyc >/dev/null; then
    while IFS=: read -r name value; do
      case $name in
        'Reference ID'*) read -r reference _ <<<"$value" ;;
        'Stratum'*) [[ $value != *([ ])0 ]] || reference=0 ;;
        'System time'*)
          [[ $value =~ $second\ (slow|fast) ]] || continue
          ahead=${BASH_REMATCH[1]}
          [[ ${BASH_REMATCH[2]} == fast ]] || ahead=-$ahead
          ;;
        'Root delay'*) [[ ! $value =~ $second ]] || delay=${BASH_REMATCH[1]} ;;
        'Root dispersion'*) [[ ! $value =~ $second ]] || dispersion=${BASH_REMATCH[1]} ;;
        'Leap status'*) read -r leap <<<"$value" ;;
      esac
    done < <(timeout --foreground 1 chronyc -n tracking 2>/dev/null)
  fi
  case "$leap/$reference" in
    'Not synchronised'/* | /* | */ | */0 | */00000000 | */0.0.0.0 | */7F7F0101 | */127.127.1.1) ahead='' ;;
  esac
  if [[ -n $ahead && -n $delay && -n $dispersion ]]; then
    bound=$(seconds $(($(microseconds "$dispersion") + ($(microseconds "$delay") + 1) / 2 + 1)))
  fi
  printf '%s,"clockBound":%s' "${ahead:-null}" "$bound"
}

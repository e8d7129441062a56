# shellcheck shell=bash
# Time on a host, with bash 5: EPOCHREALTIME has epoch seconds with six decimals. Functions that compute set REPLY, as
# `$()` would start a process. Sourced by concatenation: functions only.

# Decimal points and English messages, regardless of the host's locale.
export LC_ALL=C

# microseconds SECONDS: sets REPLY to an epoch or span with any number of decimals, as whole microseconds.
microseconds() {
  local whole=${1%%.*} fraction=000000
  [[ $1 != *.* ]] || fraction=${1#*.}000000
  REPLY=$((10#${whole:-0} * 1000000 + 10#${fraction:0:6}))
}

# seconds MICROSECONDS: sets REPLY to the inverse.
seconds() {
  printf -v REPLY '%d.%06d' "$(($1 / 1000000))" "$(($1% 1000000))"
}

# microseconds_between FROM TO: sets REPLY to a span, negative if TO is earlier.
microseconds_between() {
  local from
  microseconds "$1"
  from=$REPLY
  microseconds "$2"
  REPLY=$((REPLY - from))
}

# later INSTANT SECONDS: sets REPLY to a later instant.
later() {
  local from
  microseconds "$1"
  from=$REPLY
  microseconds "$2"
  seconds "$((from + REPLY))"
}

# seconds_late AGREED BEGAN: sets REPLY to a delay, 0 if it began earlier.
seconds_late() {
  microseconds_between "$1" "$2"
  seconds "$((REPLY > 0 ? REPLY : 0))"
}

# seconds_since MICROSECONDS: sets REPLY to the seconds since an epoch instant.
seconds_since() {
  seconds "$((${EPOCHREALTIME/./} - $1))"
}

# sleep_until INSTANT: waits for an epoch instant; returns at once if it is past or empty. Sets REPLY to the delay in
# seconds.
sleep_until() {
  local left
  REPLY=0
  [[ -n $1 ]] || return 0
  microseconds_between "$EPOCHREALTIME" "$1"
  left=$REPLY
  seconds "${left#-}"
  ((left <= 0)) || { sleep "$REPLY" && REPLY=0; }
}

# evidence_clock: sets REPLY to the seconds by which the clock of this host is ahead, according to chrony, and the bound
# of the error of that number, `<ahead>,"clockBound":<seconds>`; both null if the clock follows no server. The bound is
# the root dispersion plus half of the root delay (chronyc(1), tracking). chrony prints `Not synchronised`, stratum 0
# and the reference 00000000 without a server. As a server of its own time (`local`), it prints an offset of 0, the
# reference 7F7F0101 and a leap status of Normal.
evidence_clock() {
  local name value ahead='' leap='' reference='' delay='' dispersion='' second='^ *([0-9]+\.[0-9]+) seconds'
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
  REPLY=null
  if [[ -n $ahead && -n $delay && -n $dispersion ]]; then
    microseconds "$delay"
    delay=$(((REPLY + 1) / 2 + 1))
    microseconds "$dispersion"
    seconds $((REPLY + delay))
  fi
  REPLY="${ahead:-null},\"clockBound\":$REPLY"
}

# First part of user data: schedules the host's shutdown. User data must be short, so the other parts only fetch.
# In: FSXBENCH_EXPIRES_AT  epoch seconds at which the host shuts down in any case
#     FSXBENCH_BUCKET      name of the results bucket
# A host that cannot do this shuts down at once: it would cost money and never answer.
# shellcheck shell=bash
set -u
export LC_ALL=C.UTF-8
root=${FSXBENCH_ROOT:-/var/lib/fsxbench}

fail() {
  printf 'fsxbench: %s\n' "$*" >&2
  shutdown -h now
  exit 1
}

# again ARGV...: repeats a command until it succeeds; networks and buckets may not answer at once.
again() {
  local pause
  for pause in 1 2 4 8 16 32 last; do
    "$@" && return
    [[ $pause != last ]] || return 1
    sleep "$pause"
  done
}

# Schedule the shutdown first, so that no failure below prevents it. Shutting down terminates the instance.
left=$((FSXBENCH_EXPIRES_AT - $(date +%s)))
((left > 0)) || fail "the time of this host was over before it booted"
# Units on disk outlive a reboot; Persistent: a missed shutdown is caught up.
unit=${FSXBENCH_UNITS:-/etc/systemd/system}/fsxbench-expiry
{ printf '[Service]\nExecStart=/usr/sbin/shutdown -h now\n' >"$unit.service" &&
  TZ=UTC printf '[Timer]\nOnCalendar=%(%F %T)T UTC\nPersistent=true\n[Install]\nWantedBy=timers.target\n' \
    "$FSXBENCH_EXPIRES_AT" >"$unit.timer" &&
  systemctl daemon-reload && systemctl enable -q --now fsxbench-expiry.timer; } ||
  fail 'the timer of the expiry cannot be set'

mkdir -p -- "$root/bin" "$root/volumes" || fail "cannot make folders below $root"
printf '%s\n' "$FSXBENCH_BUCKET" >"$root/bucket" || fail "cannot write below $root"

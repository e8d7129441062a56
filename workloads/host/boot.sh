# Boot of an EC2 host: it will end itself when its time is over, and gets what runs scripts.
#
# In: FSXBENCH_EXPIRES_AT     epoch seconds at which the host ends itself, whoever has forgotten it
#     FSXBENCH_BUCKET         name of the results bucket
#     FSXBENCH_WRAPPER_KEY    key of run-script.sh in it, and the SHA-256 of its bytes:
#     FSXBENCH_WRAPPER_SHA256
# A host that cannot do this ends at once: it would cost and never answer.
# shellcheck shell=bash
set -u
export LC_ALL=C.UTF-8
root=${FSXBENCH_ROOT:-/var/lib/fsxbench}

fail() {
  printf 'fsxbench: %s\n' "$*" >&2
  shutdown -h now
  exit 1
}

# The end first: nothing below may keep it from coming. Shutting down terminates the instance.
left=$((FSXBENCH_EXPIRES_AT - $(date +%s)))
((left > 0)) || fail "the time of this host was over before it booted"
systemd-run --quiet --unit=fsxbench-expiry --on-active="${left}s" --timer-property=AccuracySec=1s \
  shutdown -h now || fail 'the timer of the expiry cannot be set'

mkdir -p -- "$root/bin" "$root/volumes" || fail "cannot make folders below $root"
printf '%s\n' "$FSXBENCH_BUCKET" >"$root/bucket" || fail "cannot write below $root"

wrapper=$root/bin/run-script.sh
for pause in 1 2 4 8 16 32 last; do
  timeout 60 aws s3 cp --only-show-errors "s3://$FSXBENCH_BUCKET/$FSXBENCH_WRAPPER_KEY" "$wrapper" && break
  [[ $pause != last ]] || fail "cannot read $FSXBENCH_WRAPPER_KEY"
  sleep "$pause"
done
read -r found _ < <(sha256sum <"$wrapper")
[[ $found == "$FSXBENCH_WRAPPER_SHA256" ]] ||
  fail "SHA-256 of $FSXBENCH_WRAPPER_KEY is $found, expected $FSXBENCH_WRAPPER_SHA256"
chmod 755 "$wrapper" || fail "cannot make $wrapper executable"

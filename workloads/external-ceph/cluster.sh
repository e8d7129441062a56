# shellcheck shell=bash
# External Ceph cluster. Sourced by concatenation, after store.sh and secret.sh: functions only.
#   CEPH_MONITORS  `<address>:<port>`, separated by commas
#   CEPH_USER      user of the cluster, without `client.`
#   CEPH_SECRET    ARN of the secret with the user's key; empty if the cluster requires no key
#   FSXBENCH_RUN   where secrets are kept, in memory; default /run/fsxbench

# ceph_install: installs the client from the repositories of the image.
ceph_install() {
  install_packages "$1" "$FSXBENCH_OUT/raw/install.log" ceph-common
  status_version "$(ceph --version 2>/dev/null | head -n 1 || true)"
}

# ceph_key: sets CEPH_KEY to a file with the key, in memory and readable by root only; empty if no key is needed. The
# key never appears in arguments, logs or results.
ceph_key() {
  local folder=${FSXBENCH_RUN:-/run/fsxbench} error servers
  CEPH_KEY=''
  [[ -n $CEPH_SECRET ]] || return 0
  (umask 077 && mkdir -p -- "$folder") || fail "the folder $folder cannot be made"
  CEPH_KEY=$folder/ceph.$FSXBENCH_COPY
  IFS=, read -r -a servers <<<"$CEPH_MONITORS"
  error=$( (umask 077 && secret_read "$CEPH_SECRET" "${servers[@]%:6789}" >"$CEPH_KEY.part") 2>&1) ||
    fail "the secret of the cluster cannot be read: ${error##*: } (context secrets of the deployment)"
  mv -- "$CEPH_KEY.part" "$CEPH_KEY"
}

# ceph_forget: removes the key.
ceph_forget() { rm -f -- "${FSXBENCH_RUN:-/run/fsxbench}/ceph.$FSXBENCH_COPY"{,.part}; }

# shellcheck disable=SC2034 # CEPH_SAID is read by callers in other files
# ceph_rbd ARGV...: runs the tool for images, without a cluster configuration on this host. CEPH_SAID is its output.
ceph_rbd() {
  local key=(--keyfile "$CEPH_KEY")
  [[ -n $CEPH_KEY ]] || key=(--auth-client-required none)
  CEPH_SAID=$(as_root timeout --kill-after=5 300 rbd --conf /dev/null --id "$CEPH_USER" -m "$CEPH_MONITORS" \
    "${key[@]}" "$@" 2>"$FSXBENCH_OUT/raw/rbd.txt") || {
    CEPH_SAID=$(last_words "$FSXBENCH_OUT/raw/rbd.txt")
    return 1
  }
}

# shellcheck shell=bash
# Folder of a trial. Sourced by concatenation: functions only.

# commits_folder: folder of this host and attempt, on the storage under test.
commits_folder() { printf '%s\n' "$FSXBENCH_ROOT/volumes/$FSXBENCH_COPY/$FSXBENCH_HOST/commits/$FSXBENCH_ATTEMPT"; }

# commits_refuse: fails for SQLite where its files cannot be shared or locked: on file systems of the network.
commits_refuse() {
  [[ $COMMITS_SHAPE == sqlite-* ]] || return 0
  mount_of "$1"
  case $MOUNT_TYPE in
    nfs* | cifs | smb3 | lustre | ceph | fuse.* | 9p | virtiofs)
      [[ $COMMITS_SHAPE != sqlite-wal ]] ||
        fail "in WAL mode SQLite shares memory, which $MOUNT_TYPE does not offer (sqlite.org/wal.html)"
      (($(hosts_of_role) == 1)) ||
        fail "several hosts commit with SQLite on $MOUNT_TYPE, where its locks are not reliable (sqlite.org/faq.html)"
      ;;
  esac
}

# shellcheck shell=bash
# Mounts of S3 Files. Sourced by concatenation, after volume.sh and nfs.sh: functions only.

# mount_s3_files ID ADDRESS FOLDER HINT: installs AWS's mount helper and mounts a file system through it. The helper
# always uses TLS and the IAM role of the host. amazon-efs-utils has mount.s3files from version 3.0.0 on.
#   NFS_OPTIONS  mount options
mount_s3_files() {
  local version
  install_nfs
  install_packages mount.s3files "$FSXBENCH_OUT/raw/install.log" amazon-efs-utils
  version=$(mount.s3files --version 2>&1 | head -n 1 || true)
  status_version "$version"
  fact helper "$version"
  # shellcheck disable=SC2034 # read by mount_volume
  MOUNT_HELPER=s3files
  # Mount by address: names of mount targets take minutes to resolve.
  mount_volume nfs "$1:/" "$NFS_OPTIONS,mounttargetip=$2" "$3" "$4"
  note_nfs
}

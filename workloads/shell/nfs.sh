# shellcheck shell=bash
# Mounts by NFS. Sourced by concatenation: functions only.
#   NFS_RSIZE, NFS_WSIZE  requested bytes per NFS request

# install_nfs: installs the client if the system lacks it.
install_nfs() {
  case " $(os_release ID) $(os_release ID_LIKE) " in
    *' debian '* | *' ubuntu '*) install_packages mount.nfs "$FSXBENCH_OUT/raw/install.log" nfs-common ;;
    *) install_packages mount.nfs "$FSXBENCH_OUT/raw/install.log" nfs-utils ;;
  esac
}

# note_nfs: records what client and server negotiated, which may be less than requested.
note_nfs() {
  local option asked
  local -a options
  IFS=, read -r -a options <<<"$MOUNT_OPTIONS"
  for option in "${options[@]}"; do
    case $option in
      vers=* | nconnect=* | rsize=* | wsize=*) fact "${option%%=*}" "${option#*=}" ;;
    esac
    case $option in
      rsize=*) asked=$NFS_RSIZE ;;
      wsize=*) asked=$NFS_WSIZE ;;
      *) continue ;;
    esac
    [[ ${option#*=} == "$asked" ]] ||
      fact "${option%%=*}Lowered" "asked for $asked bytes: the server has agreed to ${option#*=}"
  done
}

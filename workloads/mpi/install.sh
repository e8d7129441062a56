#!/usr/bin/env bash
# Installs Open MPI on a host, and ssh if its processes are started from another host.
set -euo pipefail

status_begin openmpi "$FSXBENCH_ROOT"
mkdir -p "$FSXBENCH_OUT/raw"
case " $(os_release ID) $(os_release ID_LIKE) " in
  *' debian '* | *' ubuntu '*) package=openmpi-bin client=openssh-client network=iproute2 ;;
  *) package=openmpi client=openssh-clients network=iproute ;;
esac
PATH=$PATH:/usr/lib64/openmpi/bin
install_packages mpirun "$FSXBENCH_OUT/raw/install.log" "$package"
if ! mpi_alone; then
  PATH=$PATH:/usr/sbin
  install_packages sshd "$FSXBENCH_OUT/raw/install.log" openssh-server
  install_packages ssh-keyscan "$FSXBENCH_OUT/raw/install.log" "$client"
  install_packages ip "$FSXBENCH_OUT/raw/install.log" "$network"
fi
mpi_path
version=$(mpirun --version)
version=${version%%$'\n'*}
[[ $version =~ \)\ 4\. ]] || fail "this host has '$version', but fsxbench requires Open MPI 4"
status_version "$version"
printf '%s\n' "$version"

#!/usr/bin/env bash
# Makes fio available on a host, with the library of its asynchronous engine.
set -euo pipefail

status_begin fio "$FSXBENCH_ROOT"
mkdir -p "$FSXBENCH_OUT/raw"
packages=(fio)
# Debian's fio is linked to libaio; on Amazon Linux and its kin the library is a package of its own.
[[ " $(os_release ID) $(os_release ID_LIKE) " != *' fedora '* && $(os_release ID) != amzn ]] || packages+=(libaio)
install_packages fio "$FSXBENCH_OUT/raw/install.log" "${packages[@]}"
version=$(fio --version)
status_version "$version"
printf '%s\n' "$version"

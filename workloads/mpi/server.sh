#!/usr/bin/env bash
# The ssh server of a rig, beside that of the host and with keys of its own: the leader starts the processes of a job
# through it. It runs until it is ended, and its keys go with it.
#
# Each host has a key by which it is known as a server, and another one that starts processes elsewhere: of these
# only that of the leader may log in here. Each server shows it to whoever connects, before anybody logs in; hosts take
# it from the address that the list of the rig's hosts has for the leader, and trust it on first use: addresses of EC2
# cannot be taken by others in their network. The security group is that of the deployment: hosts of its other rigs
# reach the port, too, and have no key that may log in.
set -euo pipefail

umask 077
folder=$(mpi_folder)
mkdir -p -- "$folder"
# One machine needs none.
! mpi_alone || exec sleep infinity
((EUID == 0)) || fail 'only root can start processes of other hosts'
PATH=$PATH:/usr/sbin
# A server that was ended and is started again keeps its keys: the others know it by them.
for pair in "$folder/host" "$folder/key"; do
  [[ -s $pair && -s $pair.pub ]] || rm -f -- "$pair" "$pair.pub"
  [[ -s $pair ]] || ssh-keygen -q -t ed25519 -N '' -C fsxbench -f "$pair"
done
# Debian's server wants it, whose own unit makes it.
mkdir -p /run/sshd
# MaxStartups is of connections that have not logged in: up to 200 hosts ask the leader for its key at once, again and
# again, and it looks for theirs meanwhile.
cat >"$folder/sshd.conf" <<CONFIG
Port $MPI_PORT
ListenAddress $(mpi_own)
HostKey $folder/host
Banner $folder/key.pub
AuthorizedKeysFile $folder/authorized
AllowUsers root
PermitRootLogin prohibit-password
AuthenticationMethods publickey
PasswordAuthentication no
KbdInteractiveAuthentication no
UsePAM yes
PidFile none
PrintMotd no
AllowTcpForwarding no
X11Forwarding no
AllowAgentForwarding no
PermitTunnel no
PermitUserRC no
MaxStartups 400:30:800
LogLevel ERROR
CONFIG
# Those that are started through it have its limits: daemons hold connections and pipes for each process.
ulimit -Sn "$(ulimit -Hn)" || true
exec "$(command -v sshd)" -D -e -f "$folder/sshd.conf"

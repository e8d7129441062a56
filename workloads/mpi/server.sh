#!/usr/bin/env bash
# The ssh server of a rig, separate from that of the host and with its own keys: the leader starts the processes of a
# job through it. It runs until it is ended, and its keys go with it.
#
# Each host has a server key, and a client key that starts processes elsewhere: only the leader's client key may log in
# here. Each server shows it in its banner before login; hosts read it from the leader's address in the list of hosts,
# and trust it on first use: in a VPC, addresses of EC2 cannot be taken over by others. The security group is that of
# the deployment: hosts of its other rigs reach the port, too, but have no key that may log in.
set -euo pipefail

umask 077
folder=$(mpi_folder)
mkdir -p -- "$folder"
# A single machine needs no server.
! mpi_alone || exec sleep infinity
((EUID == 0)) || fail 'only root can start processes of other hosts'
PATH=$PATH:/usr/sbin
# A restarted server keeps its keys: the others know it by them.
for pair in "$folder/host" "$folder/key"; do
  [[ -s $pair && -s $pair.pub ]] || rm -f -- "$pair" "$pair.pub"
  [[ -s $pair ]] || ssh-keygen -q -t ed25519 -N '' -C fsxbench -f "$pair"
done
# Debian's server requires it; usually its own unit creates it.
mkdir -p /run/sshd
# MaxStartups limits connections before login: up to 200 hosts repeatedly ask the leader for its key at once, while it
# looks for theirs.
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
# Processes started through it inherit its limits: daemons need connections and pipes for each process.
ulimit -Sn "$(ulimit -Hn)" || true
exec "$(command -v sshd)" -D -e -f "$folder/sshd.conf"

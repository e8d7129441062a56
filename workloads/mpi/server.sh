#!/usr/bin/env bash
# The ssh server of a rig, separate from that of the host and with its own keys: the leader starts the processes of a
# job through it. The caller stops the server; then stop.sh removes the keys.
#
# Each host has a server key, and a client key that starts processes elsewhere: only the leader's client key may log in
# here. The banner before login shows the client key of the host. Hosts read the leader's banner, and trust the key on
# first use: in a VPC, nobody else can take over addresses of EC2. All rigs of a deployment share a security group:
# hosts of other rigs reach the port, too, but have no key that may log in.
set -euo pipefail

umask 077
folder=$(mpi_folder)
mkdir -p -- "$folder"
# A single machine needs no server.
! mpi_alone || exec sleep infinity
((EUID == 0)) || fail 'only root can start processes of other hosts'
PATH=$PATH:/usr/sbin
# A restarted server keeps its keys, because other hosts recognize the server by its keys.
for pair in "$folder/host" "$folder/key"; do
  [[ -s $pair && -s $pair.pub ]] || rm -f -- "$pair" "$pair.pub"
  [[ -s $pair ]] || ssh-keygen -q -t ed25519 -N '' -C fsxbench -f "$pair"
done
# Debian's sshd requires this folder; usually the unit of sshd creates it.
mkdir -p /run/sshd
# MaxStartups limits connections before login: up to 200 hosts repeatedly ask the leader for its key at once, while
# the leader reads the keys of all hosts.
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
# Processes inherit the limits of the server that starts them: daemons need connections and pipes for each process.
ulimit -Sn "$(ulimit -Hn)" || true
exec "$(command -v sshd)" -D -e -f "$folder/sshd.conf"

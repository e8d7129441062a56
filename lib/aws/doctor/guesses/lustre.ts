/** What is taken for true of FSx for Lustre, and of hosts that reach it by the Elastic Fabric Adapter. */
import type { Guess } from './guess';

const FILE_SYSTEM = { by: 'hand', because: 'needs a file system that `doctor` does not make' } as const;

export const LUSTRE: readonly Guess[] = [
  {
    id: 'metadata-spread',
    guess:
      'Clients of FSx for Lustre with several metadata servers may set the default layout of directories ' +
      '(`lfs setdirstripe -D -c 1 -i -1 --max-inherit=-1 --max-inherit-rr=-1`), `lfs mdts` names each of its servers ' +
      'as ACTIVE, and those that are made then go round all of them',
    where: '`workloads/shell/lustre.sh`',
    ifWrong:
      'directories are where the file system puts them: trials say `FewMetadataServers`, on how many of how many',
    change: '`spread_directories` of that file',
    byHand:
      'on a host: `lfs mdts /mnt`, then `lfs setdirstripe …` on a folder, `mkdir folder/{1..32}` and ' +
      '`lfs getdirstripe -m folder/*`',
    proof: FILE_SYSTEM,
  },
  {
    id: 'efa-client',
    guess:
      'The `lustre-client` of Amazon Linux 2023 has the module `kefalnd`, and its kernel the driver `efa`: nothing ' +
      'else has to be installed on hosts',
    where: '`workloads/fsx-lustre/efa.sh`',
    ifWrong: 'copies with `efa: true` fail when they are mounted, with the step that was refused; rivals are measured',
    change: '`use_efa` of that file, or `imageId`: an image that has both, as the Lustre guide installs them',
    byHand:
      'on a host of c6in.32xlarge: `sudo dnf install -y lustre-client && sudo modprobe -n kefalnd && modinfo efa`',
    proof: FILE_SYSTEM,
  },
  {
    id: 'efa-launch',
    guess:
      'An instant fleet launches hosts whose only interface has `InterfaceType: efa`, in a subnet that gives public ' +
      'addresses, and FSx takes the security group of the stack for a file system with EFA',
    where: '`launch`, and CreateFileSystem with `EfaEnabled`',
    ifWrong: 'no fleet, or the copy fails with its reason: "Insufficient security group permissions"',
    change: '`NetworkInterfaces` in `state-machines/launch.asl.json`, or `makeNetwork` of `lib/stacks/network.ts`',
    byHand: 'an experiment with `efa: true` on 4800 GiB with 1000 MB/s for each TiB and one c6in.32xlarge',
    proof: FILE_SYSTEM,
  },
  {
    id: 'efa-used',
    guess: 'With `lnetctl udsp add --src efa --priority 0` reads and writes go by the adapter, not by TCP beside it',
    where: '`workloads/fsx-lustre/efa.sh`',
    ifWrong: 'what is measured as EFA is TCP: 100 Gbit/s for a host at most',
    change: '`use_efa` of that file',
    byHand: 'in a trial: `sudo lnetctl net show -v --net efa`: `send_count` grows with what is read',
    proof: FILE_SYSTEM,
  },
  {
    id: 'placement-empty',
    guess:
      'A launch template with an empty `Placement` is one without; with `GroupName` hosts of a fleet are in the group',
    where: '`launch`',
    ifWrong: 'no fleet; the rig fails with its reason',
    change: '`Placement` in `state-machines/launch.asl.json`',
    byHand:
      '`aws ec2 describe-instances --query "Reservations[].Instances[].Placement"`, with `placement: cluster` ' +
      'and without',
    proof: { by: 'hand', because: 'no shipped experiment has `placement`' },
  },
  {
    id: 'tiering-told',
    guess: 'DescribeFileSystems tells Intelligent-Tiering by `StorageType`, its throughput and cache in the same words',
    where: '`lib/targets/fsx-lustre/described.ts`',
    ifWrong: '`init --from` and reports do not know it',
    change: '`told` of that file',
    byHand: '`aws fsx describe-file-systems` after a create with `StorageType=INTELLIGENT_TIERING` ($2.85 an hour)',
    proof: FILE_SYSTEM,
  },
  {
    id: 'tiering-requests',
    guess: 'Requests to the storage behind Intelligent-Tiering are of 1 MiB, and all metadata operations are billed',
    where: '`lib/targets/fsx-lustre/line-items.ts`',
    ifWrong: 'an estimate is too low, or too high, for what moves',
    change: '`BLOCK_BYTES` and `tiered` of that file',
    byHand: 'Cost Explorer a day later: requests by usage type against the bytes of the trials',
    proof: { by: 'hand', because: 'bills come a day later' },
  },
  {
    id: 'lustre-light-changes',
    guess: 'FSx takes another compression or read cache within six hours of another change, and needs minutes',
    where: '`lib/targets/fsx-lustre/change.ts`',
    ifWrong: 'the change is refused, the copy fails with its reason',
    change: '`light` of that file: with the cool-down of the others',
    byHand: '`aws fsx update-file-system --lustre-configuration DataCompressionType=LZ4` after a change of throughput',
    proof: FILE_SYSTEM,
  },
];

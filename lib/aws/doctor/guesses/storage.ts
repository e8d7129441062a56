/** What is taken for true of FSx and EFS. */
import type { Guess } from './guess';

export const STORAGE: readonly Guess[] = [
  {
    id: 'root-volume-tag',
    guess:
      'DeleteFileSystem with `DELETE_CHILD_VOLUMES_AND_SNAPSHOTS` asks at most for `fsx:DeleteVolume` on the root ' +
      "volume, and finds the stack's tag there: `CopyTagsToVolumes` gives it the tags of the file system",
    where: 'role of `delete-storage`',
    ifWrong: 'the file system stays and costs; the receipt is not clean',
    change: '`deleteStorage` of `lib/stacks/grants/storage.ts`: the condition on volumes',
    byHand: '`aws fsx describe-volumes` shows the tags of the root volume; `aws fsx delete-file-system` with the role',
    proof: { by: 'experiment' },
  },
  {
    id: 'delete-scratch',
    guess: 'DeleteFileSystem takes a SCRATCH_2 file system without any `LustreConfiguration`',
    where: '`delete-storage`',
    ifWrong: 'the file system stays and costs; the receipt is not clean',
    change: 'the input of the delete in `lib/aws/storage/fsx-lustre.ts`',
    byHand: '`aws fsx delete-file-system --file-system-id fs-…` of a scratch file system',
    proof: { by: 'experiment' },
  },
  {
    id: 'openzfs-together',
    guess: 'One UpdateFileSystem of OpenZFS takes throughput, disk operations and storage together',
    where: '`lib/targets/fsx-openzfs/change.ts`',
    ifWrong: 'the change is refused, the rig ends with its reason',
    change: '`lib/targets/fsx-openzfs/change.ts`: one request for each',
    byHand: '`aws fsx update-file-system --open-zfs-configuration ThroughputCapacity=…,DiskIopsConfiguration={…}`',
    proof: { by: 'hand', because: 'needs an OpenZFS file system and the pause of hours after a change of storage' },
  },
  {
    id: 'delete-while-creating',
    guess: 'A file system that is CREATING cannot be deleted yet, and the refusal is no deletion',
    where: '`teardown`',
    ifWrong: 'if it can: it is asked once and then every 30 looks, and stays, unpaid, until then',
    change: '`deletableIn` of `lib/aws/storage/fsx-lifecycle.ts`: at every look',
    byHand: '`aws fsx delete-file-system` right after a create',
    proof: { by: 'hand', because: 'a file system of its own, minutes of waiting, and nothing to change either way' },
  },
  {
    id: 'billed-from-available',
    guess: 'FSx bills from AVAILABLE until the file system is gone',
    where: 'rehearsals, estimates',
    ifWrong: 'bills differ by the minutes of creating or deleting',
    change: 'the moments of paying in `lib/twin/ledger.ts` and `lib/experiment/plan/money.ts`',
    byHand: 'the bill of a day with one file system of an hour',
    proof: { by: 'hand', because: 'a bill comes a day later' },
  },
  {
    id: 'efs-pauses',
    guess:
      'EFS takes less throughput, or another mode, only a day after any change, more throughput too: its guide says ' +
      'so (Managing throughput), and a page of re:Post that more counts for nothing',
    where: '`lib/targets/efs/change.ts`',
    ifWrong: 'a fresh copy is made, or a day waited, where a change in place would do',
    change: 'there: `holdsBack` of more throughput',
    byHand: 'two `aws efs update-file-system` in a row, to more and to less',
    proof: {
      by: 'hand',
      because: 'a refusal is proven at once, and that there is none changes a file system of yours',
    },
  },
  {
    id: 'lustre-pauses',
    guess: 'Pauses between changes of Lustre count for each kind of change apart',
    where: '`lib/targets/fsx-lustre/change.ts`',
    ifWrong: 'a second change is refused, the rig ends with its reason',
    change: '`lib/targets/fsx-lustre/change.ts`: one pause for all kinds of changes',
    byHand: 'two `aws fsx update-file-system` in a row, of storage and of throughput',
    proof: { by: 'hand', because: 'needs a persistent file system for hours' },
  },
  {
    id: 'multi-zone-endpoint',
    guess:
      'Hosts reach an OpenZFS in two zones at an address of its endpoint range: FSx writes the route into the ' +
      'dedicated table, which it may by the tag `AmazonFSx`, and the security group lets them out to that range',
    where: '`lib/stacks/own-network.ts`, `lib/stacks/network.ts`',
    ifWrong: 'the mount times out, the rig ends with its reason',
    change: 'the range, its egress rule, or the tag of the route table in these files',
    byHand:
      'on a host: `nc -zv ADDRESS 2049`; `aws ec2 describe-route-tables` shows `ADDRESS/32` to an interface of FSx',
    proof: { by: 'experiment' },
  },
  {
    id: 'multi-zone-routes',
    guess: 'FSx takes its routes out of the route table when it deletes a file system in two zones',
    where: 'the dedicated route table of the bench stack',
    ifWrong: 'routes to nowhere pile up, and at 50 or so creates in two zones fail',
    change: '`aws ec2 delete-route` for each that leads to an interface that is gone; then a line in `teardown`',
    byHand: 'after a clean receipt: `aws ec2 describe-route-tables --filters Name=tag-key,Values=AmazonFSx`',
    proof: { by: 'hand', because: 'another execution may have routes of its own there at that moment' },
  },
  {
    id: 'exports-in-place',
    guess:
      'Exports that UpdateVolume changes hold for hosts that have mounted the volume before, once its action is done',
    where: '`lib/targets/fsx-openzfs/change.ts`',
    ifWrong: 'trials after the change measure the export before it',
    change: '`change` of that file: mount again after a change of exports',
    byHand: 'a fio with `--fsync=1` before and after `aws fsx update-volume`: async is many times quicker',
    proof: { by: 'hand', because: 'no call says which export a mounted host is served by, only its speed does' },
  },
  {
    id: 'openzfs-clients',
    guess: 'Clients come back by themselves after a change of throughput of a single-zone OpenZFS',
    where: 'stages in place',
    ifWrong: 'trials after it are LOST or INVALID',
    change: '`lib/targets/fsx-openzfs/change.ts`: mount again after the change',
    byHand: '`experiments/openzfs.yaml`',
    proof: { by: 'experiment' },
  },
  {
    id: 'ontap-together',
    guess:
      'One UpdateFileSystem of ONTAP takes throughput, disk operations and storage together, in both generations; ' +
      'the next one is taken six hours later, whatever of them it changes',
    where: '`lib/targets/fsx-ontap/change.ts`',
    ifWrong: 'the change is refused, the rig ends with its reason',
    change: '`lib/targets/fsx-ontap/change.ts`: one request for each, and a fresh copy where that is too long',
    byHand: '`aws fsx update-file-system --storage-capacity … --ontap-configuration ThroughputCapacity=…`',
    proof: { by: 'hand', because: 'needs an ONTAP file system and the pause of hours after a change' },
  },
  {
    id: 'ontap-growth',
    guess:
      'After more storage of an ONTAP file system FSx spreads what is stored for three hours, less where little ' +
      'is, and shows it as `STORAGE_OPTIMIZATION`, whose end is waited for',
    where: 'stages in place: `lib/targets/fsx-ontap/durations.ts`',
    ifWrong: 'shorter: plans advise against what costs little; longer: estimates are low, after 8 h the rig ends',
    change: '`settleSeconds` and `timeoutSeconds` of that file',
    byHand:
      "`aws fsx describe-file-systems --query 'FileSystems[].AdministrativeActions'` every few minutes after " +
      '`aws fsx update-file-system --storage-capacity …`',
    proof: { by: 'hand', because: 'takes an ONTAP file system and hours' },
  },
  {
    id: 'ontap-billed-hours',
    guess:
      'ONTAP is billed for the time that it is there, to the second or nearly so, as the other FSx kinds are: its ' +
      'page of prices says "prorated by the hour" where theirs say "by the second", but not that a begun hour is whole',
    where: 'estimates, budgets: `lib/pricing/`, `lib/experiment/plan/money.ts`',
    ifWrong:
      'each ONTAP file system costs up to an hour more than its plan says: a tenth of a plan of ten hours, half of ' +
      'one of two',
    change: 'round up to hours in `monthlyPrices` of `lib/pricing/months.ts` for `fsx-ontap`',
    byHand:
      'the day after `experiments/ontap-small.yaml`: `aws ce get-cost-and-usage --granularity DAILY --metrics ' +
      'UsageQuantity --group-by Type=DIMENSION,Key=USAGE_TYPE --time-period Start=…,End=…`: GB-months of ' +
      '`Storage.…:SSD` x 730 / 1024 are the hours that were billed, beside those from AVAILABLE to the delete',
    proof: { by: 'hand', because: 'a bill comes a day later' },
  },
  {
    id: 'ontap-usable',
    guess:
      'Files may take 84 % of the SSD of an ONTAP file system (89 % above 30 TiB), and 95 % of a volume, although ' +
      'its snapshot policy is `none`',
    where: '`lib/targets/fsx-ontap/capacity.ts`',
    ifWrong: 'a volume has more: data are refused that would fit; less: filling it fails with "no space", and says so',
    change: 'the shares of that file',
    byHand: '`df --block-size=1` on a host that mounts it: `raw/space.txt` of its mount has it',
    proof: { by: 'hand', because: 'an ONTAP file system takes half an hour to make' },
  },
  {
    id: 'ontap-parts',
    guess:
      'CreateStorageVirtualMachine asks for the tags of its file system beside those of the request, and ' +
      'CreateVolume of ONTAP for those of its virtual machine',
    where: 'role of `call-storage`',
    ifWrong: 'the create is denied, the copy fails with its reason, and what was made before is deleted',
    change: '`madeIn` of `lib/shapes/resources.ts`',
    byHand: '`experiments/ontap-small.yaml`',
    proof: { by: 'experiment' },
  },
  {
    id: 'ontap-root',
    guess:
      'The root volume of a storage virtual machine says so (`StorageVirtualMachineRoot`), and goes with it by ' +
      'DeleteStorageVirtualMachine, which asks for no grant on volumes',
    where: '`lib/aws/storage/fsx-ontap.ts`, `teardown`',
    ifWrong: 'the virtual machine and the file system stay and cost; the receipt is not clean',
    change: '`root` of that file, or `deleteStorage` of `lib/stacks/grants/storage.ts`',
    byHand: '`aws fsx describe-volumes`, then `aws fsx delete-storage-virtual-machine` with the role',
    proof: { by: 'experiment' },
  },
  {
    id: 'ontap-exports',
    guess:
      'A storage virtual machine serves NFS 3, 4.0, 4.1 and 4.2, and exports its volumes to all hosts of the ' +
      'network, which write as root',
    where: '`workloads/fsx-ontap/prepare.sh`',
    ifWrong: 'the mount fails, or the folder of a host cannot be written: the copy fails, and says so',
    change: 'an export policy and versions by the REST interface of ONTAP, or fewer `nfsvers` in the schema',
    byHand: '`vserver export-policy rule show`, `vserver nfs show -fields v4.2` on the management address',
    proof: { by: 'experiment' },
  },
  {
    id: 'ontap-clients',
    guess: 'Clients of ONTAP go on by themselves, within seconds, when its throughput is changed',
    where: 'stages in place',
    ifWrong: 'trials after it are LOST or INVALID',
    change: '`lib/targets/fsx-ontap/change.ts`: mount again after the change',
    byHand: '`experiments/ontap-small.yaml`',
    proof: { by: 'experiment' },
  },
  {
    id: 'ontap-server',
    guess:
      'The first host of a rig reads the password of fsxadmin with its role, and sets the transfer size of NFS by ' +
      'the REST interface at the management name of the file system, whose certificate nobody vouches for; hosts ' +
      'that mount afterwards get it',
    where: '`workloads/fsx-ontap/server.sh`',
    ifWrong: 'the mount fails with what ONTAP says, the copy fails; or trials are INVALID (`WrongFixture`)',
    change: 'that file',
    byHand:
      'an experiment with `transferSizeKiB: 1024`: `rsize` among the facts of its mounts; `curl -k -u fsxadmin ' +
      'https://management.fs-….fsx.REGION.amazonaws.com/api/protocols/nfs/services?fields=transport` on a host',
    proof: { by: 'experiment' },
  },
  {
    id: 'ontap-pairs',
    guess:
      'One UpdateFileSystem adds pairs with HAPairs, StorageCapacity, ThroughputCapacityPerHAPair and ' +
      'DiskIopsConfiguration, in about half an hour; the new aggregates are called aggr3, aggr4, …; the pause of six ' +
      'hours counts for it',
    where: '`lib/targets/fsx-ontap/change.ts`',
    ifWrong: 'the change or the volumes on new pairs are refused, the copy fails with its reason',
    change: 'that file, and `DURATIONS.changes.pairs`',
    byHand:
      '`aws fsx update-file-system --storage-capacity 4096 --ontap-configuration ' +
      'HAPairs=4,ThroughputCapacityPerHAPair=1536,DiskIopsConfiguration={Mode=AUTOMATIC}` on one of 2 pairs',
    proof: { by: 'hand', because: 'pairs cost dollars an hour, and take half an hour' },
  },
  {
    id: 'secret-delete',
    guess:
      'A secret of a rig that is deleted by force is gone at once from ListSecrets, and DescribeSecret tells ' +
      'its `DeletedDate` or knows it no more',
    where: '`lib/aws/storage/secretsmanager/secret.ts`, receipts',
    ifWrong: 'a receipt names a secret that is going, and is not clean; the secret costs cents a day at most',
    change: '`seen` and `page` of that file',
    byHand: '`aws secretsmanager describe-secret --secret-id …` after `delete-secret --force-delete-without-recovery`',
    proof: { by: 'hand', because: 'needs an ONTAP file system that a host sets up' },
  },
  {
    id: 'efs-delete',
    guess:
      'DeleteMountTarget asks for the tag of the file system, and for `ec2:DeleteNetworkInterface` on the interface ' +
      'that goes with it, in the name of the caller',
    where: 'role of `delete-storage`',
    ifWrong: 'the mount target and its file system stay; the receipt is not clean',
    change: '`deleteStorage` of `lib/stacks/grants/storage.ts`',
    byHand: '`experiments/efs-small.yaml`; `aws efs delete-mount-target` with the role',
    proof: { by: 'hand', because: 'a file system of a service that `doctor` does not make' },
  },
  {
    id: 'efs-create',
    guess:
      'CreateFileSystem of EFS, which knows no resources, and its tags are granted by the tags of the request; ' +
      'CreateMountTarget asks for the tag of the file system, and makes an interface in the name of the caller',
    where: 'role of `call-storage`',
    ifWrong: 'the create is denied, the copy fails with its reason, and what was made before is deleted',
    change: '`efsCreating` and `createStorage` of `lib/stacks/grants/storage.ts`',
    byHand: '`experiments/efs-small.yaml`; on a refusal `aws sts decode-authorization-message --encoded-message …`',
    proof: { by: 'hand', because: 'a file system of a service that `doctor` does not make' },
  },
  {
    id: 'efs-changes',
    guess: 'EFS counts a day from a change of mode or a decrease, not from the creation of the file system',
    where: '`lib/targets/efs/change.ts`',
    ifWrong: 'the first change of mode is refused (`TooManyRequests`), the copy fails with its reason',
    change: '`change` of that file: a fresh copy in its place',
    byHand: '`aws efs update-file-system --throughput-mode bursting` right after a create with elastic',
    proof: { by: 'hand', because: 'a file system of a service that `doctor` does not make' },
  },
  {
    id: 'efs-tls',
    guess:
      'The repositories of Amazon Linux 2023 have amazon-efs-utils, and `mount -t efs -o tls,mounttargetip=…` needs ' +
      'no name of a mount target; the kernel then has a mount from 127.0.0.1',
    where: '`workloads/efs/prepare.sh`, `lib/targets/efs/mounted.ts`',
    ifWrong: 'a copy of kind `efs` that is mounted with `tls: true` fails on its host, or its trials are INVALID',
    change: 'those files',
    byHand: 'on a host: `dnf install amazon-efs-utils`, the same mount, `grep nfs4 /proc/mounts`',
    proof: { by: 'hand', because: 'a file system of a service that `doctor` does not make' },
  },
  {
    id: 'efs-metered',
    guess: 'Elastic throughput is billed by the bytes of reads and writes, small ones as 4 KiB at least',
    where: '`lib/experiment/plan/rig/moved.ts`',
    ifWrong: 'an estimate is too low for small requests and operations on files',
    change: '`movedIn` of that file, or `movedItems` of `lib/targets/efs/line-items.ts`',
    byHand: 'the metric `MeteredIOBytes` of the file system against the bytes of the trials',
    proof: { by: 'hand', because: 'metrics come minutes later, and bills a day' },
  },
];

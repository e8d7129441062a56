/** What is taken for true of EC2, Systems Manager, and the hosts themselves. */
import type { Guess } from './guess';

export const HOSTS: readonly Guess[] = [
  {
    id: 'strange-keys',
    guess:
      'S3 and the AWS CLI store and list keys of up to 1024 bytes of UTF-8 without control characters or ' +
      'backslashes, whatever else stands in them',
    where: '`storable` of `workloads/host/output.sh`',
    ifWrong: 'a script of `command` that leaves a file of such a name loses its trial',
    change: '`storable` of that file: such files are left out, and the fact `notStored` names them',
    byHand: '`aws s3api put-object --bucket … --key "x/é a+b=c%20.txt"`, then `aws s3api list-objects-v2 --prefix x/`',
    proof: { by: 'hand', because: 'scripts of `doctor` leave files of plain names only' },
  },
  {
    id: 'fleet-latest',
    guess: '`createFleet` of type `instant` takes `LaunchTemplateId` with `$Latest`, and tags from the template',
    where: '`launch`',
    ifWrong: 'no fleet; the rig fails with its reason',
    change: '`Launch` of `state-machines/launch.asl.json`: the version number that `MakeTemplate` got',
    byHand: '`aws ec2 create-fleet --cli-input-json file://fleet.json --dry-run`, then without `--dry-run`',
    proof: { by: 'experiment' },
  },
  {
    id: 'command-targets',
    guess: 'SSM takes three tag targets (stack, rig, role), and a `StartAt` of `0`',
    where: '`host-command`',
    ifWrong: 'the command is refused, the trial LOST',
    change: '`Send` of `state-machines/host-command.asl.json`',
    byHand: '`aws ssm send-command` with the same input on one host',
    proof: { by: 'experiment' },
  },
  {
    id: 'services-are-units',
    guess: 'A unit that `systemd-run` starts from a command of Systems Manager outlives the command and its agent',
    where: '`workloads/fixtures/lasting.sh`: services that outlive their command',
    ifWrong: 'trials find their service dead, and are LOST; nothing is measured without it',
    change: '`service_start` of `workloads/fixtures/lasting.sh`',
    byHand:
      '`aws ssm send-command` with `systemd-run --unit=fsxbench-x sleep 600`, ' +
      'then with `systemctl restart amazon-ssm-agent; systemctl is-active fsxbench-x`',
    proof: { by: 'hand', because: 'no shipped experiment has a service yet' },
  },
  {
    id: 'mpi-over-own-ssh',
    guess:
      'Open MPI 4 of the packages of Amazon Linux 2023 starts processes on 200 hosts through the ssh server of the ' +
      'rig, which root may log in to by its key whatever the settings of the host say of root, and which shows the ' +
      'public key of its host before (`Banner`), in lines that the ssh of the others prints; and on RHEL and ' +
      'AlmaLinux SELinux lets that server listen on port 22022 and read its keys below /var/lib',
    where: '`workloads/mpi`: mdtest and IOR',
    ifWrong: '`service/mpi` does not answer, and trials of mdtest and IOR are not run, with what was said last',
    change: '`workloads/mpi/server.sh` (settings of the server), `mpi_call` of `workloads/mpi/mpi.sh`',
    byHand:
      'run `experiments/lustre-scalable-small.yaml`, and read `raw/service-mpi.ready` of the fixtures; with an image ' +
      'of RHEL or AlmaLinux, `ausearch -m avc` on a host, too',
    proof: { by: 'hand', because: 'it needs a tool bundle that nobody publishes' },
  },
  {
    id: 'bundles-on-hosts',
    guess:
      'Amazon Linux 2023, AlmaLinux and Red Hat have packages `tar` and `xz` where images lack one, and the AWS ' +
      'CLI says `(403)` or `(404)` of an object that is not there',
    where: '`workloads/shell/bundle.sh`',
    ifWrong: 'tool bundles are not unpacked, with the line of the package manager; or four tries more are made',
    change: '`bundle_unpackers` and `bundle_fetch` of `workloads/shell/bundle.sh`',
    byHand: 'on a host: `dnf install -y tar xz`; `aws s3 cp s3://BUCKET/tools/ior/none.txt x`',
    proof: { by: 'hand', because: 'it needs a tool bundle that nobody publishes' },
  },
  {
    id: 'bundle-checksum',
    guess:
      'S3 takes `PutObject` of a file as a stream with `ChecksumSHA256` and `If-None-Match: *` from the SDK, and ' +
      'refuses other bytes than have that checksum',
    where: '`fsxbench tools add`',
    ifWrong: 'nothing is stored, and the command says what S3 said; or `fsxbench tools check` finds it',
    change: '`putOnce` of `lib/aws/tools/bucket-store.ts`: leave the checksum to the SDK, and compare afterwards',
    byHand: '`fsxbench tools add` twice, then `fsxbench tools check`',
    proof: { by: 'hand', because: 'it needs a tool bundle that nobody publishes' },
  },
  {
    id: 'shutdown-terminates',
    guess:
      'A host whose boot script calls `shutdown` is `terminated` with `InstanceInitiatedShutdownBehavior: terminate`',
    where: '`list-hosts` counts it as gone',
    ifWrong: 'the rig waits for its time-out instead',
    change: '`lib/aws/hosts.ts`: count the state that was seen as gone',
    byHand: 'launch one with user data `shutdown -h now`',
    proof: { by: 'hand', because: 'hosts of a sound experiment are ended from outside before they end themselves' },
  },
  {
    id: 'cli-writes-once',
    guess: 'The AWS CLI of the hosts knows `s3api put-object --if-none-match`',
    where: '`workloads/host/run-script.sh`',
    ifWrong: 'uploads fail, trials are LOST',
    change: '`workloads/host/boot.sh`: install a newer AWS CLI, or take an image that has one',
    byHand: '`aws s3api put-object help` on Amazon Linux 2023',
    proof: { by: 'experiment' },
  },
  {
    id: 'public-address',
    guess: '`createFleet` with an interface that names only the subnet gives a public address where the subnet does',
    where: 'network of the bench stack',
    ifWrong: 'hosts do not come online',
    change: '`NetworkInterfaces` in `state-machines/launch.asl.json`: `AssociatePublicIpAddress: true`',
    byHand: '`aws ec2 describe-instances` for one host: `PublicIpAddress`',
    proof: { by: 'experiment' },
  },
  {
    id: 'disk-serial',
    guess: 'An NVMe disk of a host has the id of its EBS volume, without the hyphen, as its serial number',
    where: '`workloads/ebs/prepare.sh`',
    ifWrong: 'a copy of kind `ebs` is not found on its host and fails; its rivals are measured',
    change: '`device_of` of that file',
    byHand: 'on a host: `cat /sys/block/*/device/serial`; `aws ec2 describe-volumes` with the tag of the execution',
    proof: { by: 'hand', because: 'needs an experiment with a target of kind `ebs`; its first mount shows it' },
  },
  {
    id: 'volume-change-repeated',
    guess:
      'A change of a volume that is sent again while the first is under way is refused as ' +
      '`IncorrectModificationState` or `VolumeModificationRateExceeded`, and DescribeVolumesModifications tells what ' +
      'the first asked for',
    where: '`lib/aws/storage/ec2-volume.ts`',
    ifWrong: 'after a lost answer the change counts as failed, and its copy is given up; nothing is left behind',
    change: '`REFUSED` of that file',
    byHand: 'change a volume twice with `aws ec2 modify-volume --iops 4000`, then `describe-volumes-modifications`',
    proof: { by: 'hand', because: "answers are lost seldom; it needs a volume of one's own" },
  },
  {
    id: 'volume-change-length',
    guess: 'A change of a volume is `completed` 3 minutes and 6 hours for each TiB of it after it was asked for',
    where: '`lib/targets/ebs/durations.ts`',
    ifWrong: 'estimates of time and money are off; the machine waits for what AWS says, as long as its share lasts',
    change: '`CHANGE` of that file',
    byHand: 'the timeline of the report of an experiment with stages of `ebs`',
    proof: { by: 'hand', because: 'needs an experiment with stages of kind `ebs`' },
  },
  {
    id: 'own-disk-model',
    guess: 'Instance store disks call themselves `Amazon EC2 NVMe Instance Storage` in `/sys/block/*/device/model`',
    where: '`workloads/instance-store/prepare.sh`',
    ifWrong: 'a copy of kind `instance-store` is not found on its hosts and fails; its rivals are measured',
    change: '`own_disks` of that file',
    byHand: 'on an i3en host: `cat /sys/block/nvme*/device/model`',
    proof: {
      by: 'hand',
      because: 'needs an experiment with a target of kind `instance-store`; its first mount shows it',
    },
  },
  {
    id: 'disk-ends-with-host',
    guess: 'A volume of the launch template with `DeleteOnTermination` is gone with its host, however that ends',
    where: '`state-machines/launch.asl.json`',
    ifWrong: 'a volume stays and costs until the teardown, which lists it by its tags, has deleted it',
    change: 'nothing: `ec2:volume` in `lib/shapes/resources.ts` is a kind of what teardowns delete',
    byHand: 'after a clean receipt: `aws ec2 describe-volumes --filters Name=tag:fsxbench:execution,Values=…` is empty',
    proof: { by: 'hand', because: 'needs an experiment with a target of kind `ebs` that has ended' },
  },
  {
    id: 'packages-over-tls',
    guess: 'Package repositories of Amazon Linux 2023 are reached over port 443 alone',
    where: 'security group',
    ifWrong: 'preparation fails',
    change: 'egress of `lib/stacks/network.ts`',
    byHand: 'on a host: `dnf makecache`',
    proof: { by: 'experiment' },
  },
  {
    id: 'boot-tools',
    guess: '`systemd-run`, the AWS CLI and `shutdown` are on Amazon Linux 2023 before user data runs',
    where: '`workloads/host/boot.sh`',
    ifWrong: 'hosts end at boot, the rig is torn down',
    change: '`workloads/host/boot.sh`: install what is missing',
    byHand: 'launch one with the boot script of a plan (`fsxbench plan --json`)',
    proof: { by: 'experiment' },
  },
  {
    id: 'command-delivery',
    guess: 'Commands reach the hosts of a small fleet within 20 s',
    where: "the barrier's lead",
    ifWrong: 'trials are INVALID (`NoOverlap`) and say so',
    change: 'the lead in `lib/experiment/plan/timing.ts`',
    byHand: '`lateSeconds` in the `status.json` of a first experiment',
    proof: { by: 'experiment' },
  },
  {
    id: 'command-delivery-200',
    guess: 'Commands reach 200 hosts within 60 s',
    where: "the barrier's lead",
    ifWrong: 'trials are INVALID (`NoOverlap`) and say so',
    change: 'the lead in `lib/experiment/plan/timing.ts`',
    byHand: '`lateSeconds` in the `status.json` of an experiment with 200 hosts',
    proof: { by: 'hand', because: '200 hosts cost more than a check should' },
  },
  {
    id: 'host-clocks',
    guess: 'Clocks of hosts agree within 2 s, as S3 sees them: Amazon Time Sync is set up on Amazon Linux 2023',
    where: 'the common start; `lib/results/trial/together/clock-skew.ts`',
    ifWrong: 'trials of several hosts are INVALID (`ClockSkew`) and say so',
    change: 'chrony on the image; where clocks are right and S3 is slow, `LEAST_SECONDS` in `clock-skew.ts`',
    byHand: '`sent` in the `status.json` of the hosts against `LastModified` in `aws s3api list-objects-v2`',
    proof: { by: 'experiment' },
  },
  {
    id: 'host-evidence',
    guess:
      'On Amazon Linux 2023 `ethtool -S` counts `bw_in_allowance_exceeded` and its kin, `chronyc -n tracking` ' +
      'answers root, `/proc/sys/vm/drop_caches` can be written, and `lctl` drops the locks of Lustre',
    where: '`workloads/shell/evidence.sh`, `settle.sh` beside it',
    ifWrong: 'rows say `null` of network and clock, and `caches` why they were kept; no verdict rests on them then',
    change: 'the names of counters and lines in these two files',
    byHand:
      "`jq '.beside, .facts.caches' rows/t0001.json` of a first experiment: `heldPackets` and `clockAheadSeconds` " +
      'are numbers, and caches were `dropped`',
    proof: { by: 'hand', because: 'one look at a row says it, and nothing is decided by it' },
  },
  {
    id: 'lustre-devices',
    guess:
      'Devices of a Lustre client begin with the mount name of their file system (`osc.<name>-OST0000-…`, ' +
      '`mdc.<name>-…`, `llite.<name>-…`, `ldlm.namespaces.<name>-…`), and are made anew with each mount',
    where: '`workloads/fsx-lustre/tuning.sh`, and `mount_parameters` in `workloads/shell/status.sh`',
    ifWrong:
      'recommended tuning is refused and says so; a copy with `lctl` fails at its mount, or its trials are INVALID ' +
      '(`WrongFixture`)',
    change: 'the patterns in `tuning.sh`',
    byHand:
      "on a host that has mounted it: `lctl get_param 'osc.<mount name>-*.max_dirty_mb'`, again after a new mount",
    proof: { by: 'hand', because: 'needs an experiment on `fsx-lustre`; `raw/parameters.txt` of its mounts shows it' },
  },
  {
    id: 'lustre-client',
    guess: '`dnf install lustre-client` works on the kernel of the image',
    where: '`workloads/fsx-lustre/prepare.sh`',
    ifWrong: "preparation fails with the installer's words",
    change: 'the setting `imageId`: an image whose kernel the client knows',
    byHand: 'the first minutes of `experiments/lustre-small.yaml`',
    proof: { by: 'experiment' },
  },
  {
    id: 'root-encrypted',
    guess: "A mapping of the root device with `Encrypted` and without a size keeps size and type of the image's",
    where: '`launch`',
    ifWrong: 'no fleet; the rig fails with its reason',
    change: '`BlockDeviceMappings` in `state-machines/launch.asl.json`: say size and type too',
    byHand:
      '`aws ec2 describe-volumes --filters Name=tag-key,Values=fsxbench:rig` while a rig stands: `Encrypted` is true',
    proof: { by: 'experiment' },
  },
  {
    id: 'found-by-id',
    guess: 'DescribeInstances by the filter `instance-id` finds hosts without tags, and passes over unknown ids',
    where: 'the receipt, of what no tag shows',
    ifWrong: 'a host whose tags were taken away is called gone',
    change: '`lib/aws/ledger/by-id.ts`: ask with `InstanceIds`',
    byHand:
      '`aws ec2 delete-tags` of a host of your own, then `describe-instances --filters Name=instance-id,Values=ID`',
    proof: { by: 'hand', because: 'needs a host whose tags somebody took away' },
  },
  {
    id: 'template-gone-name',
    guess: 'A launch template that is gone is answered with `InvalidLaunchTemplateId.NotFound`',
    where: 'the receipt, of what no tag shows',
    ifWrong: 'the receipt is not clean, and a person is called for nothing',
    change: 'the name in `lib/aws/ledger/by-id.ts`',
    byHand: '`aws ec2 describe-launch-templates --launch-template-ids lt-0123456789abcdef0`',
    proof: { by: 'hand', because: 'no probe asks for it yet' },
  },
  {
    id: 'flock-there',
    guess: 'The image has `flock` (of util-linux)',
    where: 'attempts on a host, installations of packages',
    ifWrong: 'no command begins on hosts: status 95, and the rig fails with that reason',
    change: 'install `util-linux` in the boot script, or the setting of another image',
    byHand: '`command -v flock` on a host',
    proof: { by: 'hand', because: 'no experiment records which tools its image has' },
  },
];

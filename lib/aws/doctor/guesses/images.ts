/** What is taken for true of images that hosts may be launched from beside Amazon Linux 2023. */
import type { Guess } from './guess';

const UNTRIED = { by: 'hand', because: 'no experiment that `doctor` starts has hosts from other images' } as const;
const LIST = '`aws ec2 describe-images --owners OWNER --filters Name=name,Values=PATTERN`';

export const IMAGE_GUESSES: readonly Guess[] = [
  {
    id: 'image-names',
    guess:
      'Red Hat, AlmaLinux and Canonical publish images by the accounts and names of `docs/reference/images.md` in ' +
      'the Region',
    where: 'admission',
    ifWrong: 'executions with such an `image` are refused (`ImageNotFound`)',
    change: '`found` of that image in `lib/shapes/images.ts`',
    byHand: `${LIST}, with each row of docs/reference/images.md`,
    proof: UNTRIED,
  },
  {
    id: 'image-root',
    guess: 'No snapshot of these images is larger than 10 GiB, and a gp3 root of 10 GiB grows to its size by itself',
    where: '`launch`',
    ifWrong: 'no fleet: EC2 says that the volume is smaller than the snapshot',
    change: '`ROOT` in `lib/shapes/images.ts`',
    byHand: `${LIST} with \`--query 'Images[].BlockDeviceMappings'\``,
    proof: UNTRIED,
  },
  {
    id: 'image-agent',
    guess:
      "The agent's package from the Region's bucket installs with `dnf --disablerepo='*'` on RHEL 8 and 9 and on " +
      'AlmaLinux 9, and Ubuntu has the agent',
    where: '`workloads/host/agent.sh`',
    ifWrong: 'hosts do not come online; where the package fails they end themselves',
    change: 'that file, or `agent` of the image in `lib/shapes/images.ts`',
    byHand: 'launch one host of each image with its boot script (`fsxbench plan FILE --scripts` prints it)',
    proof: UNTRIED,
  },
  {
    id: 'image-cli',
    guess:
      'Images without the AWS CLI have `curl` and Python (`python3` or `/usr/libexec/platform-python`), and its ' +
      'archive unpacked by Python installs',
    where: '`workloads/host/cli.sh`',
    ifWrong: 'hosts end themselves at boot, and the rig fails',
    change: 'that file: install `unzip`, and unpack with it',
    byHand: 'the same commands on one host of each image',
    proof: UNTRIED,
  },
  {
    id: 'image-selinux',
    guess: 'SELinux of RHEL and AlmaLinux lets the agent run scripts below `/var/lib/fsxbench`',
    where: '`workloads/host/document.json`',
    ifWrong: 'commands fail with Permission denied',
    change: 'a context of that folder in the boot script (`chcon -Rt bin_t`)',
    byHand: '`ausearch -m avc` on a host after a command',
    proof: UNTRIED,
  },
  {
    id: 'image-packages',
    guess:
      'RHEL reaches its packages over TLS by the update servers of AWS, AlmaLinux by its mirrors; `fio`, `libaio`, ' +
      '`nfs-utils`, `jq` and the tools of iSCSI are in their own repositories',
    where: 'every `install_packages`',
    ifWrong: "copies or trials fail with the installer's words",
    change: '`workloads/shell/package.sh`, or the setting `httpPackages`',
    byHand: '`dnf install -y fio libaio nfs-utils jq iscsi-initiator-utils device-mapper-multipath` on a host',
    proof: UNTRIED,
  },
  {
    id: 'image-fio-options',
    guess:
      'fio of Amazon Linux 2023 and of the other images takes `rate_process`, `sync=dsync` and a job file with ' +
      'several `[global]`, as 3.33 of Debian does',
    where: '`lib/workloads/fio/options/`, `lib/workloads/fio/jobs/`',
    ifWrong: "trials with such an option are INVALID, with fio's words (`ToolFailed`)",
    change: 'the argument in `lib/workloads/fio/options/options.ts`',
    byHand: '`fio --version` and `fio --cmdhelp=sync` on a host of each image',
    proof: UNTRIED,
  },
  {
    id: 'image-rhel-rate',
    guess:
      'RHEL costs 0.0144 USD a vCPU and hour up to 8 vCPUs and 0.0108 up to 127, in every Region, beside the price ' +
      'of Linux',
    where: '`lib/pricing/rhel.ts`',
    ifWrong: 'estimates and budgets are off by the difference',
    change: '`fsxbench prices update`, or `RATES` of that file',
    byHand: 'the rows of operation `RunInstances:0010` in the price file of AmazonEC2',
    proof: { by: 'hand', because: 'the price file has it, and `fsxbench prices update` reads it' },
  },
];

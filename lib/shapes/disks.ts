/** Disks that targets put on hosts: which device each copy has, in the plan, in launch templates and on the hosts. */
/** An EBS volume, in the words of a launch template: `LaunchTemplateEbsBlockDeviceRequest` of the EC2 API. */
export interface HostDisk {
  readonly VolumeType: string;
  /** GiB. */
  readonly VolumeSize: number;
  readonly Iops?: number | undefined;
  /** MiB/s. */
  readonly Throughput?: number | undefined;
}

/** One that hosts of a role are launched with. */
export interface PlannedDisk {
  readonly copy: string;
  /** Empty where EC2 has no name left: such a plan is refused. */
  readonly device: string;
  readonly disk: HostDisk;
}

const LETTERS = Array.from('abcdefghijklmnopqrstuvwxyz');
/**
 * Names that EC2 lets other disks than the root have (EC2 guide, Device names for volumes): a copy has the same one
 * whatever else is a disk, so that hosts and functions know its copy by it.
 */
const DEVICES = [
  ...LETTERS.slice(5).map((letter) => `/dev/sd${letter}`),
  ...LETTERS.slice(1, 4).flatMap((first) => LETTERS.map((letter) => `/dev/xvd${first}${letter}`)),
];
/** Copies of a rig that have one. */
export const MOST_COPIES = DEVICES.length;
/**
 * Disks that a host may have beside its root: most Nitro types take 28 attachments, of which root and network interface
 * are two (EBS guide, Amazon EBS volume limits for Amazon EC2 instances).
 */
export const MOST_DISKS = 26;

/** `/dev/sdf` for `c1`, and so on: every copy of a rig has a device of its own. Empty where EC2 has no name left. */
export function deviceOf(copy: string): string {
  return DEVICES[Number(copy.slice(1)) - 1] ?? '';
}

/** The copy that has a device; undefined for the root disk, and what somebody else attached. */
export function copyOfDevice(device: string): string | undefined {
  const index = DEVICES.indexOf(device);
  return index < 0 ? undefined : `c${index + 1}`;
}

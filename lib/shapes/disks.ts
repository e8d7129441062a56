/** Disks that targets put on hosts: which device each copy has, in the plan, in launch templates and on the hosts. */
import { FsxbenchError } from './errors';

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
  readonly device: string;
  readonly disk: HostDisk;
}

/** Names that EC2 lets other disks than the root have (EC2 guide, Device names for volumes). */
const LETTERS = 'fghijklmnopqrstuvwxyz';
/** Copies of a rig that may be disks of its hosts. */
export const MOST_DISKS = LETTERS.length;

/** `/dev/sdf` for `c1`, and so on: every copy of a rig has a device of its own. */
export function deviceOf(copy: string): string {
  const letter = LETTERS[Number(copy.slice(1)) - 1];
  if (letter === undefined) throw new FsxbenchError('Unexpected', `there is no device for the copy ${copy}`);
  return `/dev/sd${letter}`;
}

/** The copy that has a device; undefined for the root disk, and what somebody else attached. */
export function copyOfDevice(device: string): string | undefined {
  const [, letter = ''] = /^\/dev\/sd([a-z])$/.exec(device) ?? [];
  const index = letter === '' ? -1 : LETTERS.indexOf(letter);
  return index < 0 ? undefined : `c${index + 1}`;
}

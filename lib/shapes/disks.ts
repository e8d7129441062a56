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
  /** Number of the volume in its copy, from 1: a stripe has them in this order. */
  readonly volume: number;
  /** Empty where EC2 has no name left: such a plan is refused. */
  readonly device: string;
  readonly disk: HostDisk;
}

/** Which disk of a role's hosts is which: what EC2 tells of an instance says no more than its device. */
export interface DiskMapping extends Pick<PlannedDisk, 'copy' | 'volume' | 'device'> {
  readonly role: string;
}

const LETTERS = Array.from('abcdefghijklmnopqrstuvwxyz');
/**
 * Names that EC2 lets other disks than the root have (EC2 guide, Device names for volumes). Hosts find a disk by the id
 * of its volume, not by such a name: under NVMe the kernel gives it another one.
 */
const DEVICES = [
  ...LETTERS.slice(5).map((letter) => `/dev/sd${letter}`),
  ...LETTERS.slice(1, 4).flatMap((first) => LETTERS.map((letter) => `/dev/xvd${first}${letter}`)),
];
/** Disks of a host, beside its root, that have a name. */
export const MAX_DISKS = DEVICES.length;

/** `/dev/sdf` for the first disk of a host beside its root, and so on. Empty where EC2 has no name left. */
export function getDeviceName(index: number): string {
  return DEVICES[index] ?? '';
}

/** Id under which a volume of a copy stands in what was made for that copy: `volume1`. */
export function toVolumeId(volume: number): string {
  return `volume${volume}`;
}

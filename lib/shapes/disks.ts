/** Disks that targets attach to hosts, in the plan, in launch templates and on hosts. */

/** An EBS volume in a launch template: `LaunchTemplateEbsBlockDeviceRequest` of the EC2 API. */
export interface HostDisk {
  readonly VolumeType: string;
  /** GiB. */
  readonly VolumeSize: number;
  readonly Iops?: number | undefined;
  /** MiB/s. */
  readonly Throughput?: number | undefined;
  /** Absent on instance types with one card. */
  readonly EbsCardIndex?: number | undefined;
}

/** A disk that hosts of a role are launched with. */
export interface PlannedDisk {
  readonly copy: string;
  /** Number of the volume in its target instance, from 1: the order in a stripe. */
  readonly volume: number;
  /** Device name; empty if EC2 has none left, which refuses the plan. */
  readonly device: string;
  readonly disk: HostDisk;
}

/** Maps the device names of a role's hosts to planned disks: EC2 describes an instance's disks only by device name. */
export interface DiskMapping extends Pick<PlannedDisk, 'copy' | 'volume' | 'device'> {
  readonly role: string;
}

const DEVICE_LETTERS = Array.from('abcdefghijklmnopqrstuvwxyz');
/**
 * Device names that EC2 allows for disks other than the root (EC2 guide, Device names for volumes). Hosts find a disk
 * by its volume id, because the kernel names NVMe devices differently.
 */
const DEVICE_NAMES = [
  ...DEVICE_LETTERS.slice(5).map((letter) => `/dev/sd${letter}`),
  ...DEVICE_LETTERS.slice(1, 4).flatMap((first) => DEVICE_LETTERS.map((letter) => `/dev/xvd${first}${letter}`)),
];
/** Maximum disks of a host in addition to the root. */
export const MAX_DISKS = DEVICE_NAMES.length;

/** `/dev/sdf` for the first disk after the root, and so on. Empty if EC2 has no name left. */
export function getDeviceName(index: number): string {
  return DEVICE_NAMES[index] ?? '';
}

/** Id of a volume among the resources of a target instance: `volume1`. */
export function toVolumeId(volume: number): string {
  return `volume${volume}`;
}

/** Hosts of one role in the plan of a rig. */
import type { PlannedDisk } from './disks';
import type { ImageName } from './images';

/** The tag that selects hosts. */
export interface ManagedTag {
  readonly key: string;
  readonly value: string;
}

export interface RolePlan {
  readonly role: string;
  readonly count: number;
  readonly instanceType: string;
  /** Machine image; absent: the deployment's image, Amazon Linux 2023. */
  readonly image?: ImageName;
  /** Close together; absent: anywhere. */
  readonly placement?: 'cluster';
  /** Tag of managed hosts; absent: hosts are launched. */
  readonly managed?: ManagedTag;
  /** Whether the hosts have an Elastic Fabric Adapter. */
  readonly efa?: true;
  /** Boot script of the hosts (EC2 user data, plain text). */
  readonly userData: string;
  /** Target instances that are disks of these hosts; absent: none. */
  readonly disks?: readonly PlannedDisk[];
}

/** Hosts of one role of a rig, as a plan has them. */
import type { PlannedDisk } from './disks';
import type { ImageName } from './images';
import type { ManagedTag } from './managed-hosts';

export interface RolePlan {
  readonly role: string;
  readonly count: number;
  readonly instanceType: string;
  /** Image of the hosts; left out: that of the deployment, Amazon Linux 2023. */
  readonly image?: ImageName;
  /** Close to each other; left out: wherever there is room. */
  readonly placement?: 'cluster';
  /** Its hosts exist, and carry this tag; left out: they are made. */
  readonly managed?: ManagedTag;
  /** Launched with an Elastic Fabric Adapter. */
  readonly efa?: true;
  /** Boot script of the hosts (EC2 user data, plain text). */
  readonly userData: string;
  /** Copies that are disks of these hosts; left out where none is. */
  readonly disks?: readonly PlannedDisk[];
}

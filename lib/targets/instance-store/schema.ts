/** Settings of `instance-store`: which hosts use the disks that they come with, and what these are formatted with. */
import * as z from 'zod';
import { about } from '../../shapes/setting';
import { type DiskFileSystem, FILE_SYSTEMS } from '../disk-mount';

export interface InstanceStore {
  readonly kind: 'instance-store';
  /** Roles whose hosts use their disks; left out: those that mount. */
  readonly roles?: readonly string[] | undefined;
  /** What hosts format them with. */
  readonly fileSystem: DiskFileSystem;
}

/** Takes what a spec says; gives back what may be given again. */
export const schema: z.ZodType<InstanceStore> = z.strictObject({
  kind: z.literal('instance-store'),
  roles: z
    .array(z.string().regex(/^[a-z][a-z0-9-]*$/, { error: 'the name of a role of the fleet' }))
    .min(1)
    .optional()
    .meta(about('Roles whose hosts use their own disks. Left out: those that mount.', { examples: [['broker']] })),
  fileSystem: z
    .enum(FILE_SYSTEMS)
    .default('xfs')
    .meta(about('What hosts format their disks with.', { examples: ['xfs', 'ext4'] })),
});

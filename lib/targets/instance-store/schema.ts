/** Settings of `instance-store`: which hosts use the disks that they come with, and what these are formatted with. */
import * as z from 'zod';
import { settings } from '../../shapes/setting';
import words from '../settings.json';
import { FILE_SYSTEMS } from '../disk-mount';

/** Takes what a spec says; gives back what may be given again. */
export const schema = settings(words['instance-store'], {
  kind: z.literal('instance-store'),
  roles: z
    .array(z.string().regex(/^[a-z][a-z0-9-]*$/, { error: 'the name of a role of the fleet' }))
    .min(1)
    .optional(),
  fileSystem: z.enum(FILE_SYSTEMS).default('xfs'),
});

export type InstanceStore = z.output<typeof schema>;

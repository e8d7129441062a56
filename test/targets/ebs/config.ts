/** A small volume that breaks no rule. */
import type { Ebs } from '../../../lib/targets/ebs/schema';

export const CONFIG: Ebs = {
  kind: 'ebs',
  roles: ['client'],
  volumeType: 'gp3',
  sizeGiB: 64,
  volumes: 1,
  fileSystem: 'xfs',
};

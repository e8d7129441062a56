/** Where the stacks are deployed for this purpose: the modelled account of local executions, with its names. */
import type { Place } from './resolve';

/** Names as in `lib/twin/world.ts`, whose network is one subnet and one group of hosts. */
export const PLACE: Place = {
  region: 'xx-local-1',
  account: '000000000000',
  bucket: 'fsxbench-results',
  subnet: 'subnet-00000000000000000',
  securityGroup: 'sg-00000000000000000',
};

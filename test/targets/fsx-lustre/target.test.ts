import { withReferences } from '../../../lib/shapes/requests';
import { fsxLustre } from '../../../lib/targets/fsx-lustre/target';
import { PERSISTENT, SCRATCH } from './config';

const RIG = { executionId: 'e1', rig: 'r1', rigTag: 'e1__r1' };
const MADE = { network: { subnetId: 'subnet-1', storageSecurityGroupId: 'sg-1' }, fs: { id: 'fs-1' } };

describe('the kind fsx-lustre', () => {
  it('needs an account, no disks, and time', () => {
    expect(fsxLustre.local).toBe(false);
    expect(fsxLustre.userData(SCRATCH, RIG, {})).toBe('');
    expect(fsxLustre.teardownSeconds(SCRATCH)).toBe(300);
  });

  it('asks only for what is known when it is sent', () => {
    const [fs] = fsxLustre.requests(PERSISTENT, RIG).map(({ input }) => withReferences(input, MADE));
    expect(fs).toMatchObject({ SubnetIds: ['subnet-1'], SecurityGroupIds: ['sg-1'] });
    const made = fsxLustre.change(PERSISTENT, { ...PERSISTENT, storageGiB: 4800 });
    const sent = made.kind === 'inPlace' ? made.requests.map(({ input }) => withReferences(input, MADE)) : [];
    expect(sent).toEqual([{ FileSystemId: 'fs-1', StorageCapacity: 4800 }]);
  });

  it('holds what it was made with', () => {
    expect(fsxLustre.capacityBytes?.(SCRATCH)).toBe(1200 * 1024 ** 3);
  });
});

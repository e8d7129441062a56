import { check } from '../../../lib/experiment/language/schema-problems';
import { withReferences } from '../../../lib/shapes/requests';
import { fsxLustre } from '../../../lib/targets/fsx-lustre/target';
import { fsxOpenZfs } from '../../../lib/targets/fsx-openzfs/target';
import { CONFIG } from './config';

const RIG = { executionId: 'e1', rig: 'r1', rigTag: 'e1__r1' };

describe('the kind fsx-openzfs', () => {
  it('needs an account, no disks, and time', () => {
    expect(fsxOpenZfs.local).toBe(false);
    expect(fsxOpenZfs.userData(CONFIG, RIG, {})).toBe('');
    expect(fsxOpenZfs.teardownSeconds(CONFIG)).toBe(600);
  });

  it('asks only for what is known when it is sent', () => {
    const made = {
      network: { subnetId: 'subnet-1', storageSecurityGroupId: 'sg-1' },
      fs: { id: 'fs-1', rootVolumeId: 'fsvol-1' },
      volume1: { id: 'fsvol-2' },
    };
    const [fs, volume] = fsxOpenZfs.requests(CONFIG, RIG).map(({ input }) => withReferences(input, made));
    expect(fs).toMatchObject({ SubnetIds: ['subnet-1'], SecurityGroupIds: ['sg-1'] });
    expect(volume).toMatchObject({ OpenZFSConfiguration: { ParentVolumeId: 'fsvol-1' } });
    const changes = fsxOpenZfs.change(CONFIG, { ...CONFIG, throughputMBps: 160, nfsExport: 'async' });
    const sent = changes.kind === 'inPlace' ? changes.requests.map(({ input }) => withReferences(input, made)) : [];
    expect(sent).toEqual([
      expect.objectContaining({ FileSystemId: 'fs-1' }),
      expect.objectContaining({ VolumeId: 'fsvol-2' }),
    ]);
  });

  it('takes no mount settings of another kind', () => {
    expect(check(fsxOpenZfs.mountSchema, { tuning: 'none' }, []).problems).toHaveLength(1);
    expect(check(fsxLustre.mountSchema, { tuning: 'none' }, []).problems).toHaveLength(0);
  });

  it('holds what it was made with, or what the quotas of its volumes allow', () => {
    const gib = (volumes: typeof CONFIG.volumes): number =>
      (fsxOpenZfs.capacityBytes?.({ ...CONFIG, volumes }) ?? 0) / 1024 ** 3;
    expect(gib({ count: 2 })).toBe(1000);
    expect(gib({ count: 2, quotaGiB: 300 })).toBe(600);
    expect(gib({ count: 2, quotaGiB: 900 })).toBe(1000);
  });
});

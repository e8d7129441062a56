import {
  instanceStore,
  type InstanceStore,
  instanceStoreSchema,
  modelInstanceStore,
} from '../../../lib/targets/instance-store/target';
import { scaleToHosts } from '../../../lib/targets/model';

const CONFIG: InstanceStore = { kind: 'instance-store', fileSystem: 'xfs' };

describe('settings of instance-store', () => {
  it('have defaults, and are the same when they are read again', () => {
    expect(instanceStoreSchema.parse({ kind: 'instance-store' })).toEqual(CONFIG);
    const all = { kind: 'instance-store', roles: ['broker', 'standby'], fileSystem: 'ext4' };
    expect(instanceStoreSchema.parse(all)).toEqual(all);
    expect(instanceStoreSchema.safeParse({ ...all, roles: ['No Role'] }).success).toBe(false);
  });

  it('cost nothing, take no call and are gone with the host', () => {
    expect(instanceStore.lineItems(CONFIG)).toEqual([]);
    expect(instanceStore.requests(CONFIG, { executionId: 'e', rig: 'r1', rigTag: 'e__r1' })).toEqual([]);
    expect(instanceStore.teardownSeconds(CONFIG)).toBe(0);
    expect(instanceStore.check(CONFIG).map(({ code, severity }) => `${severity} ${code}`)).toEqual([
      'advice GoneWithHost',
    ]);
  });

  it('change with a new host only', () => {
    expect(instanceStore.change(CONFIG, { ...CONFIG, fileSystem: 'ext4' })).toEqual({
      kind: 'recreate',
      why: 'fileSystem xfs to ext4: a host formats its disks only once',
    });
  });
});

describe('the model of disks', () => {
  it('is that of one host by its type, and of as many as there are', () => {
    const one = modelInstanceStore(['i3en.2xlarge']);
    expect(one.readIops.baseline).toBe(170_000);
    expect(one.write.baseline).toBe(130_000 * 4000);
    const three = scaleToHosts(one, 3);
    expect(three.readIops).toEqual({ baseline: 510_000, burst: 510_000, burstSeconds: 0 });
    expect(three.metadata.create).toBe(3 * one.metadata.create);
    expect([three.hostBytes, three.latencyUs]).toEqual([one.hostBytes, one.latencyUs]);
  });

  it('is that of the slowest of several, and of a usual one where nothing is known', () => {
    expect(modelInstanceStore(['i3en.6xlarge', 'i3en.large']).readIops.baseline).toBe(42_500);
    expect(modelInstanceStore(['m6gd.large'])).toEqual(modelInstanceStore());
    expect(instanceStore.model(CONFIG, undefined, ['i4i.large'])?.writeIops.baseline).toBe(27_500);
  });
});

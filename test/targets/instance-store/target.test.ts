import {
  instanceStore,
  type InstanceStore,
  instanceStoreSchema,
  modelInstanceStore,
} from '../../../lib/targets/instance-store/target';
import { scaleToHosts } from '../../../lib/targets/model';

const CONFIG: InstanceStore = { kind: 'instance-store', fileSystem: 'xfs' };

describe('settings of instance-store', () => {
  it('has defaults, parses a complete configuration unchanged, and refuses an invalid role', () => {
    expect(instanceStoreSchema.parse({ kind: 'instance-store' })).toEqual(CONFIG);
    const all = { kind: 'instance-store', roles: ['broker', 'standby'], fileSystem: 'ext4' };
    expect(instanceStoreSchema.parse(all)).toEqual(all);
    expect(instanceStoreSchema.safeParse({ ...all, roles: ['No Role'] }).success).toBe(false);
  });

  it('has no price, requests or deletion, and advises that data are gone with the host', () => {
    expect(instanceStore.prices.lineItems(CONFIG)).toEqual([]);
    expect(instanceStore.resources).toBeUndefined();
    expect(instanceStore.check(CONFIG).map(({ code, severity }) => `${severity} ${code}`)).toEqual([
      'advice GoneWithHost',
    ]);
  });

  it('requires recreation when the file system changes', () => {
    expect(instanceStore.change(CONFIG, { ...CONFIG, fileSystem: 'ext4' })).toEqual({
      kind: 'recreate',
      why: 'fileSystem xfs to ext4: a host formats its disks only once',
    });
  });
});

describe('modelInstanceStore', () => {
  it('returns the rates of the instance type, which scale with the number of hosts', () => {
    const one = modelInstanceStore(['i3en.2xlarge']);
    expect(one.readIops.baseline).toBe(170_000);
    expect(one.write.baseline).toBe(130_000 * 4000);
    const three = scaleToHosts(one, 3);
    expect(three.readIops).toEqual({ baseline: 510_000, burst: 510_000, burstSeconds: 0 });
    expect(three.metadata.create).toBe(3 * one.metadata.create);
    expect([three.hostBytes, three.latencyUs]).toEqual([one.hostBytes, one.latencyUs]);
  });

  it('returns the rates of the slowest type, and default rates for an unknown type', () => {
    expect(modelInstanceStore(['i3en.6xlarge', 'i3en.large']).readIops.baseline).toBe(42_500);
    expect(modelInstanceStore(['d3.xlarge'])).toEqual(modelInstanceStore());
    // Not documented: as many for each byte as i3en.24xlarge, with 2,000,000 for 60 TB.
    expect(modelInstanceStore(['i7ie.2xlarge']).readIops.baseline).toBeCloseTo((5 / 60) * 2_000_000, 6);
    expect(instanceStore.performance.model(CONFIG, undefined, ['i4i.large'])?.writeIops.baseline).toBe(27_500);
  });
});

it.each([
  [
    'm7gd.large',
    /^the IOPS of the local disks of m7gd\.large are unknown: .* assume 3,900 reads\/s, the fewest for each/,
  ],
  ['i4i.large', /^$/],
])('says of the type %s whether its IOPS are assumed', (instanceType, message) => {
  const needs = instanceStore.hosts?.getNeeds?.(instanceStore.schema.parse({ kind: 'instance-store' }));
  const problem = needs !== undefined && 'checkHostType' in needs ? needs.checkHostType(instanceType) : undefined;
  expect(problem?.message ?? '').toMatch(message);
});

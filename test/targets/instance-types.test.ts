import {
  findQuotaVcpus,
  findInstanceDisks,
  getHardware,
  getMaxDataVolumes,
  explainNoEfa,
} from '../../lib/targets/instance-types';
import cases from './instance-types.cases.json';

const GIB = 1024 ** 3;

it('returns vCPUs, memory and network rates of known instance types', () => {
  expect(getHardware('c5n.2xlarge')).toEqual({
    vcpus: 8,
    memoryBytes: 21 * GIB,
    network: { baseline: 1.25e9, burst: 3.125e9, burstSeconds: 300 },
  });
  expect(getHardware('c5n.18xlarge').network).toEqual({ baseline: 12.5e9, burst: 12.5e9, burstSeconds: 0 });
  expect(getHardware('m5.2xlarge')).toMatchObject({ vcpus: 8, memoryBytes: 32 * GIB });
  expect(getHardware('t3.medium')).toMatchObject({ vcpus: 2, memoryBytes: 4 * GIB });
  expect(getHardware('c7gn.medium').vcpus).toBe(1);
  expect(getHardware('m7i.metal-48xl')).toMatchObject({ vcpus: 192, memoryBytes: 768 * GIB });
});

it('assumes an m5 of the same size for unknown instance types', () => {
  expect(getHardware('z9.4xlarge')).toEqual(getHardware('m5.4xlarge'));
  expect(getHardware('local')).toEqual(getHardware('m5.2xlarge'));
});

it.each(cases.vcpus as [string, number | null][])('counts the processors of %s for quotas as %s', (type, vcpus) => {
  expect(findQuotaVcpus(type)).toBe(vcpus ?? undefined);
});

const UNKNOWN =
  'it is unknown here whether its adapter works with Lustre; to be sure, use c6in.32xlarge, ' +
  'c7gn.16xlarge or m7i.48xlarge';
it.each([
  ...['c6in.32xlarge', 'c7gn.16xlarge', 'm7i.48xlarge', 'm7i.metal-48xl', 'hpc7a.12xlarge', 'p5.48xlarge'].map(
    (type) => [type, null] as const,
  ),
  ...cases.notBare.map(([type = '', why]) => [type, { sure: true, why }] as const),
  ...['c9x.48xlarge', 'c8gn.48xlarge'].map((type) => [type, { sure: false, why: UNKNOWN }] as const),
])('returns for the EFA of %s with Lustre the reason against it: %j', (type, reason) => {
  expect(explainNoEfa(type)).toEqual(reason);
});

describe('findInstanceDisks', () => {
  it('returns count, bytes and IOPS of the documented NVMe disks', () => {
    expect(findInstanceDisks('i3en.2xlarge')).toEqual({
      count: 2,
      bytes: 2.5e12,
      readIops: 170_000,
      writeIops: 130_000,
    });
    expect(findInstanceDisks('i4i.metal')).toMatchObject({ count: 8, readIops: 3_200_000 });
  });

  it('returns none for types without disks, and null for unknown types', () => {
    expect(findInstanceDisks('c5n.2xlarge')).toBe('none');
    expect(findInstanceDisks('t3.small')).toBe('none');
    expect(findInstanceDisks('c9zd.large')).toBeNull();
    expect(findInstanceDisks('')).toBeNull();
  });
});

it('returns the maximum number of EBS data volumes per instance type', () => {
  const types = ['c5n.2xlarge', 'i3en.2xlarge', 'i4i.32xlarge', 'm7i.48xlarge', 'c7gn.metal', 'c9z.large'];
  expect(types.map(getMaxDataVolumes)).toEqual([26, 24, 18, 127, 30, 26]);
});

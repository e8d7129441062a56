import { PRICED_REGIONS } from '../../../lib/pricing/aws';
import { findHostPrice } from '../../../lib/pricing/host-prices';
import { getArchitecture } from '../../../lib/shapes/images';
import { findRow, listFamily } from '../../../lib/targets/instance-tables/rows';
import recorded from '../../../lib/targets/instance-tables/recorded.json';
import { findInstanceDisks, isKnownType } from '../../../lib/targets/instance-types';
import cases from './rows.cases.json';

const TYPES: Readonly<Record<string, string>> = recorded.types;
const NAMES = Object.keys(TYPES);

describe('tables of instance types', () => {
  it('keeps what was known by hand before the types were recorded, except corrections', () => {
    const changed = Object.entries(cases.before).flatMap(([type, before]) => {
      const now = TYPES[type]?.split(' ') ?? [];
      const differs = before.split(' ').some((field, index) => field !== '-' && field !== now[index]);
      return differs ? [[type, before, TYPES[type] ?? null]] : [];
    });
    expect(changed).toEqual(cases.corrected);
  });

  it('has hardware and a Linux price in us-east-1 for at least 1,300 types', () => {
    const priced = NAMES.filter((type) => findHostPrice('us-east-1', `${type}.linux.ondemand`) !== undefined);
    expect(priced.filter(isKnownType).length).toBeGreaterThanOrEqual(1300);
  });

  it.each(PRICED_REGIONS)('has a Linux price in %s for at least 750 types with hardware', (region) => {
    const priced = NAMES.filter((type) => findHostPrice(region, `${type}.linux.ondemand`) !== undefined);
    expect(priced.length).toBeGreaterThanOrEqual(750);
  });

  it('parses every row into whole facts: numbers above 0, maximums from the baseline up', () => {
    for (const type of NAMES) {
      const { vcpus, memoryGiB, gbps, ebsMbps, ebsIops, ebsVolumes, ebsCards } = findRow(type)!;
      const amounts = [vcpus, memoryGiB, ebsVolumes, ebsCards, ...[gbps, ebsMbps, ebsIops].flatMap((one) => one ?? [])];
      expect([type, amounts.every((one) => (one ?? Number.NaN) > 0)]).toEqual([type, true]);
      expect([type, ebsMbps === undefined]).toEqual([type, ebsIops === undefined]);
      for (const [low = 0, high = low] of [gbps, ebsMbps, ebsIops].flatMap((one) => (one === undefined ? [] : [one])))
        expect([type, high >= low]).toEqual([type, true]);
      expect([type, TYPES[type]?.split(' ').length]).toEqual([type, 9]);
      expect(['arm64', 'x86_64']).toContain(getArchitecture(type));
    }
  });

  it('returns null for names that are no types, such as those of object members', () => {
    expect(['', 'local', 'constructor', 'm5.toString', 'c9z.large'].map(findRow)).toEqual([
      null,
      null,
      null,
      null,
      null,
    ]);
    expect(listFamily('i3')).toContain('i3.metal');
  });

  it('returns null for the hard disks of d3, and none for disks without NVMe', () => {
    expect(['d3.xlarge', 'd2.xlarge', 'i2.xlarge'].map(findInstanceDisks)).toEqual([null, 'none', 'none']);
    expect(findInstanceDisks('i3.metal')).toMatchObject({ count: 8, bytes: 1.9e12, readIops: 3_300_000 });
    expect(findInstanceDisks('i7ie.2xlarge')).toMatchObject({ count: 2, bytes: 2.5e12, readIops: undefined });
  });
});

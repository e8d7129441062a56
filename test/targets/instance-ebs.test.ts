import { usesEbsCredits, hasCreditMetric, hasExceededMetric, combineRates } from '../../lib/targets/instance-ebs';
import recorded from '../../lib/targets/instance-tables/recorded.json';
import { findEbsLink, getEbsCards } from '../../lib/targets/instance-types';

const MBPS = 125_000;

describe('EBS link of an instance type', () => {
  it('returns baseline and burst of bandwidth and IOPS, with 1800 seconds of burst for small types', () => {
    expect(findEbsLink('c7gn.large')).toEqual({
      bandwidth: { baseline: 1042 * MBPS, burst: 10_000 * MBPS, burstSeconds: 1800 },
      iops: { baseline: 4167, burst: 40_000, burstSeconds: 1800 },
    });
    expect(findEbsLink('m7i.48xlarge')).toEqual({
      bandwidth: { baseline: 40_000 * MBPS, burst: 40_000 * MBPS, burstSeconds: 0 },
      iops: { baseline: 240_000, burst: 240_000, burstSeconds: 0 },
    });
  });

  it('is unknown for families without dedicated bandwidth only: those before c4', () => {
    const without = Object.keys(recorded.types).filter((type) => findEbsLink(type) === null);
    const families = new Set(without.map((type) => type.split('.')[0]));
    expect([...families]).toEqual(['c1', 'c3', 'i2', 'm1', 'm2', 'm3', 'r3', 't1', 't2']);
  });

  it('limits volumes by the EBS card with most of them: one, even and odd numbers on two cards', () => {
    const mbps = (volumes?: number): number => (findEbsLink('c8gb.48xlarge', volumes)?.bandwidth.baseline ?? 0) / MBPS;
    expect([undefined, 1, 2, 3, 20].map(mbps)).toEqual([300_000, 150_000, 300_000, 225_000, 300_000]);
    expect(findEbsLink('c8gb.48xlarge', 1)?.iops.burst).toBe(720_000);
    expect(findEbsLink('c7gn.large', 3)).toEqual(findEbsLink('c7gn.large'));
    expect(['c8gb.48xlarge', 'c8gb.24xlarge', 'c9z.large'].map(getEbsCards)).toEqual([2, 1, 1]);
  });

  it('returns null for unknown families and sizes', () => {
    expect(findEbsLink('c9z.large')).toBeNull();
    expect(findEbsLink('m5.3xlarge')).toBeNull();
  });

  it('reports a credit metric up to 4xlarge, and an exceeded metric except on metal', () => {
    const small = ['m5.large', 'c7gn.medium', 'c7gn.4xlarge', 'i3en.3xlarge'];
    expect(small.map(hasCreditMetric)).toEqual([true, true, true, true]);
    expect(['m5.4xlarge', 'c7gn.8xlarge', 'c7gn.metal'].map(hasCreditMetric)).toEqual([false, false, false]);
    expect(['c9z.xlarge', 'c9z.8xlarge', 'c9z.metal-24xl'].map(hasCreditMetric)).toEqual([true, false, false]);
    expect(['c7gn.16xlarge', 'c7gn.metal', 'm7i.metal-24xl'].map(hasExceededMetric)).toEqual([true, false, false]);
  });

  it('spends burst credits when the rate is above the baseline and the link can burst', () => {
    const link = { baseline: 3600, burst: 18_750, burstSeconds: 1800 };
    expect([3000, 3600, 3601].map((most) => usesEbsCredits(link, most))).toEqual([false, false, true]);
    expect(usesEbsCredits({ ...link, burst: 3600 }, 80_000)).toBe(false);
  });
});

describe('combineRates', () => {
  const steady = (rate: number) => ({ baseline: rate, burst: rate, burstSeconds: 0 });

  it('returns the smaller of two steady rates', () => {
    expect(combineRates(steady(3000), steady(4000))).toEqual(steady(3000));
    expect(combineRates(steady(5000), steady(4000))).toEqual(steady(4000));
  });

  it('computes the burst seconds from the smaller reserve of credits', () => {
    const link = { baseline: 1000, burst: 5000, burstSeconds: 1800 };
    // 7.2 million above the baseline: at 3,000 they last twice as long.
    expect(combineRates(steady(3000), link)).toEqual({ baseline: 1000, burst: 3000, burstSeconds: 3600 });
    expect(combineRates({ baseline: 300, burst: 3000, burstSeconds: 2000 }, link)).toEqual({
      baseline: 300,
      burst: 3000,
      burstSeconds: 2000,
    });
    expect(combineRates({ baseline: 300, burst: 900, burstSeconds: 2000 }, link)).toEqual({
      baseline: 300,
      burst: 900,
      burstSeconds: 2000,
    });
  });
});

import fc from 'fast-check';
import { change } from '../../../lib/targets/efs/requests';
import { check } from '../../../lib/targets/efs/check';
import { described, efs } from '../../../lib/targets/efs/target';
import type { Efs } from '../../../lib/targets/efs/schema';
import { describedTarget } from '../../../lib/targets/registry';
import { changedAndFound, madeAndFound } from '../described-world';
import { CONFIG } from './config';

const throughputs = fc.oneof(
  fc.record({ throughputMode: fc.constantFrom('elastic' as const, 'bursting' as const) }),
  fc.record({
    throughputMode: fc.constant('provisioned' as const),
    provisionedMiBps: fc.integer({ min: 1, max: 3414 }),
  }),
);
/** A new file system holds nothing: that is what EFS tells. */
const configs: fc.Arbitrary<Efs> = fc
  .record({
    throughput: throughputs,
    zone: fc.constantFrom('regional' as const, 'one-zone' as const),
    max: fc.boolean(),
    encrypted: fc.boolean(),
  })
  .map(({ throughput, zone, max, encrypted }) => {
    const maxIO = max && zone === 'regional' && throughput.throughputMode !== 'elastic';
    const performanceMode = maxIO ? 'maxIO' : 'generalPurpose';
    return { kind: 'efs', zone, ...throughput, performanceMode, encrypted, storedGiB: 0 };
  });

describe('described', () => {
  it('reads back all of what requests create', async () => {
    await fc.assert(
      fc.asyncProperty(configs, async (config) => {
        expect(check(config).filter(({ severity }) => severity === 'error')).toEqual([]);
        const found = await madeAndFound(efs, config);
        expect(described(found)).toEqual(config);
        expect(describedTarget(found)?.target.kind).toBe('efs');
      }),
    );
  });

  it('reads back what changes in place make of it', async () => {
    await fc.assert(
      fc.asyncProperty(configs, throughputs, async (from, throughput) => {
        const { provisionedMiBps: _, ...fixed } = from;
        const to: Efs = { ...fixed, performanceMode: 'generalPurpose', ...throughput };
        fc.pre(from.performanceMode === 'generalPurpose');
        expect(change(from, to).kind).toBe('inPlace');
        expect(described(await changedAndFound(efs, from, to))).toEqual(to);
      }),
    );
  });

  it('does not take what no spec can ask for', async () => {
    const { fileSystem, volumes } = await madeAndFound(efs, CONFIG);
    expect(described({ fileSystem: { ...fileSystem, ThroughputMode: 'warp' }, volumes })).toBeNull();
    expect(described({ fileSystem: {}, volumes })).toBeNull();
  });
});

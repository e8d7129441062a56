/** What shipped experiments cost and take above their bounds, so that it is seen when they cost more. */
import { readdirSync, readFileSync } from 'node:fs';
import { type Bounds, computeBounds } from '../../../checks/bounds/bounds';
import { judgeBounds, TITLES, toRow } from '../../../checks/bounds/rows';
import { readScripts } from '../../../lib/aws/scripts';
import { readSpec } from '../../../lib/experiment/reading/read-spec';
import { buildPriceBook } from '../../../lib/pricing/aws';
import { ensure } from '../../../lib/shapes/errors';

/**
 * How many times its bound each costs and takes at most. A trial of these takes half a minute to a minute, and hosts
 * wait 15 s or more for their common start; an execution settles for five minutes at its end: `ours` has both. What is
 * not named here may be as far above as the farthest.
 */
const HELD: Readonly<Record<string, readonly [usd: number, seconds: number]>> = {
  doctor: [1.34, 1.43],
  'efs-small': [1.06, 1.62],
  'lustre-metadata': [2.06, 1.77],
  // Studies: within a tenth.
  'lustre-scalable-metadata': [1.1, 1.1],
  'kafka-on-ontap': [1.1, 1.1],
  'database-on-ontap-iscsi': [1.1, 1.1],
  'web-content-on-openzfs': [1.1, 1.1],
  'lustre-small': [1.3, 1.33],
  'ontap-small': [1.07, 1.11],
  openzfs: [1.14, 1.16],
  'home-directories': [1.41, 1.37],
  'web-content-small': [1.37, 1.32],
};
const FARTHEST: readonly [number, number] = [2.5, 2.5];
const UNPRICED = /^local|^fio-job|^self|^managed|^external|^cephfs|^database-on-(?:foreign|managed)|^storage-grown/;

let scripts: Awaited<ReturnType<typeof readScripts>> = {};
beforeAll(async () => {
  scripts = await readScripts('workloads');
});

function boundsIn(text: string): Bounds | undefined {
  const spec = ensure(readSpec(text, 'a spec').spec, 'a spec');
  const prices = buildPriceBook('us-east-1');
  return computeBounds(spec, { executionId: 'bounds', stack: 'bounds', startedAt: 0, scripts, prices });
}

const files = readdirSync('experiments').filter((name) => name.endsWith('.yaml'));

it.each(files)('plans %s within its listed factors of the lower bounds of cost and duration', (name) => {
  const bounds = boundsIn(readFileSync(`experiments/${name}`, 'utf8'));
  if (bounds === undefined) return expect(name).toMatch(UNPRICED);
  const { plan, bound, ours } = bounds;
  const [usd, seconds] = HELD[bounds.experiment] ?? FARTHEST;
  expect(bound.usd).toBeGreaterThan(0);
  expect(plan.usd).toBeGreaterThanOrEqual(bound.usd);
  expect(plan.usd / bound.usd).toBeLessThanOrEqual(usd);
  expect(plan.seconds / bound.seconds).toBeLessThanOrEqual(seconds);
  expect(plan.measuring).toBeLessThanOrEqual(bound.measuring);
  // The whole distance is what is named, where rigs do not run at the same time: nothing else is between the two.
  const all = Object.values(ours).reduce((sum, one) => sum + one, 0);
  expect(plan.seconds - bound.seconds).toBeLessThanOrEqual(all + 10);
});

/** Trials on two kinds of Lustre, eight cells. */
const make = (runtime: string, replicates = 5): Bounds => {
  const spec = {
    experiment: 'long',
    factors: { bs: ['4k', '16k', '64k', '256k'], rw: ['randread', 'randwrite'] },
    targets: { lustre: { kind: 'fsx-lustre', deploymentType: 'SCRATCH_2', storageGiB: 1200 } },
    fleet: { client: { count: 2, instanceType: 'c5n.2xlarge' } },
    workloads: { fio: { kind: 'fio', rw: '$rw', bs: '$bs', size: '1 GiB', runtime } },
    design: { replicates },
    limits: { maxUsd: 1000, maxHours: 48 },
  };
  return ensure(boundsIn(JSON.stringify(spec)), 'bounds');
};

it('plans trials of 10 minutes within 1.1 times the lower bounds of cost and duration', () => {
  const bounds = make('10m');
  expect(bounds.plan.usd / bounds.bound.usd).toBeLessThan(1.1);
  expect(bounds.plan.seconds / bounds.bound.seconds).toBeLessThan(1.1);
  expect(bounds.plan.measuring).toBeGreaterThan(0.85);
  expect(judgeBounds({ ...bounds, study: true })).toEqual({ over: false, lines: [] });
  expect(toRow(bounds)).toHaveLength(TITLES.length);
});

it('plans trials of 10 seconds for at most half the cost of a new rig per configuration, and reports the rest', () => {
  const short = make('10s', 1);
  expect(short.shorterThanSetUp).toBe(true);
  expect(short.plan.usd / short.fresh.usd).toBeLessThanOrEqual(0.5);
  const bounds = make('10s');
  const { over, lines } = judgeBounds(bounds);
  // Of a study that would be too much.
  expect([over, judgeBounds({ ...bounds, study: true }).over]).toEqual([false, true]);
  expect(lines[0]).toMatch(/^[\d.]+ USD exceed 1.1 times the bound, [\d.]+$/);
  expect(lines.at(-1)).toMatch(/^overhead in seconds, all rigs together: commands \d+, looks 0, /);
});

it('allows over half the cost of a new rig per configuration only when the lower bound is over half too', () => {
  const price = { usd: 9, seconds: 3600, measuring: 1 };
  const ours = { commands: 10, looks: 0, removal: 0, end: 0 };
  const one = { experiment: 'x', cells: 2, trials: 2, study: true, shorterThanSetUp: true, ours };
  const near: Bounds = { ...one, plan: price, bound: { ...price, usd: 8.5 }, fresh: { usd: 10, seconds: 7200 } };
  const { over, lines } = judgeBounds(near);
  expect(over).toBe(false);
  expect(lines[0]).toContain('0.90 of the cost of new rigs; no plan reaches 0.5, because the bound alone is 0.85. ');
  expect(judgeBounds({ ...near, fresh: { usd: 17, seconds: 7200 } })).toMatchObject({
    over: true,
    lines: ['9.00 USD exceed 0.5 times the cost of new rigs, 17.00', expect.any(String)],
  });
});

import { makePlan } from '../../../lib/experiment/plan/make-plan';
import { readSpec } from '../../../lib/experiment/reading/read-spec';
import { buildPriceBook } from '../../../lib/pricing/aws';
import { readScripts } from '../../../lib/aws/scripts';
import { ensure } from '../../../lib/shapes/errors';
import type { Plan } from '../../../lib/shapes/plan';

const SPEC = `
experiment: walk
targets:
  gp3: { kind: ebs, volumeType: gp3, sizeGiB: 100, iops: $iops }
factors: { iops: [12000, 3000, 6000, 4000] }
fleet: { client: { count: 1, instanceType: c5n.4xlarge } }
workloads: { fio: { kind: fio, rw: randread, bs: 4k, size: 1 GiB, ramp_time: 5s, runtime: 30s } }
design: { comparison: cheapestFirst }
decide: { metric: iops, atLeast: 5000, prefer: cheapest }
limits: { maxUsd: 5, maxHours: 4 }
`;

async function plan(text: string): Promise<{ readonly plan?: Plan; readonly problems: readonly string[] }> {
  const { spec, problems } = readSpec(text, 'walk.yaml');
  const found = problems.map(({ path, message }) => `${path.join('.')}: ${message}`);
  if (spec === undefined) return { problems: found };
  const made = makePlan(spec, {
    executionId: 'w-1',
    stack: 's',
    startedAt: Date.UTC(2026, 0, 1),
    prices: buildPriceBook('us-east-1'),
    scripts: await readScripts('workloads'),
  });
  const more = made.ok ? made.advice : made.problems;
  const all = [...found, ...more.map(({ path, message }) => `${path.join('.')}: ${message}`)];
  return { ...(made.ok ? { plan: made.plan } : {}), problems: all };
}

describe('a plan of a walk by price', () => {
  it('has a rig for each candidate that may meet the threshold, the cheapest first', async () => {
    const { plan: made } = await plan(SPEC);
    const { walk, rigs, trials, cells, parallelRigs, alternative } = ensure(made, 'a plan');
    const iopsOf = (cell: string) => cells.find(({ cellId }) => cellId === cell)?.levels['iops'];
    expect(ensure(walk, 'a walk').candidates.map(({ cell, rig, pruned }) => [iopsOf(cell), rig, pruned])).toEqual([
      ['3000', null, { metric: 'iops', rate: 3000, least: 5000 }],
      ['4000', null, { metric: 'iops', rate: 4000, least: 5000 }],
      ['6000', 'r1', null],
      ['12000', 'r2', null],
    ]);
    expect(rigs.map(({ rig }) => rig)).toEqual(['r1', 'r2']);
    expect(new Set(trials.map(({ cell }) => iopsOf(cell)))).toEqual(new Set(['6000', '12000']));
    expect(parallelRigs).toBe(2);
    expect(alternative?.comparison).toBe('sequential');
  });

  it('guards all but the first four trials of a rig, and counts a quarter of them in its estimate', async () => {
    const { trials } = ensure((await plan(SPEC)).plan, 'a plan');
    const first = trials.filter(({ rig }) => rig === 'r1');
    expect(first.map(({ guard }) => guard?.walk ?? false)).toEqual([...Array(4).fill(false), ...Array(4).fill(true)]);
    expect(first.map(({ share }) => share ?? 1)).toEqual([...Array(4).fill(1), ...Array(4).fill(0.25)]);
  });

  it('estimates the rigs that are expected to run, and all of them apart', async () => {
    const { rigs, walk, estimate } = ensure(
      (await plan(SPEC.replace('maxHours: 4', '$&, parallelRigs: 1'))).plan,
      'a plan',
    );
    expect(walk?.expectedRigs).toBe(1);
    expect(estimate.usd).toBeCloseTo(rigs[0]?.estimateUsd ?? 0, 1);
    expect(walk?.allUsd).toBeGreaterThan(1.9 * estimate.usd);
  });

  it('leaves out nothing if bursts are allowed, and keeps candidates up to a tenth below the threshold', async () => {
    const burst = await plan(SPEC.replace('atLeast: 5000', 'atLeast: 5000, burst: allowed'));
    expect(burst.plan?.rigs).toHaveLength(4);
    expect((await plan(SPEC.replace('5000', '4400'))).plan?.rigs).toHaveLength(3);
    expect((await plan(SPEC.replace('5000', '4401'))).plan?.rigs).toHaveLength(2);
  });

  it('fits into its budget if its first rig does', async () => {
    expect((await plan(SPEC.replace('maxUsd: 5', 'maxUsd: 0.5'))).plan).toBeDefined();
    const { problems } = await plan(SPEC.replace('maxUsd: 5', 'maxUsd: 0.1'));
    expect(problems.join('\n')).toMatch(
      /limits\.maxUsd: the estimate of \S+ USD for the cheapest candidate alone, .* is above the budget of 0\.1 USD/,
    );
  });

  it('advises of a metric without provisioned rates, which leave out candidates elsewhere', async () => {
    const { problems } = await plan(SPEC.replace('iops, atLeast: 5000', 'latency_p99, atMost: 10ms'));
    expect(problems.join('\n')).toMatch(/design\.comparison: `latency_p99` has no known provisioned rate here/);
  });
});

describe('makePlan of a walk by price', () => {
  it.each([
    ['without a threshold', 'atLeast: 5000, ', '', /^decide: .*give `decide` a threshold and `prefer: cheapest`/m],
    ['with another preference', 'prefer: cheapest', 'prefer: highest', /^decide: .*give `decide` a threshold/m],
    ['in several blocks', 'cheapestFirst }', 'cheapestFirst, blocks: 2 }', /^design\.blocks: .*found 2 blocks/m],
    ['with three replicates', 'cheapestFirst }', 'cheapestFirst, replicates: 3 }', /^design\.replicates: .*found 3/m],
    ['with one candidate', '[12000, 3000, 6000, 4000]', '[6000]', /^targets: .*found 1 candidates; allowed: 2 to 40/m],
    [
      'if it asks about some only',
      'atLeast: 5000',
      'where: { iops: 6000 }, atLeast: 5000',
      /^decide\.where: .*Remove it/m,
    ],
    ['with a factor of the workload', 'bs: 4k', 'bs: $bs', /^factors: .*are the same storage and hosts/m],
    [
      'if no candidate can meet the threshold',
      '5000',
      '20000',
      /^decide: no candidate can meet the threshold: .*at most 12,?000/m,
    ],
  ])('refuses it %s', async (_, from, to, message) => {
    const text = SPEC.replace(from, to).replace(
      'factors: {',
      to === 'bs: $bs' ? 'factors: { bs: [4k, 8k],' : 'factors: {',
    );
    const { plan: made, problems } = await plan(text);
    expect(made).toBeUndefined();
    expect(problems.join('\n')).toMatch(message);
  });

  it('leaves out instance types below the threshold, and orders the others by prices with hosts', async () => {
    const types = 'factors: { type: [c6i.2xlarge, c6in.large, c6i.large] }';
    const text = SPEC.replace(/factors: .*/, types)
      .replace(/iops: \$iops/, 'iops: 8000')
      .replace(/instanceType: [\w.]+/, 'instanceType: $type');
    const { plan: made } = await plan(text);
    const typeOf = new Map(made?.cells.map(({ cellId, levels }) => [cellId, levels['type']]));
    expect(made?.walk?.candidates.map(({ cell, pruned }) => [typeOf.get(cell), pruned?.rate])).toEqual([
      ['c6i.large', 3600],
      ['c6in.large', undefined],
      ['c6i.2xlarge', undefined],
    ]);
  });

  it('refuses a candidate without a price', async () => {
    const text = SPEC.replace(/targets:[\s\S]*?fleet:.*\n/, (_) =>
      [
        'targets:',
        '  a: { kind: external-nfs, address: 10.0.0.1, export: /a, folder: bench, usdPerHour: 1 }',
        '  b: { kind: external-nfs, address: 10.0.0.2, export: /b, folder: bench }',
        'fleet: { client: { count: 1, instanceType: c5n.4xlarge } }',
        '',
      ].join('\n'),
    );
    const { problems } = await plan(text);
    expect(problems.join('\n')).toMatch(
      /targets\.b: `cheapestFirst` orders candidates by price: target=b has no price/,
    );
  });
});

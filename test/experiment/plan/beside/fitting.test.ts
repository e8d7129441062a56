import { readFileSync } from 'node:fs';
import { readScripts } from '../../../../lib/aws/scripts';
import { makePlan, type Planned } from '../../../../lib/experiment/plan/make-plan';
import { readSpec } from '../../../../lib/experiment/reading/read';
import { bookOf } from '../../../../lib/pricing/aws';
import { expected } from '../../../../lib/shapes/errors';

const SMALL = readFileSync('experiments/lustre-small.yaml', 'utf8');
let scripts: Awaited<ReturnType<typeof readScripts>> = {};
beforeAll(async () => {
  scripts = await readScripts('workloads');
});

function planned(text: string): Planned {
  const { spec, problems } = readSpec(text, 'spec.yaml');
  const options = { executionId: 'e', stack: 's', startedAt: 0, scripts, prices: bookOf('us-east-1') };
  return makePlan(expected(spec, JSON.stringify(problems)), options);
}

const limited = (usd: number, text = SMALL): string => text.replace(/maxUsd: [\d.]+/, `maxUsd: ${usd}`);
function refusal(text: string): string {
  const result = planned(text);
  if (result.ok) throw new Error('it fits');
  return result.problems.map(({ message }) => message).join('\n');
}
const usdOf = (text: string): string => {
  const result = planned(text);
  if (!result.ok) throw new Error(result.problems.map(({ message }) => message).join('\n'));
  return result.plan.estimate.usd.toFixed(2);
};

it('names what fits by its own price: cheapest levels, and replicates where they do', () => {
  expect(SMALL).toMatch(/replicates: 3/);
  const fewer = refusal(limited(2.2));
  const [, usd = ''] = /`design\.replicates: 2`: ([\d.]+) USD/.exec(fewer) ?? [];
  expect(usd).toBe(usdOf(SMALL.replace('replicates: 3', 'replicates: 2')));
  const levels = refusal(limited(0.9));
  expect(levels.replace(/[\d.]+ (USD|hours)/g, '$1')).toBe(
    'the estimate is USD; allowed by this spec: USD (`limits.maxUsd`). Within both limits would be 1 of 3 ' +
      'levels of `target` (persistent-125): USD, hours; or 1 of 4 levels of `io` (rw=randread,bs=4k,iodepth=32): ' +
      'USD, hours',
  );
  for (const [, amount = ''] of levels.matchAll(/: ([\d.]+) USD, /g)) expect(Number(amount)).toBeLessThanOrEqual(0.9);
});

it('asks for less of two things where one is not enough, and says what the least costs where nothing fits', () => {
  expect(refusal(limited(0.5))).toContain(
    'Within both limits would be `design.replicates: 1` and 1 of 3 levels of `target` (persistent-125): 0.',
  );
  expect(refusal(limited(0.05))).toMatch(
    /\. Nothing of it fits: one trial of the cheapest cell alone would be 0\.\d\d USD and 0\.\d\d hours$/,
  );
});

it('takes the cheapest levels, wherever they are written', () => {
  const spec = (first: number, second: number, limits: string): string =>
    [
      'experiment: two',
      'targets:',
      `  a: { kind: fsx-lustre, deploymentType: PERSISTENT_2, perUnitMBps: 1000, storageGiB: ${first} }`,
      `  b: { kind: fsx-lustre, deploymentType: PERSISTENT_2, perUnitMBps: 1000, storageGiB: ${second} }`,
      'fleet: { client: { instanceType: c5n.large } }',
      'workloads: { fio: { kind: fio, rw: read, bs: 1m, size: 1 GiB, runtime: 10s } }',
      `limits: { ${limits} }`,
    ].join('\n');
  const dear = refusal(spec(48_000, 1200, 'maxUsd: 5'));
  expect(dear).toMatch(/Within both limits would be 1 of 2 levels of `target` \(b\): [0-4]\.\d\d USD, /);
  expect(refusal(spec(1200, 48_000, 'maxUsd: 5'))).toContain('1 of 2 levels of `target` (a)');
  // What is dear is not what is in the way where time is short.
  expect(refusal(spec(48_000, 1200, 'maxUsd: 500, maxHours: 0.1'))).toMatch(
    /Nothing of it fits: one trial of the cheapest cell alone would be 0\.\d\d USD and 0\.[1-9]\d hours$/,
  );
});

it('tells of time what it tells of money, once', () => {
  const slow = SMALL.replace(/maxHours: [\d.]+/, 'maxHours: 1');
  expect(slow).not.toBe(SMALL);
  expect(refusal(slow)).toMatch(
    /hours; allowed by this spec: 1 \(`limits\.maxHours`\)\. .*Within both limits would be /,
  );
  const both = refusal(limited(0.5, slow));
  expect(both.match(/Within both limits/g)).toHaveLength(1);
});

it('does not plan large experiments again and again', () => {
  const large = SMALL.replace('replicates: 3', 'replicates: 100');
  expect(refusal(limited(1, large))).not.toContain('Within');
});

it('leaves a search the levels that are left', () => {
  const searched = `
experiment: searched
factors: { depth: [1, 4, 16] }
targets:
  ontap:
    kind: fsx-ontap
    deploymentType: SINGLE_AZ_2
    throughputMBpsPerPair: 1536
    stages: { one: { haPairs: 1, storageGiB: 1024 }, two: { haPairs: 2, storageGiB: 2048 } }
fleet: { client: { instanceType: c5n.large } }
workloads: { fio: { kind: fio, rw: randread, bs: 4k, size: 1 GiB, iodepth: $depth } }
criteria: { quick: { metric: latency_p99, operation: read, atMost: 5ms } }
design: { search: { factor: depth } }
limits: { maxUsd: 5, maxHours: 8 }
`;
  expect(refusal(searched)).toMatch(/Within both limits would be 1 of 2 levels of `stage` \(one\): \d/);
});

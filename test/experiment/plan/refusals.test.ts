import { stringify } from 'yaml';
import { join } from 'node:path';
import { readScripts } from '../../../lib/aws/scripts';
import { makePlan, type PlanResult } from '../../../lib/experiment/plan/make-plan';
import { readSpec } from '../../../lib/experiment/reading/read-spec';
import { MAX_SCRIPT_SECONDS, checkTrialCount } from '../../../lib/experiment/plan/refusals';
import { buildPriceBook } from '../../../lib/pricing/aws';
import type { PriceBook } from '../../../lib/shapes/price';
import type { ScriptFiles } from '../../../lib/workloads/contract';
import { makeFio, lustreSpec, persistent } from '../real-spec';

let scripts: ScriptFiles = {};
beforeAll(async () => {
  scripts = await readScripts(join(__dirname, '../../../workloads'));
});

function planChanges(
  changes: Record<string, unknown>,
  prices: PriceBook = buildPriceBook('us-east-1'),
): { text: string; result: PlanResult } {
  const text = stringify(lustreSpec({ limits: { maxUsd: 5000, maxHours: 96 }, ...changes }));
  const { spec, problems } = readSpec(text, 'real.yaml');
  if (spec === undefined) throw new Error(JSON.stringify(problems));
  const result = makePlan(spec, { executionId: 'e1', stack: 's', startedAt: 0, scripts, prices });
  return { text, result };
}

/** Problems of a plan, each with the text at its place. */
function listRefusals(changes: Record<string, unknown>): string[] {
  const { text, result } = planChanges(changes);
  const lines = text.split('\n');
  return result.ok
    ? []
    : result.problems.map(
        ({ code, message, line, column }) =>
          `${code} ${(lines[(line ?? 0) - 1] ?? '').slice((column ?? 1) - 1)}: ${message}`,
      );
}

describe('problems of makePlan', () => {
  it('locates OverBudget and OverTime at the exceeded limit', () => {
    const limits = { maxUsd: 0.01, maxHours: 0.2 };
    expect(listRefusals({ limits })).toEqual([
      expect.stringMatching(
        /^OverBudget \d+\.\d+: the estimate of \d+\.\d+ USD is.*or lower `design\.replicates` \(\d+\)$/,
      ),
      expect.stringMatching(
        /^OverTime 0\.2: the expected duration of 0\.66 hours.*or lower `design\.replicates` \(6\)/,
      ),
    ]);
  });

  it('warns of a schedule whose last start has passed (NeverStarts), and still plans it', () => {
    const listWarnings = (cron: string, startedAt: string) => {
      const { spec } = readSpec(stringify(lustreSpec({ schedule: { cron } })), 'real.yaml');
      if (spec === undefined) throw new Error('refused');
      const at = Date.parse(startedAt);
      const result = makePlan(spec, {
        executionId: 'e1',
        stack: 's',
        startedAt: at,
        scripts,
        prices: buildPriceBook('us-east-1'),
      });
      return result.ok
        ? result.advice.filter(({ code }) => code === 'NeverStarts').map(({ path }) => path.join('.'))
        : null;
    };
    expect(listWarnings('0 3 1 6 ? 2026', '2026-06-01T23:00:00Z')).toEqual([]);
    expect(listWarnings('0 3 1 6 ? 2026', '2026-06-05T00:00:00Z')).toEqual(['schedule.cron']);
  });

  it('lists the priced instance types for an unknown one (UnknownPrice)', () => {
    const fleet = { client: { instanceType: 'c5n.larg' }, spare: { instanceType: 'c9x.mega' } };
    expect(listRefusals({ fleet })).toEqual([
      expect.stringMatching(/^UnknownPrice c5n\.larg: .*did you mean `c5n\.large`\? Allowed: .*`c5n\.2xlarge`/),
      expect.stringMatching(/^UnknownPrice c9x\.mega: .*; allowed: .*`c5n\.2xlarge`/),
    ]);
  });

  it('locates UnknownPrice at the target without a price, not at another one of the same kind', () => {
    const { region, prices } = buildPriceBook('us-east-1');
    const without = { region, prices: prices.filter(({ dimension }) => !dimension.includes('PERSISTENT_2')) };
    const scratch = { kind: 'fsx-lustre', deploymentType: 'SCRATCH_2', storageGiB: 1200 };
    const targets = { scratch, lasting: persistent() };
    const { text, result } = planChanges({ targets }, without);
    const [problem, ...others] = result.ok ? [] : result.problems;
    expect(others).toEqual([]);
    expect(problem).toMatchObject({ code: 'UnknownPrice', path: ['targets', 'lasting'] });
    expect(problem?.message).toContain(
      'the price book has no price for `fsx-lustre storage.ssd.PERSISTENT_2.125` in us-east-1, so the budget ' +
        "cannot be enforced. `npx fsxbench prices update` reads AWS's price files",
    );
    expect(text.split('\n')[(problem?.line ?? 0) - 1]).toContain('lasting');
  });

  it('refuses a KMS key of another Region (OtherRegion), and accepts one of the same Region', () => {
    const key = (region: string): string =>
      `arn:aws:kms:${region}:123456789012:key/01234567-89ab-cdef-0123-456789abcdef`;
    const targets = (region: string): object => ({ lasting: persistent({ kmsKeyId: key(region) }) });
    expect(listRefusals({ targets: targets('eu-west-1') })).toEqual([
      `OtherRegion ${key('eu-west-1')}: found a key in eu-west-1; fsxbench creates everything in us-east-1, ` +
        'and AWS accepts only a key of that Region',
    ]);
    expect(listRefusals({ targets: targets('us-east-1') })).toEqual([]);
  });

  it('reports that at most 890 hosts fit into one role (PayloadTooLarge)', () => {
    const fleet = { client: { count: 1000, instanceType: 'c5n.2xlarge' } };
    expect(listRefusals({ fleet, workloads: { fio: makeFio('8 MiB') } })).toEqual([
      expect.stringMatching(/^PayloadTooLarge 1000: a state could carry 224096.*at most 890 fit into one role$/),
    ]);
    const fitting = { client: { count: 890, instanceType: 'c5n.2xlarge' } };
    expect(listRefusals({ fleet: fitting, workloads: { fio: makeFio('8 MiB') } })).toEqual([]);
  });

  it('reports that at most 833 replicates fit with 12 configurations (TooManyTrials)', () => {
    expect(listRefusals({ design: { replicates: 1000 }, workloads: makeWorkloads(12) })).toEqual([
      'TooManyTrials 1000: the design has 12000 trials; at most 10000 are allowed. At most 833 `replicates` ' +
        'fit with 12 configurations',
    ]);
    const [problem] = checkTrialCount({ replicates: 1, blocks: 2, order: 'random', comparison: 'interleaved' }, 6000);
    expect(problem).toMatchObject({
      path: ['design'],
      message: expect.stringContaining(
        'the design has 12000 trials; at most 10000 are allowed. Use fewer values or blocks',
      ) as string,
    });
    expect(checkTrialCount({ replicates: 100, blocks: 1, order: 'random', comparison: 'interleaved' }, 100)).toEqual(
      [],
    );
  });

  it('reports ScriptTooLong for a script above 172,800 s, the limit of Systems Manager', () => {
    const targets = { large: persistent({ storageGiB: 48_000 }) };
    const [first, ...others] = listRefusals({ targets, workloads: { fio: makeFio('2 TiB') } });
    expect(others).toEqual([]);
    expect(first).toMatch(/^ScriptTooLong fio:: the timeout of script.*or jobs, or a shorter measurement/);
    expect(MAX_SCRIPT_SECONDS).toBe(172_800);
  });

  it('reports ScriptTooLong when the layout of data by 100 hosts exceeds the time of the script', () => {
    const fleet = { client: { count: 100, instanceType: 'c5n.2xlarge' } };
    expect(listRefusals({ fleet, workloads: { fio: makeFio('5 GiB') } })).toEqual([
      expect.stringMatching(
        /^ScriptTooLong fio:: the script `data\/c1\/fio` is expected to take 2h .* use fewer hosts$/,
      ),
    ]);
  });
});

function makeWorkloads(count: number): Record<string, unknown> {
  const sizes = Array.from({ length: count }, (_, index) => index + 1);
  return Object.fromEntries(sizes.map((size) => [`w${size}`, makeFio(`${size} MiB`)]));
}

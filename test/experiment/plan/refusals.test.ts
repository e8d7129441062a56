import { stringify } from 'yaml';
import { checkTrialCount } from '../../../lib/experiment/plan/refusals';
import { buildPriceBook } from '../../../lib/pricing/aws';
import { lustreSpec, makeFio, persistent, planReal, planSound, readHostScripts } from '../real-spec';

/** Problems of a plan, each with the text at its place. */
async function listRefusals(changes: Record<string, unknown>, prices = buildPriceBook('us-east-1')): Promise<string[]> {
  const text = stringify(lustreSpec({ limits: { maxUsd: 5000, maxHours: 96 }, ...changes }));
  const result = planReal(text, await readHostScripts(), { startedAt: 0, prices });
  const lines = text.split('\n');
  return result.ok
    ? []
    : result.problems.map(({ code, message, line = 1, column = 1 }) => {
        return `${code} ${(lines[line - 1] ?? '').slice(column - 1)}: ${message}`;
      });
}

const makeFleet = (count: number) => ({ client: { count, instanceType: 'c5n.2xlarge' } });
const makeKey = (region: string): string =>
  `arn:aws:kms:${region}:123456789012:key/01234567-89ab-cdef-0123-456789abcdef`;
const makeKeyed = (region: string) => ({ targets: { lasting: persistent({ kmsKeyId: makeKey(region) }) } });
const TWELVE = Object.fromEntries(Array.from({ length: 12 }, (_, index) => [`w${index}`, makeFio(`${index + 1} MiB`)]));

describe('problems of makePlan', () => {
  it.each<readonly [string, changes: Record<string, unknown>, problems: readonly (string | RegExp)[]]>([
    [
      'OverBudget and OverTime at the exceeded limit',
      { limits: { maxUsd: 0.01, maxHours: 0.2 } },
      [
        /^OverBudget \d+\.\d+: the estimate of \d+\.\d+ USD is.*or lower `design\.replicates` \(\d+\)$/,
        /^OverTime 0\.2: the expected duration of 0\.63 hours.*or lower `design\.replicates` \(6\)/,
      ],
    ],
    [
      'an unknown instance type (UnknownPrice), with priced ones: those of its family, else some of all',
      { fleet: { client: { instanceType: 'c5n.larg' }, spare: { instanceType: 'c9x.mega' } } },
      [
        /^UnknownPrice c5n\.larg: .*did you mean `c5n\.large`\? Allowed: .*`c5n\.2xlarge`/,
        /^UnknownPrice c9x\.mega: .*llowed: `a1\.2xlarge`, .* more$/,
      ],
    ],
    [
      'a KMS key of another Region (OtherRegion)',
      makeKeyed('eu-west-1'),
      [
        `OtherRegion ${makeKey('eu-west-1')}: found a key in eu-west-1; fsxbench creates everything in us-east-1, ` +
          'and AWS accepts only a key of that Region',
      ],
    ],
    [
      'confirming executions without `overlap: queue` (Contradiction)',
      { schedule: { cron: '0 3 ? * SUN *', confirm: 2 } },
      [/^Contradiction 2: found 2 with `overlap: refuse`; needed: `overlap: queue`, .* Each costs about \d+\.\d+ USD$/],
    ],
    [
      'nothing of confirming executions that wait',
      { schedule: { cron: '0 3 ? * SUN *', overlap: 'queue', confirm: 2 } },
      [],
    ],
    ['nothing of a KMS key of the same Region', makeKeyed('us-east-1'), []],
    [
      'that at most 890 hosts fit into one role (PayloadTooLarge)',
      { fleet: makeFleet(1000), workloads: { fio: makeFio('8 MiB') } },
      [/^PayloadTooLarge 1000: a state could carry 224096.*at most 890 fit into one role$/],
    ],
    ['nothing of 890 hosts in one role', { fleet: makeFleet(890), workloads: { fio: makeFio('8 MiB') } }, []],
    [
      'that at most 833 replicates fit with 12 configurations (TooManyTrials)',
      { design: { replicates: 1000 }, workloads: TWELVE },
      [
        'TooManyTrials 1000: the design has 12000 trials; at most 10000 are allowed. At most 833 `replicates` ' +
          'fit with 12 configurations',
      ],
    ],
    [
      'a script above the limit of Systems Manager (ScriptTooLong)',
      { workloads: { fio: { ...makeFio('1 GiB'), runtime: '48h' } } },
      [
        /^ScriptTooLong fio:: the script `measure` is expected to take 48h.*or jobs, or a shorter measurement/,
        /^OverTime /,
      ],
    ],
    [
      'nothing of a layout of 2 TiB, although slow storage would exceed the limit of Systems Manager',
      { targets: { large: persistent({ storageGiB: 48_000 }) }, workloads: { fio: makeFio('2 TiB') } },
      [],
    ],
    [
      'a layout of data by 100 hosts above the time of its script (ScriptTooLong)',
      { fleet: makeFleet(100), workloads: { fio: makeFio('5 GiB') } },
      [/^ScriptTooLong fio:: the script `data\/c1\/fio` is expected to take 2h .* use fewer hosts$/],
    ],
  ])('reports %s', async (_, changes, problems) => {
    const found = await listRefusals(changes);
    expect(found).toEqual(
      problems.map((one) => (typeof one === 'string' ? one : (expect.stringMatching(one) as string))),
    );
  });

  it.each([
    ['2026-06-01T23:00:00Z', []],
    ['2026-06-05T00:00:00Z', ['schedule.cron']],
  ])('warns of a schedule whose last start has passed (NeverStarts), and still plans it: at %s', async (at, paths) => {
    const spec = lustreSpec({ schedule: { cron: '0 3 1 6 ? 2026' } });
    const { advice } = await planSound(spec, { startedAt: Date.parse(at) });
    expect(advice.flatMap(({ code, path }) => (code === 'NeverStarts' ? [path.join('.')] : []))).toEqual(paths);
  });

  it('locates UnknownPrice at the target without a price, not at another one of the same kind', async () => {
    const { prices, ...book } = buildPriceBook('us-east-1');
    const without = { ...book, prices: prices.filter(({ dimension }) => !dimension.includes('PERSISTENT_2')) };
    const scratch = { kind: 'fsx-lustre', deploymentType: 'SCRATCH_2', storageGiB: 1200 };
    const [problem, ...others] = await listRefusals({ targets: { scratch, lasting: persistent() } }, without);
    expect(others).toEqual([]);
    expect(problem).toMatch(/^UnknownPrice lasting:/);
    expect(problem).toContain(
      'the price book has no price for `fsx-lustre storage.ssd.PERSISTENT_2.125` in us-east-1, so the budget ' +
        "cannot be enforced. `npx fsxbench prices update` reads AWS's price files",
    );
  });

  it('locates TooManyTrials at the design when one replicate has too many', () => {
    const makeCells = (count: number, replicates: number) => Array.from({ length: count }, () => ({ replicates }));
    expect(checkTrialCount({ replicates: 1, blocks: 2 }, makeCells(6000, 1))).toMatchObject([
      {
        path: ['design'],
        message: expect.stringContaining(
          'the design has 12000 trials; at most 10000 are allowed. Use fewer values or blocks',
        ) as string,
      },
    ]);
    expect(checkTrialCount({ replicates: 100, blocks: 1 }, makeCells(100, 100))).toEqual([]);
  });
});

import { bisectionOrder, bisectionTrials } from '../../../lib/experiment/design/search';
import { expandSpec } from '../../../lib/experiment/design/expand';
import { readSpecObject } from '../../../lib/experiment/reading/read-spec';
import { KINDS } from '../../../lib/experiment/kinds';
import cases from './search.cases.json';

type Raw = Readonly<Record<string, unknown>>;
const DESIGN = { cross: ['dbs'], include: [{ workload: 'maintenance' }], search: { factor: 'rate' }, replicates: 3 };
const RAW: Raw = {
  experiment: 'search',
  factors: { rate: [500, 1000, 2000], dbs: [1, 4] },
  targets: { here: { kind: 'directory', path: 'data' } },
  workloads: {
    oltp: { kind: 'database', databases: '$dbs', rate: '$rate' },
    maintenance: { kind: 'database', databases: 4, phases: ['create'] },
  },
  criteria: {
    late: { metric: 'latency_mean', operation: 'db-read', atMost: '20ms' },
    calm: { metric: 'latency_mean', operation: 'db-read', every: '1s', atMost: '100ms' },
    quick: { metric: 'elapsed', operation: 'create', atMost: '1h' },
  },
  design: DESIGN,
  decide: { metric: 'iops', operation: 'db', where: { workload: 'oltp', dbs: 4 } },
};

function expandRaw(changes: Raw = {}) {
  const { spec, problems } = readSpecObject({ ...RAW, ...changes });
  if (spec === undefined) throw new Error(JSON.stringify(problems));
  return expandSpec(spec, KINDS);
}

/** The errors of a changed spec: `CODE path: message`. */
function listErrors(changes: Raw): readonly string[] {
  const { problems } = readSpecObject({ ...RAW, ...changes });
  return problems
    .filter(({ severity }) => severity === 'error')
    .map(({ code, path, message }) => `${code} ${path.join('.')}: ${message}`);
}

describe('bisectionOrder', () => {
  it('orders the middle levels first, and contains every level once', () => {
    expect(bisectionOrder(7)).toEqual([3, 1, 5, 0, 2, 4, 6]);
    expect(bisectionOrder(1)).toEqual([0]);
    expect(bisectionOrder(0)).toEqual([]);
    for (let count = 1; count < 40; count += 1)
      expect(bisectionOrder(count).toSorted((a, b) => a - b)).toEqual([...Array(count).keys()]);
  });

  it('contains the steps of every possible bisection in order, within bisectionTrials(count)', () => {
    for (let count = 1; count < 40; count += 1) {
      const order = bisectionOrder(count);
      // A level above `pass` fails.
      for (let pass = -1; pass < count; pass += 1) {
        let [low, high, asked] = [0, count - 1, 0];
        for (const level of order) {
          if (level < low || level > high) continue;
          asked += 1;
          if (level <= pass) low = level + 1;
          else high = level - 1;
        }
        expect(high).toBe(pass);
        expect(asked).toBeLessThanOrEqual(bisectionTrials(count));
      }
    }
  });
});

describe('design.search', () => {
  it('makes a search for each combination of other factors, and ignores cells without the factor', () => {
    const { cells, searches } = expandRaw();
    expect(cells).toHaveLength(2 * 3 + 1);
    expect(searches.map((one) => [one.levels, one.factor, one.criteria.map(({ name }) => name)])).toEqual([
      [{ workload: 'oltp', dbs: '1' }, 'rate', ['late', 'calm']],
      [{ workload: 'oltp', dbs: '4' }, 'rate', ['late', 'calm']],
    ]);
    const rates = searches[1]?.cells.map((id) => cells.find(({ cellId }) => cellId === id)?.params['rate']);
    expect(rates).toEqual([500, 1000, 2000]);
  });

  it('derives the search id from its criteria, but not from the searched levels', () => {
    const id = (changes: Raw = {}) => expandRaw(changes).searches[1]?.id;
    expect(id({ factors: { rate: [100, 200], dbs: [1, 4] } })).toBe(id());
    expect(id({ design: { ...DESIGN, search: { factor: 'rate', criteria: ['late'] } } })).not.toBe(id());
  });

  it.each([
    ['cells from `include`', { cross: [], include: [{ workload: 'oltp', dbs: 4 }] }],
    ['oneAtATime designs', { oneAtATime: true }],
  ])('measures all levels for %s', (_, design) => {
    const criteria = { late: { metric: 'latency_mean', operation: 'db-read', atMost: '20ms' } };
    const { searches } = expandRaw({ criteria, design: { ...design, search: { factor: 'rate' } } });
    expect(searches.map(({ levels, cells }) => [levels['dbs'], cells.length])).toEqual([
      ['1', 3],
      ['4', 3],
    ]);
  });

  const SEARCHED = '`rate` is searched (`design.search`): all its values are one configuration. Remove it here';
  const ASCENDING = '`search` needs ascending values of `rate`: numbers, or quantities of one unit';
  const makeSearch = (search: object): Raw => ({ design: { ...DESIGN, search: { factor: 'rate', ...search } } });

  it.each<[string, Raw, ...errors: string[]]>([
    [
      'a factor that does not exist',
      makeSearch({ factor: 'rates' }),
      'UnknownFactor design.search.factor: factor `rates` does not exist; did you mean `rate`? Allowed: `rate`, `dbs`',
    ],
    [
      'levels that do not ascend',
      { factors: { rate: [1000, 500], dbs: [1, 4] } },
      `BadValue factors.rate.1: \`500\` is not above \`1000\`; ${ASCENDING}`,
    ],
    [
      'a level that is neither a number nor a quantity',
      { factors: { rate: [500, 'max'], dbs: [1, 4] } },
      `BadValue factors.rate.1: \`max\` is not a number or quantity; ${ASCENDING}`,
    ],
    [
      'several blocks, and sequential comparison',
      { design: { ...DESIGN, blocks: 2, comparison: 'sequential' } },
      'Contradiction design.comparison: `search` uses the results of one interleaved rig: remove `comparison: ' +
        'sequential`, or measure a fixed number of trials',
      'Contradiction design.blocks: `search` uses the results of one interleaved rig: found 2 blocks. Remove ' +
        '`blocks`, or start the experiment once for each',
    ],
    [
      'no criteria',
      { criteria: undefined },
      'MissingKey design.search: `search` needs thresholds for its values. Write a section `criteria`',
    ],
    [
      'a criterion that does not exist',
      makeSearch({ criteria: ['lat'] }),
      'UnknownCriterion design.search.criteria.0: criterion `lat` does not exist; did you mean `late`? ' +
        'Allowed: `late`, `calm`, `quick`',
    ],
    [
      'a criterion whose metrics its trials do not report',
      { design: { ...DESIGN, cross: [], search: { factor: 'rate', criteria: ['quick'] } } },
      'NoCriterion design.search: a trial of workload=oltp rate=500 dbs=1 reports none of the metrics of `quick`: ' +
        'its values can neither pass nor fail',
    ],
    [
      'one level of the searched factor named in include or decide.where',
      {
        design: { ...DESIGN, include: [{ rate: 500 }], reference: { dbs: 1 } },
        decide: { metric: 'iops', operation: 'db', where: { workload: 'oltp', rate: 500 } },
      },
      `SearchedFactor design.include.0.rate: ${SEARCHED}`,
      `SearchedFactor decide.where.rate: ${SEARCHED}`,
    ],
    [
      'a factor that a target uses',
      { targets: { here: { kind: 'directory', path: '$rate' } }, factors: { rate: ['1', '2'], dbs: [1, 4] } },
      'Contradiction design.search.factor: `rate` is used in `targets.here.path`. A search changes the workload from ' +
        'trial to trial, never storage or hosts. Choose another factor, or use it in workloads only',
    ],
    [
      'a factor that no measured cell uses',
      { design: { ...DESIGN, cross: [], exclude: [{ workload: 'oltp' }] }, decide: undefined },
      'NoCells design.search.factor: measured configurations do not use `rate`. Refer to `$rate` in a workload, or ' +
        'remove `search`',
    ],
  ])('refuses a search with %s', (_what, changes, ...expected) => {
    const codes = new Set(expected.map((text) => text.split(' ')[0]));
    expect(listErrors(changes).filter((text) => codes.has(text.split(' ')[0]))).toEqual(expected);
  });
});

describe('criteria with `every`', () => {
  it('refuses windows of 1s when a long load makes the series use steps of 5s', () => {
    const workloads = { oltp: { kind: 'database', databases: 4, rate: '$rate', measure: '2h' } };
    const calm = { metric: 'latency_mean', operation: 'db-read', every: '1s', atMost: '100ms' };
    const design = { search: { factor: 'rate' }, replicates: 3 };
    const decide = { metric: 'iops', operation: 'db' };
    const found = listErrors({ factors: { rate: [500, 1000] }, workloads, criteria: { calm }, design, decide });
    expect(found).toEqual([
      'BadValue criteria.calm.every: found 1s; allowed: multiples of 5s (the interval of `latency_mean`), at most 2h ' +
        '(the measured time of a trial). Shorter trials may have shorter intervals',
    ]);
  });

  it.each(cases.refusedWindows as [string, string][])('refuses `every: %s`', (every, message) => {
    const calm = { metric: 'latency_mean', operation: 'db-read', every, atMost: '100ms' };
    expect(listErrors({ criteria: { calm }, design: { ...DESIGN, search: undefined } })).toEqual([
      `BadValue criteria.calm.every: ${message}`,
    ]);
  });

  it('refuses a metric that exists only for a whole trial, such as latency_p99', () => {
    const calm = { metric: 'latency_p99', operation: 'db-read', every: '1s', atMost: '100ms' };
    expect(listErrors({ criteria: { calm }, design: { ...DESIGN, search: undefined } })).toEqual(
      cases.noSeries.map(([code, path, message]) => `${code} ${path}: ${message}`),
    );
  });
});

describe('design.replicates', () => {
  it.each(cases.refusedLevels as [number | string | { min: number; max: number }, string][])(
    'refuses the number of replicates %j',
    (replicates, message) => {
      const found = listErrors({ criteria: undefined, design: { cross: ['dbs'], replicates } });
      expect(found.map((text) => text.replace(/^\w+ /, ''))).toEqual([`design.replicates: ${message}`]);
    },
  );
});

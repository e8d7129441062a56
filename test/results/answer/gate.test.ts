import type { Candidate } from '../../../lib/results/answer/contender';
import { METRICS } from '../../../lib/workloads/fio/cell/metrics';
import { buildAnswer } from '../../../lib/results/answer/decision';
import { contest, COPIES, decide, type Entry, FOLDERS, type How } from '../../../checks/statistics/contest';
import { FACTORS, makeEntry, makeValues } from './answers';
import { countGates, makeEntries, pairUp } from './gate-worlds';

/** One instance of 10 replicates, trials of 5%, 10% allowed. */
const GATE = { replicates: 10, allowed: 0.1 };
const RUNS = 120;
/** Two standard deviations of a share of 5% in so many executions. */
const CHANCE = 4;

describe('makeDecision with `noWorse`, seeded executions', () => {
  it.each([1, 4, 12])('ends 0 in 90% and 1 in at most 5%% of executions without a change, for %i pairs', (pairs) => {
    const { yes, no } = countGates({ ...GATE, pairs }, RUNS);
    expect(yes).toBeGreaterThanOrEqual(90);
    expect(no).toBeLessThanOrEqual(5 + CHANCE);
  });

  it.each([4, 12])('ends 1 in 95%% of executions in which all of %i pairs lost 5%%', (pairs) => {
    expect(countGates({ ...GATE, pairs, loss: 0.05 }, RUNS).no).toBeGreaterThanOrEqual(95);
  });

  it.each([
    [4, 90],
    [12, 75],
  ])('finds one of %i pairs that lost 10%% in %i%% of executions', (pairs, least) => {
    expect(countGates({ ...GATE, pairs, loss: 0.1, isFirstOnly: true }, RUNS).no).toBeGreaterThanOrEqual(least);
  });

  it('excludes 10% on new instances hardly ever, but 25% in most executions', () => {
    const world = { pairs: 4, replicates: 10, how: COPIES, instances: 0.05 };
    expect(countGates({ ...world, allowed: 0.1 }, 100).yes).toBeLessThan(10);
    expect(countGates({ ...world, allowed: 0.25 }, 100).yes).toBeGreaterThan(85);
  });
});

const [NEW, OLD] = [makeEntry('new', 100, 0), makeEntry('old', 100.2, 0)];
const WORSE = makeEntry('new', 88, 0);

function gate(entries: readonly Entry[], noWorse = 0.1, how: How = FOLDERS, where = {}) {
  const [candidates, circumstances] = contest(entries, how);
  const effort = () => ({ trials: 8, usd: 0, seconds: 60 });
  return buildAnswer(decide({ noWorse, where }), pairUp(candidates), FACTORS, METRICS, circumstances, effort);
}

describe('buildAnswer with `noWorse`', () => {
  it('names the configuration that is worse, with the interval of its loss', () => {
    const found = gate([WORSE, OLD]);
    expect(found).toMatchObject({ met: 'no', outcome: 'misses', reason: null, settle: null });
    expect(found.headline).toMatch(/^new is 12% worse \(1\d(\.\d)?% to 1\d(\.\d)?% at 95%\) than old in bandwidth\.$/);
    expect(found.evidence).toEqual([expect.stringMatching(/^new: 88\.0 MB\/s, old: 100 MB\/s, 12% worse \(/)]);
  });

  it('states the largest loss that it excludes when nothing is worse', () => {
    const one = gate([NEW, OLD]);
    expect(one).toMatchObject({ met: 'yes', outcome: 'meets', reason: null });
    expect(one.headline).toMatch(
      /^new is at most 0\.\d+% worse than old in bandwidth \(at 95%\)\. A loss of 10% is excluded\.$/,
    );
    const [a, b] = [makeEntry('a', 101, 0), makeEntry('a0', 100, 0)];
    expect(gate([NEW, OLD, a, b]).headline).toMatch(
      /^No configuration is more than 10% worse than its reference in bandwidth\. All 2: at most 0\.\d+% \(at 95%\)\.$/,
    );
    expect(gate([a, b]).headline).toBe('a is no worse than a0 in bandwidth (at 95%). A loss of 10% is excluded.');
  });

  it('finds that all together are worse when no single one surely is', () => {
    const runs = Array.from({ length: 20 }, (_, run) =>
      gate(makeEntries({ ...GATE, pairs: 4, loss: 0.05 }, `together ${run}`)),
    );
    const found = runs.filter((one) => one.gate?.pairs.every(({ verdict }) => verdict !== 'worse'));
    expect(found.length).toBeGreaterThan(0);
    for (const { met, headline } of found.filter(({ gate: its }) => its?.mean?.isWorse)) {
      expect(met).toBe('no');
      expect(headline).toMatch(
        /^Together, 4 configurations are \d.*% worse \(.*\) than their references in bandwidth\./,
      );
    }
    expect(found.filter(({ met }) => met === 'no').length).toBeGreaterThan(0);
  });

  it('says how many replicates settle it when noise hides the loss', () => {
    const found = gate([makeEntry('new', 97, 0, { by: 0.05 }), makeEntry('old', 100, 0, { by: -0.04 })]);
    expect(found).toMatchObject({ met: 'open', reason: 'noise', open: ['cell-new'] });
    expect(found.headline).toMatch(/^Inconclusive: new may be up to \d\d% worse than old in bandwidth\. A loss of 10%/);
    expect(found.settle).toMatchObject({
      text: expect.stringMatching(/^\d+ replicates exclude a loss of 10% in four of five cases, if there is none\.$/),
      setting: expect.stringMatching(/^design: { replicates: \d+ }$/),
      effort: { trials: 8 },
    });
  });

  it('blames the assumed spread of instances when only it keeps the answer open', () => {
    const found = gate([WORSE, OLD], 0.1, COPIES);
    expect(found).toMatchObject({ met: 'open', reason: 'assumed', scope: { assumedInstance: 0.05 } });
    expect(found.settle?.text).toContain('design: { blocks: 5 }');
  });

  it('stays open when a side has no value, too few values, or only bounds', () => {
    const none = { ...OLD, turns: OLD.turns.map((turn) => ({ ...turn, out: 'HostBusy' })) };
    expect(gate([NEW, none])).toMatchObject({ met: 'open', reason: 'unmeasured', open: ['cell-old'] });
    expect(gate([NEW, none]).headline).toBe('Inconclusive: old (no valid trial) was not compared.');
    expect(gate([makeValues('new', [99, 98]), makeValues('old', [100, 101])])).toMatchObject({
      met: 'open',
      reason: 'few',
    });
    const bound = { bound: [{ code: 'ClientBound', trials: 6 }] };
    expect(gate([WORSE, { ...OLD, ...bound }])).toMatchObject({ met: 'no' });
    expect(
      gate([
        { ...WORSE, ...bound },
        { ...OLD, ...bound },
      ]),
    ).toMatchObject({ met: 'no' });
    expect(gate([NEW, { ...OLD, ...bound }])).toMatchObject({ met: 'open', reason: 'bound' });
  });

  it('compares what `where` names with its reference, even if `where` does not name that', () => {
    const others = [makeEntry('a', 50, 0), makeEntry('b', 100, 0)];
    const found = gate([NEW, OLD, ...others], 0.1, FOLDERS, { target: 'new' });
    expect(found.met).toBe('yes');
    expect(found.ranking.map(({ label }) => label).toSorted()).toEqual(['new', 'old']);
  });
});

it('ignores configurations that are their own reference', () => {
  const [candidates, circumstances] = contest([NEW, OLD], FOLDERS);
  const own = candidates.map((one): Candidate => ({ ...one, reference: { cell: 'cell-old' } }));
  const found = buildAnswer(decide({ noWorse: 0.1 }), own, FACTORS, METRICS, circumstances);
  expect(found.gate?.pairs.map(({ cell, to }) => `${cell} ${to}`)).toEqual(['cell-new cell-old']);
});

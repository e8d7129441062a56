import { makeRandom } from '../../lib/shapes/random';
import type { RecordedEvent } from '../../lib/shapes/recorded-events';
import type { Series } from '../../lib/shapes/series';
import { judgeSteadiness } from '../../lib/workloads/steadiness';
import { makeSeries, seconds } from './steady-series';

const codes = (...all: readonly Series[]): string[] => judgeSteadiness({ series: all }).map(({ code }) => code);

describe('judgeSteadiness', () => {
  it('returns RateStep with time and levels when the rate falls to 40% half-way', () => {
    const [reason] = judgeSteadiness({ series: [makeSeries(seconds(60, (at) => (at < 30 ? 10_000 : 4000)))] });
    expect(reason).toEqual({
      level: 'suspect',
      code: 'RateStep',
      text: 'the read iops went from 10,000 to 4,000 after 30 s of 60 s',
      operation: 'read',
      lowerLevel: expect.closeTo(4 / 7, 9) as number,
    });
  });

  it.each([
    ['no reason for a steady rate', seconds(60, () => 100), []],
    ['Unsteady for two levels with a ratio of 0.81', seconds(60, (at) => (at < 30 ? 100 : 81)), ['Unsteady']],
    ['RateStep for a fall to 70% in the last fifth', seconds(60, (at) => (at < 48 ? 100 : 70)), ['RateStep']],
    ['Unsteady for a gap of three seconds', seconds(60, (at) => (at > 20 && at < 24 ? 0 : 100)), ['Unsteady']],
    ['Unsteady for a linear fall by 15%', seconds(60, (at) => 100 - 0.25 * at), ['Unsteady']],
    ['no reason for a rise of less than 10%', seconds(60, (at) => 100 + 0.15 * at), []],
    ['SteadinessNotTested for nine seconds', seconds(9, (at) => (at < 5 ? 100 : 10)), ['SteadinessNotTested']],
    ['no reason for a rate of 0', seconds(60, () => 0), []],
  ])('returns RateStep, Unsteady, SteadinessNotTested or no reason: %s', (_, values, expected) =>
    expect(codes(makeSeries(values))).toEqual(expected),
  );

  it('returns Unsteady when two seconds at 14,000 alternate with two at 2,000', () => {
    const values = seconds(60, (at) => (at % 4 < 2 ? 14_000 : 2000));
    const text = /^the read iops alternated .* at most 2,000, another tenth at least 14,000$/;
    expect(judgeSteadiness({ series: [makeSeries(values)] })).toMatchObject([
      { code: 'Unsteady', text: expect.stringMatching(text) },
    ]);
  });

  it('reports the time range of a drift when an event splits the series', () => {
    const event = { requested: 20, acted: 20, ready: 30 } as RecordedEvent;
    const values = seconds(93, (at) => (at < 33 ? 100 : 100 - 0.25 * (at - 33)));
    expect(judgeSteadiness({ series: [makeSeries(values)], happened: [event] }).map(({ text }) => text)).toEqual([
      expect.stringMatching(/^the read iops was not steady from 33 to 93 s: /),
    ]);
  });

  it('reports SteadinessNotTested once for all operations when fewer than 10 steps were logged', () => {
    const short = makeSeries(seconds(9, () => 100));
    expect(judgeSteadiness({ series: [short, { ...short, operation: 'write' }] })).toEqual([
      {
        level: 'note',
        code: 'SteadinessNotTested',
        text: 'the rate was logged for 9 steps of 1 s; the steadiness test needs 10',
        why: 'trials are too short to test whether rates were steady',
      },
    ]);
  });

  it('judges each operation by the series of all hosts together', () => {
    const fallen = seconds(20, (at) => (at < 10 ? 100 : 10));
    expect(codes(makeSeries(fallen, { host: 'client-0' }))).toEqual([]);
    expect(codes(makeSeries(fallen), makeSeries(fallen, { operation: 'write' }))).toEqual(['RateStep', 'RateStep']);
  });

  it('reports the level of the last fifth when the rate falls from 10,000 to 7,000', () => {
    expect(judgeSteadiness({ series: [makeSeries(seconds(60, (at) => 10_000 - 50 * (at + 0.5)))] })).toEqual([
      {
        level: 'suspect',
        code: 'Unsteady',
        text:
          'the read iops was not steady from 0 to 60 s: the means of its fifths differ by 28% (limit 20%), and its ' +
          'trend falls by 35% (limit 10%), last level 7,300',
        operation: 'read',
        lowerLevel: expect.closeTo(7300 / 8500, 9) as number,
      },
    ]);
  });

  it.each([
    ['rises', seconds(60, (at) => 100 + 0.5 * at)],
    ['falls to half and recovers', seconds(60, (at) => (at >= 20 && at < 36 ? 50 : 100))],
  ])('reports no lower level when the rate %s', (_, values) => {
    const reasons = judgeSteadiness({ series: [makeSeries(values)] });
    expect(reasons).toEqual([{ level: 'suspect', code: 'Unsteady', text: expect.any(String) as string }]);
  });
});

describe('judgeSteadiness of outages and of a last level', () => {
  it.each([
    ['2 of 60 s', 60, [20, 22], 'in 2 steps of 1 s, the first after 20 s'],
    ['60 of 1800 s', 1800, [900, 960], 'in 60 steps of 1 s, the first after 900'],
  ] as const)('returns Unsteady when nothing moved for %s', (_, length, [from, to], text) => {
    const values = seconds(length, (at) => (at >= from && at < to ? 0 : 500));
    expect(judgeSteadiness({ series: [makeSeries(values)] })).toMatchObject([
      { code: 'Unsteady', text: expect.stringContaining(text) },
    ]);
  });

  it('accepts a rate of 0 in the first and last second, and finds no outage in few random operations', () => {
    expect(codes(makeSeries(seconds(60, (at) => (at === 0 || at === 59 ? 0 : 100))))).toEqual([]);
    const random = makeRandom('few');
    const drawCount = (): number => Array.from({ length: 100 }, () => random()).filter((one) => one < 0.05).length;
    const bytes = { metric: 'bandwidth', unit: 'bytes/s' as const };
    for (let trial = 0; trial < 20; trial++) {
      const values = seconds(60, () => 1_048_576 * drawCount());
      const texts = judgeSteadiness({ series: [makeSeries(values, bytes)] }).map(({ text }) => text);
      expect(texts.join()).not.toMatch(/alternated|was 0/);
    }
  });

  it.each([
    [600, 60, 2000],
    [60, 5, 3000],
    [100, 12, 1000],
  ])('returns Unsteady with the last level when, of %i s at 10,000, the last %i s are at %i', (length, last, level) => {
    const values = seconds(length, (at) => (at < length - last ? 10_000 : level));
    const [reason] = judgeSteadiness({ series: [makeSeries(values)] });
    const mean = (10_000 * (length - last) + level * last) / length;
    expect(reason).toMatchObject({ code: 'Unsteady', lowerLevel: expect.closeTo(level / mean, 9) as number });
    expect(reason?.text).toContain(`last level ${level.toLocaleString('en-US')}`);
  });
});

/** AR(1) noise with a normal distribution. @param spread standard deviation @param memory correlation of neighbors */
function makeNoise(random: () => number, spread: number, memory: number): () => number {
  const draw = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  let last = draw();
  return () => {
    last = memory * last + Math.sqrt(1 - memory ** 2) * draw();
    return spread * last;
  };
}

/** Shares of 1000 noisy trials, in percent. @param rate by the passed share of the time; a step is at the second one */
function countCodes(
  count: number,
  [spread, memory]: readonly [number, number],
  rate: (share: number, at: number) => number,
) {
  const random = makeRandom(`${count} ${spread} ${memory}`);
  const all = Array.from({ length: 1000 }, () => {
    const [noise, at] = [makeNoise(random, spread, memory), 0.2 + 0.6 * random()];
    const values = seconds(count, (second) => Math.max(0, 10_000 * rate(second / count, at) * (1 + noise())));
    return codes(makeSeries(values)).join();
  });
  const countPercent = (code: string) => all.filter((one) => one === code).length / 10;
  return { steps: countPercent('RateStep'), drifts: countPercent('Unsteady') };
}

describe('judgeSteadiness of noisy trials', () => {
  it.each([
    [60, 0.05, 0],
    [20, 0.15, 0],
    [60, 0.15, 0],
    [10, 0.3, 0],
    [20, 0.3, 0],
    [60, 0.3, 0],
    [60, 0.15, 0.5],
    [20, 0.05, 0.9],
    [60, 0.05, 0.9],
    [60, 0.2, 0.9],
    [300, 0.2, 0.9],
  ])('reports at most 5%% steps and drifts when %d s are steady (noise %d, autocorrelation %d)', (count, ...noise) => {
    const { steps, drifts } = countCodes(count, noise, () => 1);
    expect(Math.max(steps, drifts)).toBeLessThanOrEqual(5);
  });

  it.each([
    [10, 0.05, 0.4],
    [10, 0.05, 0.7],
    [20, 0.05, 0.7],
    [20, 0.1, 0.4],
    [60, 0.1, 0.7],
    [300, 0.3, 0.7],
  ])('reports at least 95%% of steps when the rate of %d s (noise %d) falls to %d', (count, noise, level) => {
    const { steps } = countCodes(count, [noise, 0], (share, at) => (share < at ? 1 : level));
    expect(steps).toBeGreaterThanOrEqual(95);
  });

  it.each([
    ['falls by 20%, noise 0.05', 0.05, (share: number) => 1 - 0.2 * share],
    ['falls by 30%, noise 0.1', 0.1, (share: number) => 1 - 0.3 * share],
    ['decays to 75%, noise 0.05', 0.05, (share: number) => 0.75 ** share],
    ['halves for two fifths, noise 0.1', 0.1, (share: number) => (share >= 0.3 && share < 0.7 ? 0.5 : 1)],
  ])('reports at least 95%% of changes when the rate of 60 s %s', (_, noise, rate) => {
    const { steps, drifts } = countCodes(60, [noise, 0], rate);
    expect(steps + drifts).toBeGreaterThanOrEqual(95);
  });
});

describe('judgeSteadiness of a trial with an event', () => {
  const change: RecordedEvent = { action: 'change', stage: 'fast', requested: 30, acted: 31, ready: 40, problem: null };
  const kill: RecordedEvent = { ...change, action: 'kill', host: 'broker-0' };
  const up = (at: number): number => (at < 38 ? 100 : 200);
  const down = (at: number): number => (at < 32 ? 100 : 40);
  const judge = (rate: (second: number) => number, ...happened: readonly RecordedEvent[]) =>
    judgeSteadiness({ series: [makeSeries(seconds(80, rate))], happened });

  it.each([
    ['explains a rise at its end (none)', up, [change], []],
    ['explains a fall and the recovery from it (none)', (at: number) => (at < 31 || at > 41 ? 100 : 0), [kill], []],
    ['explains a fall that stays (none)', down, [kill], []],
    ['is missing (RateStep)', up, [], ['RateStep']],
    ['did nothing (RateStep)', down, [{ ...change, acted: null, ready: null }], ['RateStep']],
    ['never ended (none)', down, [{ ...change, ready: null }], []],
    ['follows the step (RateStep)', (at: number) => (at < 12 ? 100 : 50), [change], ['RateStep']],
    ['ends long before the step (RateStep)', (at: number) => (at < 60 ? 100 : 50), [change], ['RateStep']],
    ['follows an earlier step (RateStep)', (at: number) => (at < 12 ? 90 : up(at) / 2), [change], ['RateStep']],
  ])('returns the code in brackets when an event %s', (_, rate, happened, expected) => {
    expect(judge(rate, ...happened).map(({ code }) => code)).toEqual(expected);
  });

  it('reports time and lower level of an unexplained step relative to the whole trial', () => {
    expect(judge((at) => (at < 60 ? 100 : 50), change)).toEqual([
      {
        level: 'suspect',
        code: 'RateStep',
        text: 'the read iops went from 100 to 50 after 60 s of 80 s',
        operation: 'read',
        lowerLevel: expect.closeTo(50 / 87.5, 9) as number,
      },
    ]);
  });

  it('returns SteadinessNotTested when too few steps are outside of an event', () => {
    const long = { ...change, requested: 5, ready: 75 };
    const text: unknown = expect.stringMatching(/80 steps of 1 s; .* without an event$/);
    expect(judge(up, long)).toMatchObject([{ level: 'note', code: 'SteadinessNotTested', text }]);
  });
});

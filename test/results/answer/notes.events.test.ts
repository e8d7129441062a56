import pc from 'picocolors';
import { formatEndLines } from '../../../lib/report/terminal-text';
import { renderReport } from '../../../lib/report/render';
import { summarize } from '../../../lib/results/summary';
import type { Metric } from '../../../lib/shapes/metric';
import type { TrialEvent, KillEvent } from '../../../lib/shapes/recorded-events';
import { execution } from '../fixture';

const KILL: KillEvent = { action: 'kill', host: 'broker-1', requested: 1, acted: 1, ready: 9, problem: null };
const CHANGE: TrialEvent = { action: 'change', stage: 'fast', requested: 1, acted: 1, ready: 9, problem: null };
const makeMetric = (unit: Metric['unit'], words: string): Metric => ({
  unit,
  better: 'lower',
  words,
  column: false,
  overHosts: 'highest',
  ofEvents: true,
});
const METRICS = { recovery: makeMetric('s', 'recovery time'), lost: makeMetric('count', 'lost messages') };

/** Trials of both targets with an event, seconds of recovery by target, and the lost messages of each trial. */
function summarizeEvents(event: TrialEvent | KillEvent, seconds: Readonly<Record<string, number>>, lost = 0) {
  const input = execution({ factors: { target: ['disk', 'memory'] } });
  const { plan } = input;
  const added = input.observations.flatMap((one) => {
    const target = one.levels['target'] ?? '';
    if (one.metric !== 'iops' || one.scope !== 'aggregate' || seconds[target] === undefined) return [];
    const plain = { ...one, operation: null, statistic: 'value' };
    return [
      { ...plain, metric: 'recovery', unit: 's' as const, value: seconds[target] },
      { ...plain, metric: 'lost', unit: 'count' as const, value: lost },
    ];
  });
  return summarize({
    ...input,
    plan: { ...plan, metrics: { ...plan.metrics, ...METRICS } },
    rows: input.rows.map((row) => ({ ...row, events: [event] })),
    observations: [...input.observations, ...added],
  });
}

describe('listEventTexts', () => {
  it('returns the recovery times after a killed broker, the shortest first, and the most lost messages', () => {
    const { answer } = summarizeEvents(KILL, { disk: 40, memory: 12 }, 3);
    expect(answer.events).toHaveLength(1);
    const [text = ''] = answer.events ?? [];
    expect(text).toMatch(
      /^A killed broker: recovery time of memory 12\.0 s \(.*n = 3\) and disk 40\.0 s \(.*n = 3\)\. /,
    );
    expect(text).toMatch(/ Most lost messages in a trial: 3\.$/);
  });

  it('says so when no trial that counts shows the recovery', () => {
    expect(summarizeEvents(KILL, {}).answer.events).toEqual([
      'A killed broker: no trial that counts shows the recovery.',
    ]);
  });

  it('returns none for changes of the storage, and without events', () => {
    expect(summarizeEvents(CHANGE, { disk: 1 }).answer.events).toBeUndefined();
    expect(summarize(execution()).answer.events).toBeUndefined();
  });

  it('is next to the headline on the first screen and on the terminal', () => {
    const summary = summarizeEvents(KILL, { disk: 40, memory: 12 });
    const [header = ''] = renderReport(summary).split('<main>');
    expect(header).toMatch(/class="answer".*class="also">A killed broker: recovery time of memory.*class="num/s);
    const lines = formatEndLines(summary, { colours: pc.createColors(false), reportPath: 'r', columns: 200 });
    expect(lines[1]).toMatch(/^ +A killed broker: recovery time of memory/);
  });
});

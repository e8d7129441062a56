import { makePage } from '../../../lib/report/page/context';
import { drawOverTimeSection, thinValues } from '../../../lib/report/sections/over-time';
import { summarize } from '../../../lib/results/summary';
import type { SeriesLine } from '../../../lib/shapes/series';
import { execution } from '../../results/fixture';

const LATE = { level: 'suspect' as const, code: 'HostBusy', text: 'busy' };
const input = execution({ reasons: (trial) => (trial === 2 ? [LATE] : []) });
const words = (better: 'higher' | 'lower', text: string) =>
  ({ unit: '%', better, words: text, column: false, overHosts: 'mean' }) as const;
const servers = {
  server_cpu: words('lower', 'CPU in use'),
  server_network: words('lower', 'network in use'),
  server_credits: words('higher', 'credits left'),
};
const summary = summarize({ ...input, plan: { ...input.plan, metrics: { ...input.plan.metrics, ...servers } } });
const line = (trial: string, values: readonly number[], more: Partial<SeriesLine> = {}): SeriesLine => ({
  trial,
  attempt: 1,
  metric: 'iops',
  operation: 'read',
  unit: 'ops/s',
  host: null,
  from: 0,
  step: 1,
  values,
  simulated: false,
  ...more,
});
const server = (metric: string, values: readonly number[], more: Partial<SeriesLine> = {}) =>
  line(summary.trials.find(({ excludedFor: out }) => out === null)?.trial ?? '', values, {
    metric,
    operation: null,
    unit: '%',
    step: 60,
    ...more,
  });
const section = (...lines: readonly SeriesLine[]) => drawOverTimeSection(makePage(summary), lines).text;

describe('rates over time within trials', () => {
  it('is omitted without series, or when they are too short', () => {
    expect(section()).toBe('');
    expect(section(line('t0001', [1, 2]))).toBe('');
    expect(section(line('t0001', [1, 2, 3], { host: 'client-0' }))).toBe('');
  });

  it('draws a line per trial, dashed for excluded trials', () => {
    const text = section(line('t0001', [100, 120, 90]), line('t0002', [10, 20, 30]), line('t9999', [1, 1, 1]));
    expect(text.match(/<polyline/g)).toHaveLength(2);
    expect(text.match(/stroke-dasharray/g)).toHaveLength(1);
    expect(text).toContain('<summary>Inside the trials</summary>');
  });

  it('opens the section, and draws trials with events first, on their own axis', () => {
    const event = { action: 'kill', host: 'broker-0', requested: 1, acted: 1, ready: 2, problem: null } as const;
    const trials = summary.trials.map((one) => (one.trial === 't0002' ? { ...one, events: [event] } : one));
    const lines = [line('t0001', [100, 120, 90]), line('t0002', [10, 20, 30])];
    const { text } = drawOverTimeSection(makePage({ ...summary, trials }), lines);
    expect(text).toContain('<details id="series" open>');
    expect(text.match(/<h3>/g)?.length).toBeGreaterThan(1);
    expect(text.indexOf('kill broker-0')).toBeLessThan(text.lastIndexOf('<h3>'));
  });

  it('draws the best of each target before others, and says where the series of the others are', () => {
    const many = execution({ factors: { target: ['a', 'b'], bs: Array.from({ length: 9 }, (_, k) => `${k + 1}k`) } });
    const found = summarize(many);
    const lines = found.trials.map(({ trial }) => line(trial, [1, 2, 3]));
    const { text } = drawOverTimeSection(makePage(found), lines);
    const titles = [...text.matchAll(/<figcaption><b>(.*?)<\/b>/g)].map(([, title]) => title?.slice(0, 1));
    expect(titles).toHaveLength(8);
    expect(new Set(titles.slice(0, 2))).toEqual(new Set(['a', 'b']));
    expect(text).toContain('10 more panels are left out: series/ has a file for each trial.');
    const rehearsed = drawOverTimeSection(makePage({ ...found, simulated: true }), lines).text;
    expect(rehearsed).toContain('10 more panels are left out: a rehearsal keeps no series.');
  });

  it('ignores series of attempts that do not count', () => {
    const lines = [line('t0001', [1, 2, 3]), line('t0003', [1, 2, 3], { attempt: 2 })];
    expect(section(...lines).match(/<polyline/g)).toHaveLength(1);
  });
});

describe('server limits over time', () => {
  it.each([{ unit: 'count' }, { host: 'client-0' }, { trial: 't0002' }, { attempt: 2 }] as const)(
    'is omitted for metrics of other units, hosts, excluded trials and other attempts: %j',
    (more) => {
      expect(section(server('server_cpu', [60, 60, 60], more))).toBe('');
    },
  );

  it('draws a line for each server metric that came close to its limit', () => {
    const text = section(
      server('server_cpu', [30, 55, 40]),
      server('server_network', [30, 49, 40]),
      server('server_credits', [90, 70, 50]),
    );
    expect(text.match(/<polyline/g)).toHaveLength(2);
    expect(text.match(/<li>/g)).toHaveLength(2);
    expect(text).not.toContain('network in use');
    expect(section(server('server_cpu', [10, 20, 30]))).toBe('');
    expect(section(server('server_cpu', [60, 60, 60]))).toContain('<p class="note">CPU in use</p>');
  });
});

describe('rates of servers over time', () => {
  const count = (values: readonly number[], more: Partial<SeriesLine> = {}) =>
    server('server_cpu', values, { unit: 'ops/s', ...more });
  const TITLE = 'Operations a second that servers and hosts counted';

  it('draws rates of servers in their unit next to the rate of the hosts, on one clock', () => {
    const trial = count([]).trial;
    const text = section(line(trial, [100, 120, 90], { from: 60 }), count([40, 40, 360], { from: 0 }));
    const part = text.slice(text.indexOf(`<h3>${TITLE}`));
    expect(part.match(/<polyline/g)).toHaveLength(2);
    // Minutes of the servers begin with the axis; seconds of the hosts begin a minute later.
    expect(part).toMatch(/points="336,/);
    expect(part).toMatch(/points="167,/);
  });

  it('omits metrics that stay zero or have too few minutes, and hosts without servers', () => {
    expect(section(count([0, 0, 0]))).toBe('');
    expect(section(count([40, 360]))).toBe('');
    expect(section(line('t0001', [100, 120, 90]))).not.toContain(TITLE);
  });

  it('draws bytes and operations apart', () => {
    const text = section(count([1, 2, 3]), count([1, 2, 3], { metric: 'server_network', unit: 'bytes/s' }));
    expect(text).toContain(TITLE);
    expect(text).toContain('Bytes a second that servers and hosts counted');
  });

  it('draws rates of the busiest metadata server apart from those of all', () => {
    const busiest = count([1, 2, 3], { metric: 'server_busiest_creates' });
    const named = { ...words('higher', 'creates of its busiest server'), unit: 'ops/s' as const };
    const page = makePage({ ...summary, metrics: { ...summary.metrics, server_busiest_creates: named } });
    const { text } = drawOverTimeSection(page, [count([10, 20, 30]), busiest]);
    const [all, own] = text.split('<h3>Operations a second of the busiest metadata server');
    expect([all?.match(/<polyline/g)?.length, own?.match(/<polyline/g)?.length]).toEqual([1, 1]);
  });
});

describe('metrics that the spec queries, over time', () => {
  const draw = (unit: 'us' | '%') => {
    const queried = { ...words('higher', 'cache hits'), unit, ofServers: true as const };
    const page = makePage({ ...summary, metrics: { ...summary.metrics, server_hits: queried } });
    return drawOverTimeSection(page, [server('server_hits', [60, 70, 99], { unit })]).text;
  };

  it('draws them far from any limit, in each unit', () => {
    expect(draw('%').match(/<polyline/g)).toHaveLength(1);
    expect(draw('us')).toContain('<h3>Servers: latency');
  });
});

it('averages long series to 120 points, and keeps short ones unchanged', () => {
  expect(thinValues([1, 2, 3])).toEqual([1, 2, 3]);
  const long = thinValues(Array.from({ length: 1200 }, (_, index) => index));
  expect(long).toHaveLength(120);
  expect(long[0]).toBe(4.5);
});

describe('events over time', () => {
  const KILL = { action: 'kill' as const, host: 'broker-1', requested: 1002, acted: 1002, ready: 1006, problem: null };
  const withEvents = (events: readonly (typeof KILL)[]) => ({
    ...summary,
    metrics: { ...summary.metrics, latency: { ...words('lower', 'mean latency'), unit: 'us' as const } },
    trials: summary.trials.map((one) => (one.trial === 't0001' ? { ...one, events } : one)),
  });
  const values = [5, 5, 1, 1, 5, 5, 5, 5, 5, 5];
  const lines = [
    line('t0001', values, { from: 1000 }),
    line('t0001', values, { from: 1000, metric: 'latency', unit: 'us' }),
  ];
  const draw = (events: readonly (typeof KILL)[]) => drawOverTimeSection(makePage(withEvents(events)), lines).text;

  it('marks events on rate and latency, with the end of their effect', () => {
    const text = draw([KILL]);
    expect(text.match(/>kill broker-1</g)).toHaveLength(2);
    expect(text.match(/>broker-1 ready</g)).toHaveLength(2);
    expect(text).toContain('<line class="thr" x1="20%" y1="0%" x2="20%" y2="100%"/>');
    expect(text).toContain('Mean latency');
  });

  it('omits events outside the measured time, and the latency chart without events', () => {
    expect(draw([{ ...KILL, acted: 990, ready: 1020 }])).not.toMatch(/>kill|ready</);
    expect(draw([])).not.toMatch(/Mean latency|Vertical lines/);
  });
});

import { judge } from '../../../lib/workloads/command/judge';
import type { HostRaw, HostStatus } from '../../../lib/workloads/contract';

const NOTHING = { observations: [], windows: [], series: [], reasons: [] };
const said = (status: Partial<HostStatus> | null, stderr = '') =>
  judge(
    NOTHING,
    [
      {
        host: 'client-0',
        command: 'measure',
        status: status === null ? null : ({ rc: 0, facts: {}, started: 100, ended: 105, ...status } as HostStatus),
        files: [{ name: 'raw/stderr.txt', source: 'x', text: stderr }],
      } satisfies HostRaw,
    ],
    { metrics: {} },
  ).map(({ level, code, text }) => `${level} ${code}: ${text}`);

it('has nothing against a script that ended well', () => {
  expect(said({})).toEqual([]);
  expect(said(null)).toEqual([]);
});

it('names how a script failed, by what it said last', () => {
  expect(said({ rc: 2 }, 'one\nno such disk\n')).toEqual([
    'invalid ToolFailed: client-0: the script ended with exit code 2: no such disk',
  ]);
  expect(said({ rc: 1 })).toEqual([
    'invalid ToolFailed: client-0: the script ended with exit code 1: it said nothing about why',
  ]);
  expect(said({ rc: 124, facts: { problem: 'it did not end' } })).toEqual([
    'invalid TimedOut: client-0: it did not end',
  ]);
});

it('suspects what was over in no time', () =>
  expect(said({ ended: 100.25 })).toEqual([
    'suspect ShortRun: client-0: the script was over after 250ms: give it more to do',
  ]));

describe('hosts that ended at different times', () => {
  const metric = { unit: 'ops/s', better: 'higher', modelled: 1 } as const;
  const windows = [30, 60].map((to, index) => ({ host: `client-${index}`, from: 0, to }));
  const told = (to: number, metrics: Parameters<typeof judge>[2]['metrics']) =>
    judge({ ...NOTHING, windows: [windows[0]!, { ...windows[1]!, to }] }, [], { metrics });

  it('are said beside rates that were added up, and count', () => {
    expect(told(60, { builds: metric, done: { ...metric, unit: 'count' } })).toEqual([
      {
        level: 'note',
        code: 'EndedApart',
        text:
          'client-0 was done after 30s, client-1 was done after 1m: builds of all hosts were added up as they ' +
          'stand, and what comes of it may never have been there at once',
      },
    ]);
  });

  it('matter to no other figures, and where they were nearly one time', () => {
    expect(told(31, { builds: metric })).toEqual([]);
    const moment = [1.01, 1.6].map((to, index) => ({ host: `client-${index}`, from: 0, to }));
    expect(judge({ ...NOTHING, windows: moment }, [], { metrics: { builds: metric } })).toEqual([]);
    expect(told(60, { builds: { ...metric, overHosts: 'mean' } })).toEqual([]);
    expect(told(60, { took: { ...metric, unit: 's' } })).toEqual([]);
  });
});

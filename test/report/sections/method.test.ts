import { makePage } from '../../../lib/report/page/context';
import { drawMethodSection } from '../../../lib/report/sections/method';
import { type Summary, summarize } from '../../../lib/results/summary';
import type { BackgroundLoad } from '../../../lib/shapes/verdict';
import { execution, type Options } from '../../results/fixture';

/** Target instances that are made for it, and paid. */
const MADE: Options = { prices: { disk: 1, memory: 2 } };
const summarizeOptions = (options: Options = {}) => summarize(execution(options));
function section(summary: Summary): string {
  return drawMethodSection(makePage(summary))
    .text.replace(/<abbr[^>]*>|<\/abbr>/g, '')
    .replace(/\s+/g, ' ');
}
/** The same trials, as if one fleet had measured both targets by turns. */
const interleave = (summary: Summary): Summary => ({
  ...summary,
  rigs: summary.rigs.map((one, index) => ({ ...one, rig: 'r1', copy: `c${index + 1}` })),
  trials: summary.trials.map((trial) => ({
    ...trial,
    rig: 'r1',
    copy: `r1/c${summary.rigs.findIndex(({ rig }) => rig === trial.rig) + 1}`,
  })),
});
const drawWithFact = (direct: string): string => {
  const input = execution({ factors: { target: ['disk'], bs: ['4k'] } });
  const rows = input.rows.map((row) => ({ ...row, facts: { ...row.facts, direct } }));
  return section(summarize({ ...input, rows }));
};

it('reports trials without direct I/O, from a fact of the workload', () => {
  expect(drawWithFact('0')).toContain('3 trials (disk) ran without direct I/O');
  expect(drawWithFact('1')).not.toContain('ran without');
});

describe('order of measurement', () => {
  it('is shown as sequential when configurations used different hosts, also with an interleaved plan', () => {
    for (const summary of [summarizeOptions(MADE), { ...summarizeOptions(MADE), comparison: 'interleaved' as const }])
      expect(section(summary)).toContain(
        '<b>Sequential</b>: configurations used different hosts or hours. 2 target instances on 2 rigs;',
      );
  });

  it('is omitted for a single configuration', () => {
    const alone = section(summarizeOptions({ factors: { target: ['disk'] } }));
    expect(alone).toContain('<dt>Design</dt><dd>1 target on 1 rig; 3 replicates, 1 block.</dd>');
    expect(alone).not.toMatch(/<dt>Order|hosts or hours|random order/);
  });

  it('counts the replicates that were measured, as looks and failures end some early', () => {
    const summary = summarizeOptions(MADE);
    const [first = ''] = summary.trials.map(({ cell }) => cell);
    const shorter = summary.trials.filter(({ cell, replicate }) => cell !== first || replicate === 1);
    expect(section({ ...summary, trials: shorter })).toContain('; 1 to 3 replicates, 1 block,');
    expect(section({ ...summary, trials: summary.trials.filter(({ replicate }) => replicate < 3) })).toContain(
      '; 2 replicates, 1 block,',
    );
  });

  it('is shown as interleaved when configurations took turns on the same hosts', () => {
    expect(section(interleave(summarizeOptions(MADE)))).toContain('<b>Interleaved</b>: the same hosts measured every');
  });

  it('warns when two directories are on one disk', () => {
    const folders = interleave(summarizeOptions({ factors: { target: ['one', 'other'], bs: ['4k'] } }));
    expect(section(folders)).toContain('one and other are on one disk: differences are chance.');
    expect(section(interleave(summarizeOptions()))).not.toContain('on one disk');
  });

  it('counts an external target once when each of three blocks measures it', () => {
    const summary = summarizeOptions({ ...MADE, blocks: 3 });
    const rigs = summary.rigs.map((rig) => ({ ...rig, isExisting: true as const }));
    expect(section({ ...summary, rigs })).toContain('2 targets on 6 rigs; 3 replicates, 3 blocks');
  });
});

it('lists failed target instances with their reasons', () => {
  const failed = [{ copy: 'c1', code: 'MountFailed', text: 'no route' }];
  const outcomes = [{ rig: 'r1', status: 'SUCCEEDED' as const, reason: null, marks: [], failed }];
  expect(section({ ...summarizeOptions(), outcomes })).toContain('<span class="INVALID">MountFailed</span> no route');
});

const drawBackgroundLoad = (of: (trial: number) => BackgroundLoad | null): string => {
  const input = execution({ factors: { target: ['disk'], bs: ['4k'] } });
  const rows = input.rows.map((row, index) => ({ ...row, backgroundLoad: of(index) }));
  return section(summarize({ ...input, rows }));
};

it('reports background load of hosts, and the number of trials without a report', () => {
  const shares = [0.02, 0.31, 0.04];
  const one = {
    stolenCpu: 0,
    otherProcessesBytesPerSecond: 2e6,
    delayedPackets: 3,
    stalled: { cpu: 1.4, io: null, memory: null },
  };
  const all = drawBackgroundLoad((trial) => ({ ...one, otherProcessesCpu: shares[trial] ?? 0 }));
  expect(all).toContain('CPU time of other processes 4% (max 31%)');
  expect(all).toContain('disk traffic of other processes 2.00 MB/s');
  expect(all).toContain('waiting for a CPU 100%');
  expect(all).toContain('The network allowance of the instance type delayed packets in 3 trials.');
  expect(drawBackgroundLoad((trial) => (trial === 0 ? { ...one, otherProcessesCpu: 0.2 } : null))).toContain(
    'No report from 2 trials.',
  );
  expect(drawBackgroundLoad(() => null)).toContain('No host reported its background load.');
});

import { pageOf } from '../../../lib/report/page/context';
import { believeSection } from '../../../lib/report/sections/believe';
import { summarize } from '../../../lib/results/summary';
import type { Beside } from '../../../lib/shapes/verdict';
import { execution, type Options } from '../../results/fixture';

const section = (direct: string): string => {
  const input = execution({ factors: { target: ['disk'], bs: ['4k'] } });
  const rows = input.rows.map((row) => ({ ...row, facts: { ...row.facts, direct } }));
  return believeSection(pageOf(summarize({ ...input, rows }))).text;
};

it('says what a workload wants to be known of trials with some fact, and explains its words', () => {
  expect(section('0')).toContain('3 trials (disk) ran without <abbr class="word" tabindex="0" title="reads and writes');
  expect(section('0')).toContain('</abbr>: the numbers there include the memory of the host.');
});

const meanwhile = (of: (trial: number) => Beside | null): string => {
  const input = execution({ factors: { target: ['disk'], bs: ['4k'] } });
  const rows = input.rows.map((row, index) => ({ ...row, beside: of(index) }));
  return believeSection(pageOf(summarize({ ...input, rows }))).text.replaceAll('\n', ' ');
};

it('says what the machines did beside the trials, and where nobody told', () => {
  const shares = [0.02, 0.31, 0.04];
  const all = meanwhile((trial) => ({
    othersCpu: shares[trial] ?? 0,
    stolenCpu: 0,
    othersBytesPerSecond: 2e6 * trial,
  }));
  expect(all).toContain(
    'Beside 3 trials other processes took a median of 4 % (at most 31 %) of the CPU time, the hypervisor kept ' +
      'back 0 % (at most 0 %) of it, and others moved 2.00 MB/s (at most 4.00 MB/s) on the measured disk.',
  );
  expect(all).not.toContain('no evidence');
  const one = meanwhile((trial) => (trial === 0 ? { othersCpu: 0.2, stolenCpu: 0, othersBytesPerSecond: 0 } : null));
  expect(one).toContain('on the measured disk. 2 trials left no evidence of it.');
  expect(meanwhile(() => null)).toContain('No host told what else its machine did.');
});

it('says how near the machines were to what they can, where rows tell it', () => {
  const old = { othersCpu: 0, stolenCpu: 0, othersBytesPerSecond: 0 };
  expect(meanwhile(() => old)).not.toMatch(/busy|memory|packet|Clocks/);
  const busy = [0.4, 0.97, 0.5];
  const text = meanwhile((trial) => ({
    ...old,
    busyCpu: busy[trial] ?? 0,
    availableMemory: 0.3 - trial / 10,
    waited: { cpu: null, io: null, memory: null },
    heldPackets: trial,
    clockAheadSeconds: -0.004 * trial,
  }));
  expect(text).toContain('All CPUs together were busy for a median of 50 % (at most 97 %) of the time.');
  expect(text).toContain('At least 10 % of the memory was free.');
  expect(text).toContain('In 2 trials packets were held back at an allowance of the instance type.');
  expect(text).toContain('Clocks were wrong by 8.00 ms at most.');
  expect(text).not.toContain('Something waited');
});

const repeated = (options: Options): string =>
  believeSection(pageOf(summarize(execution(options))))
    .text.replace(/<abbr[^>]*>|<\/abbr>/g, '')
    .replaceAll('\n', ' ');

it('says of blocks how they count', () => {
  const blocks = repeated({ prices: { disk: 1, memory: 1 }, blocks: 3 });
  expect(blocks).toContain('Each block counts as one value in intervals and decisions');
  expect(blocks).not.toContain('too narrow');
});

it('counts what was left out, and what counts although it is suspect', () => {
  const code = (trial: number): string => (trial === 1 ? 'HostBusy' : 'Unsteady');
  const reasons = (trial: number) => (trial > 3 ? [] : [{ level: 'suspect' as const, code: code(trial), text: 'a' }]);
  const text = repeated({ reasons });
  expect(text).toContain('1 trial left out, and why</a>.');
  expect(text).toContain('2 suspect trials</a> count all the same');
  expect(repeated({})).not.toContain('#left-out');
});

it('says nothing of it where the fact has another value', () => {
  expect(section('1')).not.toContain('ran without');
});

it('says of which figures alone trials are suspect', () => {
  const reason = { level: 'suspect', code: 'ShortRun', text: 'x', metrics: ['iops'] } as const;
  const input = execution({
    factors: { target: ['disk'], bs: ['4k'] },
    reasons: (trial) => (trial === 1 ? [reason] : []),
  });
  const text = believeSection(pageOf(summarize(input))).text.replaceAll('\n', ' ');
  expect(text).toContain('1 suspect trial</a> counts but for IOPS: only these figures are suspect.');
  expect(text).not.toContain('all the same');
});

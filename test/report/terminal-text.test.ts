import pc from 'picocolors';
import { ensure } from '../../lib/shapes/errors';
import { type EndOptions, formatEndLines } from '../../lib/report/terminal-text';
import type { Receipt } from '../../lib/shapes/receipt';
import { summarize } from '../../lib/results/summary';
import { execution, type Options } from '../results/fixture';

const formatEnd = (options: Options, more: Partial<EndOptions> = {}) =>
  formatEndLines(summarize(execution(options)), {
    colours: pc.createColors(false),
    reportPath: 'r/index.html',
    ...more,
  })
    .map((line) => `${line}\n`)
    .join('');

const PLAIN = { colours: pc.createColors(false), reportPath: 'r' };

describe('formatEndLines', () => {
  it('prints answer, counts, cost, cleanup and report path, without colors when they are off', () => {
    const text = formatEnd({ decide: { where: { op: 'randread', bs: '4k' } } });
    expect(text).toMatch(/^memory has the highest IOPS: \d+k\. Next is disk: /);
    expect(text).toContain('\ntrials    24 VALID of 24 trials\n');
    expect(text).toContain('\ncost      none: it ran on this machine\n');
    expect(text).toContain('\ncleanup   verified: 2 of 2 resources deleted\n');
    expect(text).toMatch(/\nreport {4}r\/index\.html\n$/);
    expect(text).not.toContain('\u001b');
    expect(formatEnd({}, { colours: pc.createColors(true) })).toContain('\u001b[');
  });

  const skip = (ids: string[]) => [{ kind: 'cloudwatch:alarm', why: 'AccessDenied', ids }];
  const left = [{ kind: 'fsx:file-system', id: 'fs-1', rig: null, state: 'AVAILABLE' }];
  it.each<[string, Partial<Receipt>, string]>([
    [
      'external storage that was not cleaned',
      { notCleaned: ['copy c1 of rig r1: no host was there'] },
      'verified: 2 of 2 resources deleted; NOT CLEANED in external storage: copy c1 of rig r1: no host was there',
    ],
    [
      'resource kinds that it could not check',
      { skipped: skip([]) },
      'verified: 2 of 2 resources deleted; could not check cloudwatch:alarm (none known; cents a month each)',
    ],
    [
      'unchecked resource kinds and undeleted resources',
      { clean: false, remaining: left, skipped: skip(['a']) },
      'INCOMPLETE: 1 resource left (fsx:file-system fs-1); ' +
        'could not check cloudwatch:alarm (1 known; cents a month each)',
    ],
  ])('prints the cleanup with %s', (_, more, text) => {
    const { receipt, ...summary } = summarize(execution({}));
    const lines = formatEndLines({ ...summary, receipt: { ...ensure(receipt, 'a receipt'), ...more } }, PLAIN);
    expect(lines).toContain(`cleanup   ${text}`);
  });

  it('prints which alarms could not be created, and why', () => {
    const summary = summarize(execution({}));
    const [outcome] = summary.outcomes;
    const one = (request: string) => ({ copy: 'c1', request, text: 'LimitExceeded: 200' });
    const without = ['alarmA', 'alarmB', 'alarmC', 'alarmD'].map(one);
    const outcomes = [{ ...ensure(outcome, 'an outcome'), rig: 'r1', without }];
    const lines = formatEndLines({ ...summary, outcomes }, PLAIN);
    expect(lines).toContain('missing   alarmA of r1/c1: LimitExceeded: 200');
    expect(lines).toContain('          and 1 more in the report');
    expect(formatEnd({})).not.toContain('missing');
  });

  it('prints medians when the spec has no `decide` section', () => {
    const text = formatEnd({ decide: null }, { colours: pc.createColors(false) });
    expect(text).toMatch(
      /^No question set \(decide\): 8 configurations, 24 valid trials\. Add decide .*\nconfiguration +typical IOPS/,
    );
    expect(text.split('\n').slice(2, 10).join('\n')).toMatch(/^(\w.* ops\/s +[\d.]+ [MG]B\/s +[\d.]+ [µm]s +3\n?){8}$/);
    expect(text).not.toMatch(/highest|best|cheapest/);
  });

  it('wraps long names at the terminal width, below the SIMULATED banner', () => {
    const long = 'a-level-of-a-factor-that-is-as-long-as-the-names-that-people-give-when-nobody-stops-them';
    const options: Options = { prices: { disk: 1 }, factors: { target: ['disk'], x: [`${long}-1`, `${long}-2`] } };
    const { headline } = summarize(execution({ ...options, noise: 0.3 })).answer;
    const text = formatEnd({ ...options, simulated: true, noise: 0.3 }, { columns: 100, outcome: 'ABORTED' });
    const [tape, ...lines] = text.trimEnd().split('\n');
    expect(tape).toContain('SIMULATED');
    expect(lines.join(' ').startsWith(headline)).toBe(true);
    expect(text).toContain('execution ABORTED');
    expect(text).toContain('cost      $1.23 (estimate $2.50, budget $50.00)');
  });

  it('prints headline, evidence and cautions of the summary, and what would settle the question', () => {
    const options: Options = { prices: { disk: 1, memory: 2 } };
    const { headline, evidence, cautions } = summarize(execution(options)).answer;
    const text = formatEnd(options).replaceAll(/\s+/g, ' ');
    expect(evidence.length).toBeGreaterThan(0);
    for (const sentence of [headline, ...evidence, ...cautions]) expect(text).toContain(sentence);
    const summary = summarize(execution(options));
    const settle = {
      text: 'Twelve would tell.',
      setting: 'design: { replicates: 12 }',
      effort: { trials: 16, usd: 1.4, seconds: 1500 },
    };
    const open = { ...summary, answer: { ...summary.answer, settle, details: ['One more.'] } };
    const lines = formatEndLines(open, PLAIN).join(' ').replaceAll(/\s+/g, ' ');
    expect(lines).toContain(
      'to settle Twelve would tell. design: { replicates: 12 } takes about 16 more trials, 25m, $1.40',
    );
    expect(lines).toMatch(/caution .* \(1 more remark in the report\)/);
    expect(lines).not.toContain('One more.');
  });

  it('prints the reasons of excluded trials with what to do, most frequent first', () => {
    const input = execution();
    const reasons = (code: string, text: string) => [{ level: 'suspect' as const, code, text }];
    const doubted = ['HostBusy', 'CpuStolen', 'HostBusy'].map((code) => reasons(code, `a: ${code} ${'x'.repeat(200)}`));
    const rows = input.rows.map((row, index) => {
      const against = doubted[index];
      return against === undefined ? row : { ...row, verdict: 'SUSPECT' as const, reasons: against };
    });
    const lines = formatEndLines(summarize({ ...input, rows }), PLAIN);
    expect(lines).toContain('trials    21 VALID, 3 SUSPECT of 24 trials');
    const from = lines.findIndex((line) => line.startsWith('reasons'));
    expect(lines.slice(from, from + 7)).toEqual([
      'reasons   2 SUSPECT: HostBusy: a: HostBusy',
      expect.stringMatching(/^ {10}x{100,}…$/),
      '            what to do: Stop other processes, and start again; or count such trials: `npx fsxbench',
      '            report FOLDER --accept HostBusy`.',
      '          1 SUSPECT: CpuStolen: a: CpuStolen',
      expect.stringMatching(/^ {10}x{100,}…$/),
      expect.stringMatching(/^ {12}what to do: Choose an instance type that is not burstable/),
    ]);
    expect(formatEnd({})).not.toContain('reasons');
  });

  it('prints three reasons, and the number of further reasons in the report', () => {
    const codes = ['HostBusy', 'CpuStolen', 'Throttled', 'DeviceShared', 'MemoryPressure'];
    const text = formatEnd({
      reasons: (trial) => codes.slice(0, trial).map((code) => ({ level: 'suspect', code, text: 'a text' })),
    });
    expect(text).toMatch(/reasons {3}24 SUSPECT: HostBusy: a text\n/);
    expect(text.match(/what to do: /g)).toHaveLength(3);
    expect(text).toContain('\n          and 2 more reasons in the report\n');
  });

  it('marks SUSPECT trials as counted when their reason does not exclude them', () => {
    const text = formatEnd({ reasons: () => [{ level: 'suspect', code: 'Unsteady', text: 'a text' }] });
    expect(text).toContain('24 SUSPECT (counted): Unsteady: a text\n');
  });

  it('wraps between words, and keeps "n = 3" on one line', () => {
    for (const line of formatEnd({}, { columns: 60 }).split('\n')) expect(line).not.toMatch(/(\bn|\bn =|=)$/);
  });

  it('prints the outcome of a given receipt, and "not verified yet" without a receipt', () => {
    const receipt = { ...ensure(execution().receipt, 'a receipt'), clean: false, remaining: left };
    const text = formatEnd({}, { receipt: { ...receipt, outcome: 'TIMED_OUT' } });
    expect(text).toContain('cleanup   INCOMPLETE: 1 resource left (fsx:file-system fs-1)');
    expect(text).toContain('execution TIMED_OUT');
    expect(formatEnd({ receipt: null })).toContain('cleanup   not verified yet: the cleanup receipt is missing');
  });
});

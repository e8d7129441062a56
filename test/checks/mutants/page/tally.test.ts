import type { MutantResult } from '../../../../checks/mutants/campaign';
import type { Notice } from '../../../../checks/mutants/judge/judge';
import { formatMutantsPage } from '../../../../checks/mutants/run';
import { markdownTable, percent, makeTally, textReport, textTable } from '../../../../checks/mutants/page/tally';

const judged = (id: string, by: Notice['by'] | null): MutantResult => {
  const [machine = '', state = '', operator = ''] = id.split(':');
  const mutant = { id, machine, state, way: null, operator, what: `what ${id}`, definition: '' };
  return { mutant, notice: by === null ? null : { by, scenario: '', what: 'seen' }, seconds: 1 };
};

const ALL = [
  judged('rig:A:negate:0', 'lint'),
  judged('rig:A:negate:1', 'scenario'),
  judged('rig:A:drop-tag:0', 'time-out'),
  judged('rig:B:negate:0', null),
  judged('rig:B:negate:1', null),
  judged('janitor:A:negate:0', 'lint'),
];
const REASON = 'Both ways end in the same Fail.';
const tally = makeTally(ALL, new Map([['rig:B:negate:0', REASON]]));

describe('makeTally', () => {
  it('counts mutants by what noticed them, and excludes equivalent survivors from the rate', () => {
    expect(tally.total).toEqual({
      label: 'all',
      mutants: 6,
      lint: 2,
      scenario: 1,
      hung: 1,
      survived: 1,
      equivalent: 1,
      rate: 4 / 5,
    });
    expect(tally.machines.map((count) => [count.label, count.rate])).toEqual([
      ['rig', 3 / 4],
      ['janitor', 1],
    ]);
    expect(tally.operators.map((count) => [count.label, count.mutants])).toEqual([
      ['negate', 5],
      ['drop-tag', 1],
    ]);
  });

  it('lists survivors, explained survivors and refuted explanations', () => {
    expect(tally.survivors.map((one) => one.mutant.id)).toEqual(['rig:B:negate:1']);
    expect(tally.explained.map((one) => [one.judged.mutant.id, one.reason])).toEqual([['rig:B:negate:0', REASON]]);
    expect(makeTally(ALL, new Map([['rig:A:negate:0', REASON]])).refuted).toEqual(['rig:A:negate:0']);
  });
});

describe('format of the mutant tally', () => {
  it('aligns columns in the terminal', () => {
    const lines = textTable(tally.machines, 'machine').split('\n');
    expect(new Set(lines.map((line) => line.length)).size).toBe(1);
    expect(lines[1]).toMatch(/^rig +5 +1 +1 +1 +1 +1 +75\.0%$/);
  });

  it('has a Markdown table for the page', () => {
    const [head, rule, first] = markdownTable(tally.machines, 'machine').split('\n');
    expect(head).toMatch(/^\| machine \| mutants \|/);
    expect(rule).toMatch(/^\| --- \| ---: \|/);
    expect(first).toBe('| rig | 5 | 1 | 1 | 1 | 1 | 1 | 75.0% |');
  });

  it('rounds a rate below 100 % down', () => {
    expect(percent(0.99999)).toBe('99.9%');
    expect(percent(1)).toBe('100.0%');
  });

  it('names the survivors in the text report', () => {
    expect(textReport(tally)).toContain('Survivors (1):\n  rig:B:negate:1\n      what rig:B:negate:1');
    expect(textReport(tally)).toContain('1 survivors are equivalent');
  });
});

describe('formatMutantsPage', () => {
  it('contains the rate, survivors, reasons and sample sizes', () => {
    const page = formatMutantsPage(tally, [{ machine: 'rig', operator: 'negate', kept: 4, of: 9 }]);
    expect(page).toContain('**80.0%** of the faults are noticed');
    expect(page).toContain('- `rig:B:negate:1`: what rig:B:negate:1');
    expect(page).toContain(`- \`rig:B:negate:0\`: what rig:B:negate:0. ${REASON}`);
    expect(page).toContain('rig (negate 4 of 9)');
  });
});

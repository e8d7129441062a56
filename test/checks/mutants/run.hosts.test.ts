import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { MutantResult } from '../../../checks/mutants/campaign';
import type { Notice } from '../../../checks/mutants/judge/judge';
import { readOptions } from '../../../checks/mutants/options';
import { makeTally, percent, textReport } from '../../../checks/mutants/page/tally';
import { formatMutantsPage, runMutants } from '../../../checks/mutants/run';
import { temporaryFolder } from '../../temporary';

const MACHINE = {
  QueryLanguage: 'JSONata',
  TimeoutSeconds: 60,
  StartAt: 'Begin',
  States: {
    Begin: { Type: 'Pass', Output: { fast: 1, right: true, kept: 5 }, Next: 'Sleep' },
    Sleep: { Type: 'Wait', Seconds: 7, Next: 'Done' },
    Done: { Type: 'Succeed' },
  },
};

/** Scenarios that behave badly in every way; each looks at one number. */
const SCENARIOS = `
export const scenarios = [
  { name: 'hangs', machines: ['small'], check: async (load) => {
    if (JSON.parse(load('small')).States.Begin?.Output?.fast === 10) for (;;);
    return [];
  } },
  { name: 'dies', machines: ['small'], check: async (load) => {
    if (JSON.parse(load('small')).States.Begin?.Output?.fast === 0) process.exit(3);
    return [];
  } },
  { name: 'complains', machines: ['small'], check: async (load) => {
    const { Sleep } = JSON.parse(load('small')).States;
    return Sleep?.Seconds === 7 ? [] : ['slept ' + Sleep?.Seconds];
  } },
];`;

describe('runMutants', () => {
  const root = temporaryFolder('fsxbench-mutants-');
  let lines: string[] = [];

  beforeEach(() => {
    lines = [];
    for (const folder of ['state-machines', 'checks/mutants', 'docs'])
      mkdirSync(join(root, folder), { recursive: true });
    writeFileSync(join(root, 'state-machines', 'small.asl.yaml'), JSON.stringify(MACHINE));
    copyFileSync('state-machines/handlers.yaml', join(root, 'state-machines', 'handlers.yaml'));
    writeFileSync(join(root, 'scenarios.ts'), SCENARIOS);
    equivalents({});
  });

  const equivalents = (reasons: Readonly<Record<string, string>>): void =>
    writeFileSync(join(root, 'checks', 'mutants', 'equivalent.json'), JSON.stringify(reasons));
  const run = (...argv: string[]): Promise<number> =>
    runMutants(readOptions(['--scenarios', 'scenarios.ts', '--seconds', '1.5', ...argv]), {
      root,
      tools: process.cwd(),
      print: (text) => lines.push(text),
      progress: () => undefined,
      interrupted: new AbortController().signal,
    });

  it('judges all mutants despite hanging and crashing scenarios, and writes the page', async () => {
    equivalents({
      'small:Begin:change-number:Output/kept/zero': 'Nobody reads what Begin puts out.',
      'small:Begin:change-number:Output/kept/times-10': 'Nobody reads what Begin puts out.',
      'small:Begin:negate:0': 'There is no comparison here.',
    });
    // Drawn by lot, of at most 10: all of change-number, which has 6, and of the others what there is.
    const code = await run('--limit', '10', '--all', '--write');
    const said = lines.join('\n');
    expect(said).toMatch(/small:Begin:change-number:Output\/fast\/times-10\t[\d.]+ s\ttime-out: hangs/);
    expect(said).toMatch(/small:Begin:change-number:Output\/fast\/zero\t[\d.]+ s\tcrash: dies/);
    expect(said).toMatch(/small:Sleep:change-number:Seconds\/zero\t[\d.]+ s\tscenario: complains: slept 0/);
    expect(said).toMatch(/small:Begin:change-number:Output\/kept\/zero\t[\d.]+ s\tsurvived/);
    expect(said).toMatch(/small:Sleep:remove-state:gone\t[\d.]+ s\t\w+: /);
    expect(said).toContain('equivalent.json names a mutant that does not exist: small:Begin:negate:0');
    const page = readFileSync(join(root, 'dist', 'machine-mutants.md'), 'utf8');
    expect(page).toContain('- `small:Begin:change-number:Output/kept/zero`: Output/kept: 5 turned into 0. Nobody');
    expect(page).not.toContain('Drawn by lot');
    expect(code).toBe(1);
  });

  it('returns 2 when a scenario complains without a mutant', async () => {
    writeFileSync(join(root, 'scenarios.ts'), SCENARIOS.replace('Seconds === 7', 'Seconds === 8'));
    expect(await run()).toBe(2);
    expect(lines).toEqual([
      expect.stringMatching(/^3 scenarios of [\d.]+ s together; slowest: /),
      'scenario "complains" complains without any mutant: slept 7',
    ]);
  });

  it('lists mutants and the size of the sample, and returns 2 for an unknown ID or scenario file', async () => {
    expect(await run('--list', '--limit', '1', '--operator', 'change-number')).toBe(0);
    expect(lines).toEqual(['drawn by lot: small (change-number 1 of 6)', expect.stringContaining('small:')]);
    expect(await run('--list', '--operator', 'redirect')).toBe(0);
    expect(lines).toContainEqual('small:Begin:redirect:Next\tNext leads to Done in place of Sleep');
    expect(await run('--id', 'small:x')).toBe(2);
    expect(await run('--scenarios', 'nowhere.ts')).toBe(2);
    expect(lines.at(-1)).toBe('there are no scenarios at nowhere.ts');
  });
});

describe('tally of mutants', () => {
  const judged = (id: string, by: Notice['by'] | null): MutantResult => {
    const [machine = '', state = '', operator = ''] = id.split(':');
    const mutant = { id, machine, state, way: null, operator, what: `what ${id}`, definition: '' };
    return { mutant, notice: by === null ? null : { by, scenario: '', what: 'seen' }, seconds: 1 };
  };
  const all = [
    judged('rig:A:negate:0', 'lint'),
    judged('rig:A:negate:1', 'scenario'),
    judged('rig:A:drop-tag:0', 'time-out'),
    judged('rig:B:negate:0', null),
    judged('rig:B:negate:1', null),
    judged('janitor:A:negate:0', 'lint'),
  ];
  const reason = 'Both ways end in the same Fail.';
  const tally = makeTally(all, new Map([['rig:B:negate:0', reason]]));

  it('counts mutants by what noticed them, without equivalent survivors, and lists refuted reasons', () => {
    const text = textReport(tally);
    expect(text).toMatch(/^rig +5 +1 +1 +1 +1 +1 +75\.0%$/m);
    expect(text).toMatch(/^all +6 +2 +1 +1 +1 +1 +80\.0%$/m);
    expect(text).toMatch(/^negate +5 +2 +1 +0 +1 +1 +/m);
    expect(text).toContain('Survivors (1):\n  rig:B:negate:1\n      what rig:B:negate:1');
    expect(text).toContain('1 survivors are equivalent');
    expect(makeTally(all, new Map([['rig:A:negate:0', reason]])).refuted).toEqual(['rig:A:negate:0']);
    expect([percent(0.99999), percent(1)]).toEqual(['99.9%', '100.0%']);
  });

  it('writes a page with the rate, tables, survivors, reasons and sample sizes', () => {
    const page = formatMutantsPage(tally, [{ machine: 'rig', operator: 'negate', kept: 4, of: 9 }]);
    expect(page).toContain('**80.0%** of the faults are noticed');
    expect(page).toMatch(/^\| machine +\| mutants \|/m);
    expect(page).toMatch(/^\| rig +\| +5 \| +1 \| +1 \| +1 \| +1 \| +1 \| +75\.0% \|$/m);
    expect(page).toContain('- `rig:B:negate:1`: what rig:B:negate:1');
    expect(page).toContain(`- \`rig:B:negate:0\`: what rig:B:negate:0. ${reason}`);
    expect(page).toContain('rig (negate 4 of 9)');
  });
});

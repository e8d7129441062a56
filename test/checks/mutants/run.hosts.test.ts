import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Options, parseOptions } from '../../../checks/mutants/options';
import { runMutants } from '../../../checks/mutants/run';

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
  let root = '';
  let lines: string[] = [];

  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'fsxbench-mutants-'));
    lines = [];
    for (const folder of ['state-machines', 'checks/mutants', 'docs'])
      mkdirSync(join(root, folder), { recursive: true });
    writeFileSync(join(root, 'state-machines', 'small.asl.yaml'), JSON.stringify(MACHINE));
    copyFileSync('state-machines/handlers.yaml', join(root, 'state-machines', 'handlers.yaml'));
    writeFileSync(join(root, 'scenarios.ts'), SCENARIOS);
    equivalents({});
  });
  afterEach(() => rmSync(root, { recursive: true }));

  const equivalents = (reasons: Readonly<Record<string, string>>): void =>
    writeFileSync(join(root, 'checks', 'mutants', 'equivalent.json'), JSON.stringify(reasons));
  const run = (...argv: string[]): Promise<number> => {
    const options: Options = parseOptions(['--scenarios', 'scenarios.ts', '--seconds', '1.5', ...argv]);
    return runMutants(options, {
      root,
      tools: process.cwd(),
      print: (text) => lines.push(text),
      progress: () => undefined,
      interrupted: new AbortController().signal,
    });
  };

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
    expect(page).toContain(
      '- `small:Begin:change-number:Output/kept/zero`: Output/kept: 5 turned into 0. Nobody reads',
    );
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

  it('lists mutants with --list, and returns 2 for an unknown ID or scenario file', async () => {
    expect(await run('--list', '--operator', 'redirect')).toBe(0);
    expect(lines).toContainEqual('small:Begin:redirect:Next\tNext leads to Done in place of Sleep');
    expect(await run('--id', 'small:x')).toBe(2);
    expect(await run('--scenarios', 'nowhere.ts')).toBe(2);
    expect(lines.at(-1)).toBe('there are no scenarios at nowhere.ts');
  });

  it('prints how many mutants it sampled', async () => {
    expect(await run('--list', '--limit', '1', '--operator', 'change-number')).toBe(0);
    expect(lines[0]).toBe('drawn by lot: small (change-number 1 of 6)');
    expect(lines).toHaveLength(2);
  });
});

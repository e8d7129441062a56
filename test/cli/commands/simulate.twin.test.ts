import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { main } from '../../../lib/cli/program';
import { LUSTRE } from '../../twin/rehearsal/specs';
import { captured } from '../captured';

const cwd = mkdtempSync(join(tmpdir(), 'fsxbench-simulate-'));
afterAll(() => rmSync(cwd, { recursive: true }));
beforeAll(() => writeFileSync(join(cwd, 'small.yaml'), LUSTRE));

interface Document {
  readonly seed: string;
  readonly runs: number;
  readonly experiments: readonly { readonly trials: number; readonly leftOut: readonly string[] }[];
  readonly classes: readonly { readonly class: string; readonly runs: number; readonly violations: number }[];
  readonly violations: readonly {
    readonly codes: readonly string[];
    readonly repeat: string;
    readonly shrunkTo: number;
  }[];
}

async function simulated(...argv: string[]): Promise<{ code: number; found: Document; err: string }> {
  const { cli, out, err } = captured(cwd);
  const code = await main(cli, ['simulate', 'small.yaml', '--json', ...argv]);
  return { code, found: JSON.parse(out()) as Document, err: err() };
}

describe('simulate', () => {
  it('tries one campaign, and says that all holds', async () => {
    const { code, found } = await simulated(
      '--seed',
      's',
      '--faults',
      '{rules: [{fault: call, effect: lost, nth: 9}]}',
    );
    expect(code).toBe(0);
    expect(found).toMatchObject({ seed: 's', runs: 1, violations: [] });
    expect(found.experiments).toEqual([expect.objectContaining({ trials: 4, leftOut: [] })]);
  });

  it('says that a rule of a campaign struck nothing, and no bound of one run', async () => {
    const { cli, out } = captured(cwd);
    const faults = '{rules: [{fault: state, machine: rig, state: NoSuchState, effect: abort}]}';
    expect(await main(cli, ['simulate', 'small.yaml', '--seed', 's', '--faults', faults])).toBe(0);
    expect(out()).toMatch(/1 +1 +1 +0 +\d+\.\d\d +\S/);
    expect(out()).toContain('missed 1: a rule struck nothing there');
    expect(out()).not.toContain('fewer than');
  });

  it('ends with 1 where not all holds, makes it smaller, and the printed command shows it again', async () => {
    // A lost answer and a slow delete matter for nothing here: nobody cleans up at all.
    const rules = [
      { fault: 'call', service: 's3', action: 'GetObject', effect: 'lost', nth: 3 },
      { fault: 'without', layer: 'guardian' },
      { fault: 'call', action: 'DeleteFileSystem', effect: 'slow', seconds: 10, nth: 1 },
      { fault: 'state', machine: 'rig', state: 'PrepareHosts', nth: 1, effect: 'runtime', who: 'both' },
      { fault: 'without', layer: 'event-rule' },
      { fault: 'without', layer: 'janitor' },
    ];
    writeFileSync(join(cwd, 'faults.yaml'), JSON.stringify({ rules, hours: 12 }));
    const { code, found, err } = await simulated('--seed', 's', '--faults', 'faults.yaml');
    expect(code).toBe(1);
    const [violation] = found.violations;
    expect(err).toMatch(/^VIOLATION .*StillThere/m);
    expect(err).toContain(`  ${violation?.repeat}`);
    expect(violation?.shrunkTo).toBeLessThan(rules.length);
    const [, seed = '', faults = ''] = /--seed (\S+) --faults '(.*)'$/.exec(violation?.repeat ?? '') ?? [];
    const again = await simulated('--seed', seed, '--faults', faults);
    expect(again.found.violations[0]?.codes).toEqual(violation?.codes);
  });

  it('tries random campaigns by seed, the same each time', async () => {
    const [one, two] = [await simulated('--seed', 's', '--seeds', '4'), await simulated('--seed', 's', '--seeds', '4')];
    expect(one.found.runs).toBe(4);
    expect(two.found.classes).toEqual(one.found.classes);
  });

  it.each([
    [
      ['--faults', '{rules: [{fault: nonsense}]}'],
      /rules\.0\.fault: "nonsense" is not allowed; allowed: `call`, `state`, .*`without`/,
    ],
    [['--faults', '{rules: [{effect: denied}]}'], /rules\.0\.fault: .*`fault` is missing; allowed: `call`/],
    [['--faults', '{rules: [{fault: stack, at: 1e300}]}'], /rules\.0\.at: found 1e\+300; the most allowed is 864000/],
    [['--faults', '{beside: {count: 2, apart: 1e15}}'], /beside\.apart: found 1000000000000000; the most allowed/],
    [['--faults', '{hours: 90000}'], /hours: found 90000; the most allowed is 240/],
    [['--faults', '{start: tomorrow}'], /start: .*e\.g\. 2026-03-29T00:30:00Z$/],
    [['--faults', 'not-there.yaml'], /^--faults: not-there\.yaml: there is no such file/],
    [['--faults', '/dev/zero'], /^--faults: \/dev\/zero: has more than 1000000 bytes/],
    [['--faults', '{rules: ['], /neither YAML nor JSON/],
    [['--seeds', 'many'], /--seeds: found 'many'; allowed/],
    [['--minutes', '0'], /--minutes: found '0'/],
    [['--minutes', 'soon'], /--minutes: found 'soon'; allowed: more than 0/],
    [['--jobs', '0'], /--jobs: found '0'/],
  ])('refuses %j', async (argv, message) => {
    const { cli } = captured(cwd);
    await expect(main(cli, ['simulate', 'small.yaml', ...argv])).rejects.toThrow(message);
  });

  it('refuses options before it reads or plays anything', async () => {
    const { cli, err } = captured();
    await expect(main(cli, ['simulate', 'not-there.yaml', '--jobs', '0'])).rejects.toThrow(/--jobs: found '0'/);
    expect(err()).toBe('');
  });

  it('takes a part of a minute', async () => {
    const { code, found } = await simulated('--seed', 's', '--minutes', '0.001', '--exhaustive');
    expect(code).toBe(0);
    expect(found.runs).toBe(1);
  });

  it('refuses what is of this machine, and what is no spec', async () => {
    const { cli } = captured();
    await expect(main(cli, ['simulate', 'experiments/local-disk.yaml', '--seeds', '1'])).rejects.toThrow(
      /of this machine/,
    );
    await expect(main(cli, ['simulate', 'package.json', '--seeds', '1'])).rejects.toThrow(/is no sound spec/);
  });
});

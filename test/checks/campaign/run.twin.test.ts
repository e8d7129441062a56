import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseOptions } from '../../../checks/campaign/options';
import { runCampaign } from '../../../checks/campaign/run';
import type { CampaignDocument } from '../../../checks/campaign/tally';
import { LUSTRE } from '../../twin/rehearsal/specs';

const folder = mkdtempSync(join(tmpdir(), 'fsxbench-campaign-'));
const spec = join(folder, 'small.yaml');
afterAll(() => rmSync(folder, { recursive: true }));
beforeAll(() => writeFileSync(spec, LUSTRE));

interface Run {
  readonly code: number;
  readonly found: CampaignDocument;
  readonly out: string;
  readonly err: string;
}

async function campaign(...argv: string[]): Promise<Run> {
  const [out, err]: [string[], string[]] = [[], []];
  const { code, document } = await runCampaign(parseOptions(argv), {
    root: process.cwd(),
    print: (text) => void out.push(text),
    say: (line) => void err.push(line),
    stopped: () => false,
  });
  return { code, found: document, out: out.join(''), err: err.join('\n') };
}

const small = (...argv: string[]): Promise<Run> => campaign('--spec', spec, '--seed', 's', ...argv);

describe('runCampaign', () => {
  it('runs one set of faults and returns 0 without violations', async () => {
    const { code, found } = await small('--faults', '{rules: [{fault: call, effect: lost, nth: 9}]}');
    expect(code).toBe(0);
    expect(found).toMatchObject({ seed: 's', runs: 1, violations: [] });
    expect(found.experiments).toEqual([expect.objectContaining({ trials: 4, leftOut: [] })]);
  });

  it('reports a rule that did not apply', async () => {
    const faults = '{rules: [{fault: state, machine: rig, state: NoSuchState, effect: abort}]}';
    const { code, out } = await small('--faults', faults);
    expect(code).toBe(0);
    expect(out).toMatch(/1 +1 +1 +0 +\d+\.\d\d +\S/);
    expect(out).toContain('missed 1: a rule did not apply there');
  });

  it('returns 1 for a violation, shrinks it, and prints a command that repeats it', async () => {
    // A lost answer and a slow delete matter for nothing here: nobody cleans up at all.
    const rules = [
      { fault: 'call', service: 's3', action: 'GetObject', effect: 'lost', nth: 3 },
      { fault: 'without', layer: 'guardian' },
      { fault: 'call', action: 'DeleteFileSystem', effect: 'slow', seconds: 10, nth: 1 },
      { fault: 'state', machine: 'rig', state: 'PrepareHosts', nth: 1, effect: 'runtime', who: 'both' },
      { fault: 'without', layer: 'event-rule' },
      { fault: 'without', layer: 'janitor' },
    ];
    const file = join(folder, 'faults.yaml');
    writeFileSync(file, JSON.stringify({ rules, hours: 12 }));
    const { code, found, err } = await small('--faults', file);
    expect(code).toBe(1);
    const [violation] = found.violations;
    expect(err).toMatch(/^VIOLATION .*TeardownIncomplete/m);
    expect(err).toContain(`  ${violation?.repeat}`);
    expect(violation?.repeat).toMatch(/^npm run campaign -- --spec /);
    expect(violation?.shrunkTo).toBeLessThan(rules.length);
    const [, seed = '', faults = ''] = /--seed (\S+) --faults '(.*)'$/.exec(violation?.repeat ?? '') ?? [];
    const again = await campaign('--spec', spec, '--seed', seed, '--faults', faults);
    expect(again.found.violations[0]?.codes).toEqual(violation?.codes);
  });

  it('runs the same random campaigns and pairs for the same seed', async () => {
    const [one, two] = [await small('--random', '3', '--pairs', '1'), await small('--random', '3', '--pairs', '1')];
    // Before them the calm run.
    expect(one.found.runs).toBe(5);
    expect(two.found.classes).toEqual(one.found.classes);
  });

  it('accepts a fraction of a minute', async () => {
    const { code, found } = await small('--minutes', '0.001', '--single');
    expect([code, found.runs]).toEqual([0, 1]);
  });

  it('refuses an experiment of this machine, an invalid spec and a missing file', async () => {
    const local = campaign('--spec', 'experiments/local-disk.yaml', '--random', '1');
    await expect(local).rejects.toThrow(/of this machine/);
    await expect(campaign('--spec', 'package.json', '--random', '1')).rejects.toThrow(/is no sound spec/);
    await expect(campaign('--spec', 'none.yaml', '--random', '1')).rejects.toThrow(/there is no such file/);
  });
});

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CALM, type Campaign, type Rule } from '../../../checks/campaign/faults/campaign';
import { readOptions } from '../../../checks/campaign/options';
import { runCampaign } from '../../../checks/campaign/run';
import { CLASSES, listSingleFaults } from '../../../checks/campaign/single';
import { loadSubjects, makeSubject, makeSubjectFile, type Subject } from '../../../checks/campaign/subject';
import type { CampaignDocument } from '../../../checks/campaign/tally';
import { RUNNING_KEY } from '../../../lib/shapes/layout';
import { rehearse } from '../../../lib/twin/rehearsal/rehearse';
import { EXECUTION, LUSTRE, makeOptions } from '../../twin/rehearsal/specs';

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
  const { code, document } = await runCampaign(readOptions(argv), {
    root: process.cwd(),
    print: (text) => void out.push(text),
    say: (line) => void err.push(line),
    stopped: () => false,
  });
  return { code, found: document, out: out.join(''), err: err.join('\n') };
}

const small = (...argv: string[]): Promise<Run> => campaign('--spec', spec, '--seed', 's', ...argv);

describe('runCampaign', () => {
  it('runs one set of faults, returns 0 without violations, and reports a rule that did not apply', async () => {
    const faults = '{rules: [{fault: state, machine: rig, state: NoSuchState, effect: abort}]}';
    const { code, found, out } = await small('--faults', faults);
    expect(code).toBe(0);
    expect(found).toMatchObject({ seed: 's', runs: 1, violations: [], experiments: [{ trials: 4, leftOut: [] }] });
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

  it('runs random campaigns and pairs, after the calm run', async () => {
    expect((await small('--random', '2', '--pairs', '1')).found.runs).toBe(4);
  });

  it('accepts a fraction of a minute', async () => {
    const { code, found } = await small('--minutes', '0.001', '--single');
    // The calm run is known by then, and one more may begin.
    expect([code, found.runs <= 2]).toEqual([0, true]);
  });

  it.each([
    ['experiments/local-disk.yaml', /of this machine/],
    ['package.json', /is no sound spec/],
    ['none.yaml', /there is no such file/],
  ])('refuses %s', async (file, message) => {
    await expect(campaign('--spec', file, '--random', '1')).rejects.toThrow(message);
  });
});

function subject(): Subject {
  const { experiment, startedAt, prices, machineText, scripts } = makeOptions(LUSTRE);
  return makeSubject({ spec: LUSTRE, experiment, startedAt, prices, machineText, scripts });
}

describe('an experiment under campaigns', () => {
  const on = subject();
  const under = (...rules: Rule[]): Campaign => ({ ...CALM, rules, hours: 4 });

  it('returns the same outcome for the same seed', async () => {
    const error = under({ fault: 'call', effect: 'error', rate: 0.05, until: 3000 });
    const [one, two] = [await on.run(error, 'seed'), await subject().run(error, 'seed')];
    expect(one.struck[0]).toBeGreaterThan(0);
    expect(two).toEqual(one);
    expect(one.hasChangedUnderLoad).toBe(false);
  });

  it('returns the entered states where a rule never applied, so that another fault can be drawn', async () => {
    const { places } = await on.run(
      under({ fault: 'state', machine: 'rig', state: 'NoSuchState', effect: 'abort' }),
      'seed',
    );
    expect(places?.states).toContainEqual(expect.objectContaining({ machine: 'rig', state: 'PrepareHosts' }));
    const always: Rule = { fault: 'call', action: 'CreateFleet', effect: 'slow', seconds: 1, nth: 1 };
    expect((await on.run(under(always), 'seed')).places).toBeUndefined();
  });

  it('has faults of every class, at every call and state of a clean run (listSingleFaults)', async () => {
    const places = await on.findPlaces('seed');
    const cases = listSingleFaults(places);
    const { several: _, calm: _calm, operated: _operated, ...classes } = CLASSES;
    expect(new Set(cases.map((one) => one.class))).toEqual(new Set(Object.keys(classes)));
    const struckAt = (state: string): boolean =>
      cases.some(({ campaign: { rules } }) => rules.some((rule) => 'state' in rule && rule.state === state));
    expect([...places.states, ...places.calls].filter(({ state }) => !struckAt(state))).toEqual([]);
    // Each stands for what is alike: together for all.
    const denied = cases.filter(({ campaign: { rules } }) => {
      const [rule] = rules;
      return rule?.fault === 'call' && rule.effect === 'denied' && rule.nth !== undefined;
    });
    const sum = (counts: readonly number[]): number => counts.reduce((total, count) => total + count, 0);
    expect(sum(denied.map(({ stands }) => stands))).toBe(sum(places.calls.map(({ count }) => count)));
  });

  it('enters the state that changes a file system during a trial, even when shrunk', async () => {
    const file = await makeSubjectFile(process.cwd(), 'experiments/ontap-change-under-load.yaml', false);
    expect(file.leftOut).toEqual(['all but 2 replicates']);
    const [load] = await loadSubjects(process.cwd(), [file]);
    const outcome = await load?.run(CALM, 'seed');
    expect(outcome).toMatchObject({ complaints: [], statuses: ['SUCCEEDED'], hasChangedUnderLoad: true });
    const states = (await load?.findPlaces('seed'))?.states;
    expect(states).toContainEqual(expect.objectContaining({ machine: 'trial-batch', state: 'CommandsAndChange' }));
  });

  it('writes separate objects for each execution, except for the register of running executions', async () => {
    const write = async (executionId: string): Promise<string[]> => {
      const { store, complaints } = await rehearse({ ...makeOptions(LUSTRE), executionId });
      expect(complaints).toEqual([]);
      return (await store.list('')).map(({ key }) => key);
    };
    const [one, two] = [await write(EXECUTION), await write('another-1')];
    expect(one.length).toBeGreaterThan(20);
    expect(one.filter((key) => two.includes(key))).toEqual([RUNNING_KEY]);
  });
});

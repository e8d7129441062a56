import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { stringify } from 'yaml';
import { type Ground, loadGround, judge, runRandomSpecs } from '../../../../checks/campaign/specs/run';
import { specs } from '../../../../checks/campaign/specs/spec';

const SMALL = readFileSync('experiments/home-directories.yaml', 'utf8');

let ground: Ground;
beforeAll(async () => {
  ground = await loadGround(process.cwd());
});

describe('judge of a spec', () => {
  it('rehearses a valid spec and returns no faults', async () => {
    expect(await judge(SMALL, ground)).toEqual({ reached: 'rehearsed', faults: [] });
  });

  it('returns refused for invalid YAML, and over limits for a budget that is too small', async () => {
    expect(await judge('experiment: [', ground)).toEqual({ reached: 'refused', faults: [] });
    const poor = SMALL.replace('maxUsd: 5', 'maxUsd: 0.05');
    expect(await judge(poor, ground)).toEqual({ reached: 'over limits', faults: [] });
  });

  it('returns a fault when a script is missing', async () => {
    const { faults } = await judge(SMALL, { ...ground, scripts: {} });
    expect(faults).toEqual([expect.stringContaining('is missing')]);
  });

  it('returns a fault when the teardown leaves resources', async () => {
    const idle = JSON.stringify({ QueryLanguage: 'JSONata', StartAt: 'Idle', States: { Idle: { Type: 'Succeed' } } });
    const machineText = (name: string): string => (name === 'teardown' ? idle : ground.machineText(name));
    const { reached, faults } = await judge(SMALL, { ...ground, machineText });
    expect(reached).toBe('rehearsed');
    expect(faults).toContainEqual(expect.stringContaining('the receipt is not clean'));
  });
});

describe('judge of 20 random specs', () => {
  it('returns no faults, and both rehearses and refuses more than five', async () => {
    const reached: string[] = [];
    for (const spec of fc.sample(specs, { seed: 1, numRuns: 20 })) {
      const text = stringify(spec);
      const judgement = await judge(text, ground);
      expect({ text, faults: judgement.faults }).toEqual({ text, faults: [] });
      reached.push(judgement.reached);
    }
    expect(reached.filter((how) => how === 'rehearsed').length).toBeGreaterThan(5);
    expect(reached.filter((how) => how === 'refused').length).toBeGreaterThan(5);
  });
});

it('prints how many random specs were refused, planned and rehearsed', async () => {
  const said: string[] = [];
  expect(await runRandomSpecs(process.cwd(), { count: 2, seed: 1, minutes: 1 }, (text) => said.push(text))).toBe(0);
  expect(said.join('')).toMatch(/^2 specs: \d refused, \d over limits, \d planned, \d rehearsed\n$/);
});

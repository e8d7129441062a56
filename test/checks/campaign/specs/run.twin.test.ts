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

describe('a spec that is judged', () => {
  it('comes through where it is right', async () => {
    expect(await judge(SMALL, ground)).toEqual({ reached: 'rehearsed', faults: [] });
  });

  it('is refused with a reason where it is wrong, or asks for more than it allows', async () => {
    expect(await judge('experiment: [', ground)).toEqual({ reached: 'refused', faults: [] });
    const poor = SMALL.replace('maxUsd: 5', 'maxUsd: 0.05');
    expect(await judge(poor, ground)).toEqual({ reached: 'over limits', faults: [] });
  });

  it('is at fault where something throws', async () => {
    const { faults } = await judge(SMALL, { ...ground, scripts: {} });
    expect(faults).toEqual([expect.stringContaining('is missing')]);
  });

  it('is at fault where something stays behind', async () => {
    const idle = JSON.stringify({ QueryLanguage: 'JSONata', StartAt: 'Idle', States: { Idle: { Type: 'Succeed' } } });
    const machineText = (name: string): string => (name === 'teardown' ? idle : ground.machineText(name));
    const { reached, faults } = await judge(SMALL, { ...ground, machineText });
    expect(reached).toBe('rehearsed');
    expect(faults).toContainEqual(expect.stringContaining('the receipt is not clean'));
  });
});

describe('specs by lot', () => {
  it('come through or say why not', async () => {
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

it('says how far specs by lot came', async () => {
  const said: string[] = [];
  expect(await runRandomSpecs(process.cwd(), { count: 2, seed: 1, minutes: 1 }, (text) => said.push(text))).toBe(0);
  expect(said.join('')).toMatch(/^2 specs: \d refused, \d over limits, \d planned, \d rehearsed\n$/);
});

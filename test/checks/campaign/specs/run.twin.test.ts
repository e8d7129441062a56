import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { stringify } from 'yaml';
import { type Ground, judge, loadGround, runRandomSpecs } from '../../../../checks/campaign/specs/run';
import { makeSpecs } from '../../../../checks/campaign/specs/spec';

const SMALL = readFileSync('experiments/home-directories.yaml', 'utf8');

let ground: Ground;
beforeAll(async () => {
  ground = await loadGround(process.cwd());
});

describe('judge of a spec', () => {
  it('rehearses a valid spec, and refuses invalid YAML and a budget that is too small, without faults', async () => {
    expect(await judge(SMALL, ground)).toEqual({ reached: 'rehearsed', faults: [] });
    expect(await judge('experiment: [', ground)).toEqual({ reached: 'refused', faults: [] });
    const poor = SMALL.replace('maxUsd: 5', 'maxUsd: 0.05');
    expect(await judge(poor, ground)).toEqual({ reached: 'over limits', faults: [] });
  });

  it('returns a fault when a script is missing, and when the teardown leaves resources', async () => {
    const { faults } = await judge(SMALL, { ...ground, scripts: {} });
    expect(faults).toEqual([expect.stringContaining('is missing')]);
    const idle = JSON.stringify({ QueryLanguage: 'JSONata', StartAt: 'Idle', States: { Idle: { Type: 'Succeed' } } });
    const machineText = (name: string): string => (name === 'teardown' ? idle : ground.machineText(name));
    const left = await judge(SMALL, { ...ground, machineText });
    expect(left.reached).toBe('rehearsed');
    expect(left.faults).toContainEqual(expect.stringContaining('the receipt is not clean'));
  });
});

it('draws specs that are judged without faults: of 20, more than five rehearsed and five refused', async () => {
  const reached: string[] = [];
  for (const spec of fc.sample(makeSpecs(process.cwd()), { seed: 1, numRuns: 20 })) {
    const text = stringify(spec);
    const judgement = await judge(text, ground);
    expect({ text, faults: judgement.faults }).toEqual({ text, faults: [] });
    reached.push(judgement.reached);
  }
  expect(reached.filter((how) => how === 'rehearsed').length).toBeGreaterThan(5);
  expect(reached.filter((how) => how === 'refused').length).toBeGreaterThan(5);
});

it('prints how many random specs were refused, planned and rehearsed', async () => {
  const said: string[] = [];
  const lots = { count: 2, seed: '1', minutes: 1 };
  expect(await runRandomSpecs(process.cwd(), lots, (text) => said.push(text))).toBe(0);
  expect(said.join('')).toMatch(/^2 specs: \d refused, \d over limits, \d planned, \d rehearsed\n$/);
});

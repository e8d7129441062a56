import type { LineItem } from '../../lib/shapes/line-item';
import { collectProvenance } from '../../lib/results/provenance';
import { execution, makeFixturePlan } from './fixture';

const { rows } = execution({ factors: { target: ['disk'] } });

function makePlan(lines: readonly LineItem[], simulated = false) {
  const plan = makeFixturePlan({ factors: { target: ['disk'] }, prices: { disk: 1 } });
  return { ...plan, simulated, estimate: { ...plan.estimate, lines } };
}

it('returns the Region of the plan, or null when the plan has none', () => {
  expect(collectProvenance({ ...makePlan([]), region: 'eu-west-1' }, rows)).toMatchObject({
    region: 'eu-west-1',
    prices: [],
  });
  expect(collectProvenance(makeFixturePlan({ factors: { target: ['disk'] } }), rows)).toMatchObject({
    region: null,
    prices: [],
  });
});

it('lists each price source once', () => {
  const lines = ['b of 2026-02-01', 'a of 2026-01-01', 'b of 2026-02-01'].map((source) => ({
    item: 'x',
    of: 'hosts' as const,
    quantity: 1,
    unit: 'h',
    usdPerUnit: 1,
    usd: 1,
    source,
  }));
  expect(collectProvenance(makePlan(lines), rows).prices).toEqual(['a of 2026-01-01', 'b of 2026-02-01']);
});

describe('command that repeats an execution', () => {
  it('prints rehearse with seed and Region for a rehearsal, with shell quoting', () => {
    expect(collectProvenance(makePlan([], true), rows).repeat).toEqual([
      'npx fsxbench rehearse SPEC --seed e1 --region us-east-1',
    ]);
    expect(collectProvenance({ ...makePlan([], true), region: null }, rows).repeat).toEqual([
      'npx fsxbench rehearse SPEC --seed e1',
    ]);
    expect(collectProvenance({ ...makePlan([], true), seed: "a'b" }, rows).repeat[0]).toContain(
      String.raw`--seed 'a'\''b'`,
    );
  });

  it('prints run and report for a measured execution', () => {
    expect(collectProvenance(makePlan([]), rows).repeat).toEqual([
      'npx fsxbench run executions/local-disk/e1/spec.yaml --seed e1',
      'npx fsxbench report executions/local-disk/e1/',
    ]);
  });
});

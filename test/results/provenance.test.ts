import type { LineItem } from '../../lib/experiment/plan';
import { bookOf } from '../../lib/pricing/aws';
import { provenanceOf } from '../../lib/results/provenance';
import { execution, planOf } from './fixture';

const { rows } = execution({ factors: { target: ['disk'] } });

/** Line items of some prices of a Region. */
function linesOf(region: string, unit: string): readonly LineItem[] {
  const [price] = bookOf(region).prices.filter((one) => one.unit === unit);
  if (price === undefined) throw new Error(`no price of ${unit} in ${region}`);
  const { usd, source } = price;
  return [{ item: 'x', quantity: 2, unit, usdPerUnit: usd, usd: 2 * usd, source }];
}

function planWith(lines: readonly LineItem[], simulated = false) {
  const plan = planOf({ factors: { target: ['disk'] }, prices: { disk: 1 } });
  return { ...plan, simulated, estimate: { ...plan.estimate, lines } };
}

describe('the Region', () => {
  it('is found by its prices', () => {
    for (const region of ['us-east-1', 'ap-northeast-1'])
      expect(provenanceOf(planWith(linesOf(region, 'instance-hour')), rows).regions).toContain(region);
    expect(provenanceOf(planWith(linesOf('ap-northeast-1', 'instance-hour')), rows).regions).not.toContain('us-east-1');
  });

  it('must have all prices, not some', () => {
    const mixed = [...linesOf('us-east-1', 'instance-hour'), ...linesOf('ap-northeast-1', 'instance-hour')];
    expect(provenanceOf(planWith(mixed), rows).regions).toEqual([]);
  });

  it('is the one of the mount where a host names it', () => {
    const mount = 'nfs4 on fs-0123.fsx.eu-central-1.amazonaws.com:/fsx (rw)';
    const mounted = rows.map((row) => ({ ...row, facts: { ...row.facts, mount } }));
    expect(provenanceOf(planWith(linesOf('us-east-1', 'instance-hour')), mounted).regions).toEqual(['eu-central-1']);
  });

  it('is none of a plan without prices', () => {
    expect(provenanceOf(planWith([]), rows)).toMatchObject({ regions: [], prices: [] });
  });
});

it('names every source of a price once', () => {
  const lines = ['b of 2026-02-01', 'a of 2026-01-01', 'b of 2026-02-01'].map((source) => ({
    item: 'x',
    quantity: 1,
    unit: 'h',
    usdPerUnit: 1,
    usd: 1,
    source,
  }));
  expect(provenanceOf(planWith(lines), rows).prices).toEqual(['a of 2026-01-01', 'b of 2026-02-01']);
});

describe('the command that repeats an execution', () => {
  const lines = linesOf('ap-northeast-1', 'instance-hour');

  it('rehearses a rehearsal again, with the prices of its Region', () => {
    expect(provenanceOf(planWith(lines, true), rows).repeat).toEqual([
      'fsxbench rehearse SPEC --seed e1 --region ap-northeast-1',
    ]);
    expect(provenanceOf(planWith([], true), rows).repeat).toEqual(['fsxbench rehearse SPEC --seed e1']);
    expect(provenanceOf({ ...planWith([], true), seed: "a'b" }, rows).repeat[0]).toContain(String.raw`--seed 'a'\''b'`);
  });

  it('runs what was run', () => {
    expect(provenanceOf(planWith(lines), rows).repeat).toEqual([
      'fsxbench run executions/local-disk/e1/spec.yaml --seed e1',
      'fsxbench report executions/local-disk/e1/',
    ]);
  });
});

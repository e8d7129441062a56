import type { FaultsDocument } from '../../../lib/cli/simulate/document';
import { faultsPage } from '../../../checks/reference/faults-page';
import { joined } from '../../../checks/simulate/join';

const part = (runs: number, worstLateUsd: number): FaultsDocument => ({
  schemaVersion: 1,
  simulated: true,
  seed: 's',
  seconds: 60,
  runs,
  virtualHours: runs * 48,
  experiments: [{ file: 'a.yaml', experiment: 'a', trials: 4, leftOut: [] }],
  classes: [
    {
      class: 'host',
      runs,
      places: 2 * runs,
      missed: 1,
      violations: 0,
      worstLateUsd,
      worst: `${worstLateUsd}`,
      worstPersonUsd: 2 * worstLateUsd,
    },
  ],
  violations: [],
});

describe('several simulations as one', () => {
  it('add their runs and keep the worst', () => {
    const { runs, virtualHours, classes } = joined([part(3, 1.5), part(4, 0.25)]);
    expect({ runs, virtualHours }).toEqual({ runs: 7, virtualHours: 336 });
    expect(joined([part(3, 1.5), part(4, 0.25)]).parts).toEqual([
      { runs: 3, experiments: ['a'] },
      { runs: 4, experiments: ['a'] },
    ]);
    expect(classes).toEqual([
      expect.objectContaining({ runs: 7, places: 14, worstLateUsd: 1.5, worst: '1.5', worstPersonUsd: 3 }),
    ]);
  });
});

describe('the page of faults', () => {
  it('says what each class cost at worst, of which none is left out', () => {
    const page = faultsPage(joined([part(3, 1.5)]));
    expect(page).toMatch(/hosts that die[^|]*\| 3 \| 6 \| 1 \| 0 \| 1\.50 \|/);
    expect(page).toMatch(/the bench stack deleted[^|]*\| 0 \| 0 \| 0 \| 0 \| - \|/);
    // Each part says what it was of.
    expect(page).toMatch(/^- 3 runs of a$/m);
    // What only a person can end stands apart, and the worst can be repeated.
    expect(page).toMatch(/^\| host \| .* 1\.50 \| 3\.00 \|$/m);
    expect(page).toContain('# host: $1.50 late\n1.5\n');
    expect(page).toContain('**Everything here is modelled**');
  });
});

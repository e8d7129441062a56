import { analyse, renderReport } from '../../../lib/report/render';
import { expectDifference, findDifference } from '../../../lib/report/pictures/difference';
import { execution } from '../../results/fixture';

const found = { low: -0.02, value: 0.04, high: 0.1 };
const { summary } = analyse(execution({ factors: { target: ['one', 'other'] }, replicates: 4, noise: 0.2 }));
const scope = { unit: 'trial', units: 4, assumedInstance: 0, assumedHour: 0, holdsTimes: null } as const;
const settled = (setting: string | null) => ({
  ...summary.answer,
  scope,
  settle: { text: '', setting, effort: null },
});

it('predicts an interval that shrinks with the square root of the number of replicates', () => {
  const expected = expectDifference(settled('design: { replicates: 16 }'), found);
  expect(expected).toMatchObject({ value: 0.04, units: '16 replicates' });
  expect(expected?.low).toBeCloseTo(0.01);
  expect(expected?.high).toBeCloseTo(0.07);
});

it('returns null when no setting would settle the question, or it adds blocks instead of trials', () => {
  expect(expectDifference(settled(null), found)).toBeNull();
  expect(expectDifference(settled('design: { blocks: 5 }'), found)).toBeNull();
  expect(findDifference({ ...summary.answer.compared[0]!, ratio: null })).toBeNull();
});

it('draws the interval that would settle the question below the measured one', () => {
  const page = renderReport({ ...summary, answer: settled('design: { replicates: 16 }') });
  expect(page).toContain('The difference may be zero');
  expect(page).toContain('to settle it: 16 replicates</text>');
  expect(page.match(/class="bar exp"/g)).toHaveLength(1);
});

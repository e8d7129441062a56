import type { MainMetric, Point } from '../../../lib/report/first-screen/points';
import { drawRows } from '../../../lib/report/pictures/rows';

const METRIC: MainMetric = {
  name: 'elapsed',
  words: 'copy time',
  unit: 's',
  better: 'lower',
  operation: 'copy',
  threshold: { value: 120, text: '2 min' },
};
const point = (label: string, usdPerMonth: number, more: Partial<Point> = {}): Point => ({
  cell: label,
  label,
  operation: 'copy',
  value: 50,
  unit: 's',
  interval: null,
  look: 'meets',
  usdPerHour: usdPerMonth / 730,
  chosen: false,
  eligible: true,
  burst: false,
  lasting: null,
  mayNotLast: false,
  trials: [],
  ...more,
});
const POINTS = Array.from({ length: 12 }, (_, nth) => point(`cell-${nth}`, 151 + nth));

it('shows the price of each row that sets the order, also where rows are low', () => {
  const { text } = drawRows(POINTS, METRIC, 'cheapest first', null);
  for (const nth of [0, 11])
    expect(text).toMatch(new RegExp(`<text class="h-l e"[^>]*>cell-${nth}<tspan class="ax"> \\$${151 + nth}/month<`));
  const equal = POINTS.map((one) => ({ ...one, usdPerHour: 0.2 }));
  expect(drawRows(equal, METRIC, 'best first', null).text).not.toContain('/month');
});

it('draws a background below each name of a narrow page, above the threshold', () => {
  const { text } = drawRows(POINTS, METRIC, 'cheapest first', null);
  expect(text.match(/<rect class="band n-l"/g)).toHaveLength(12);
  expect(text.indexOf('class="band')).toBeGreaterThan(text.lastIndexOf('class="thr"'));
});

it('explains marks of references next to judged ones', () => {
  const plain = point('before', 100, { look: 'plain' });
  expect(drawRows([POINTS[0]!, plain], METRIC, 'best first', null).text).toContain('</span>Reference</span>');
  expect(drawRows([plain], METRIC, 'best first', null).text).not.toContain('Reference');
});

import type { MainMetric, Point } from '../../../lib/report/first-screen/points';
import { drawLadder } from '../../../lib/report/pictures/ladder';
import type { WalkStep } from '../../../lib/results/walk/results';

const METRIC: MainMetric = {
  name: 'iops',
  words: 'read IOPS',
  unit: 'ops/s',
  better: 'higher',
  operation: 'read',
  threshold: { value: 4000, text: '4,000 IOPS' },
};
const PLAIN = { rig: null, mostUsd: 0, pruned: null, estimateUsd: null };
const STEPS: readonly WalkStep[] = [
  { ...PLAIN, cell: 'less', usdPerHour: 40 / 730, state: 'pruned', provisioned: 3000 },
  { ...PLAIN, cell: 'near', usdPerHour: 45 / 730, state: 'open', provisioned: 4000 },
];
const NEAR: Point = {
  cell: 'near',
  label: 'near',
  operation: 'read',
  value: 3930,
  unit: 'ops/s',
  interval: { low: 3730, high: 4120, level: 0.9 },
  look: 'open',
  usdPerHour: 45 / 730,
  chosen: false,
  eligible: true,
  burst: false,
  lasting: null,
  mayNotLast: false,
  trials: [],
};
const draw = (labelOf: (cell: string) => string): string =>
  drawLadder(STEPS, [NEAR], METRIC, { labelOf, isAssumed: () => false, isDecided: true }).text;

it('writes what a candidate provides on the side of its dot away from the threshold', () => {
  expect(draw((cell) => cell)).toMatch(/<text class="e halo ax[^"]*"[^>]*dx="-14"[^>]*>provides less: 3\.00k IOPS</);
});

it('marks the rate that lasts by hatching, left of which the text ends', () => {
  const drawPoint = (lasting: number | null): string =>
    drawLadder(STEPS, [{ ...NEAR, value: 9000, interval: null, lasting }], METRIC, {
      labelOf: (cell) => cell,
      isAssumed: () => false,
      isDecided: true,
    }).text;
  const [without, text] = [null, 4100].map((lasting) => drawPoint(lasting));
  const countHatched = (of = ''): number => of.match(/class="[^"]*\bhx\b/g)?.length ?? 0;
  expect(countHatched(text) - countHatched(without)).toBe(1);
  const end = (of = ''): number => Number(/<text class="e halo[^"]*" x="([\d.]+)%[^>]*>9\.00k/.exec(of)?.[1]);
  expect(end(text)).toBeLessThan(end(without));
});

it('puts name and result on one line above the bar of narrow pages, if both fit', () => {
  const short = draw((cell) => cell);
  expect(short).toMatch(/<text class="n-l"[^>]*>near \$45\/month<tspan class="ax"> 3\.93k IOPS \? may meet</);
  expect(short).toMatch(/<text class="e halo h-l"[^>]*>3\.93k IOPS \? may meet</);
  const long = draw((cell) => `${cell}, with a name that leaves no space`);
  expect(long).toMatch(/<text class="e halo"[^>]*>3\.93k IOPS \? may meet</);
});

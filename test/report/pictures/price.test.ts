import type { MainMetric, Point } from '../../../lib/report/first-screen/points';
import { drawPricePlot, findFrontier } from '../../../lib/report/pictures/price';

const METRIC: MainMetric = {
  name: 'bandwidth',
  words: 'read bandwidth',
  unit: 'bytes/s',
  better: 'higher',
  operation: 'read',
  threshold: { value: 250e6, text: '250 MB/s' },
};
const point = (label: string, usdPerMonth: number, value: number, more: Partial<Point> = {}): Point => ({
  cell: label,
  label,
  operation: 'read',
  value: value * 1e6,
  unit: 'bytes/s',
  interval: { low: value * 0.95e6, high: value * 1.05e6, level: 0.95 },
  look: value >= 250 ? 'meets' : 'misses',
  usdPerHour: usdPerMonth / 730,
  chosen: false,
  eligible: true,
  burst: false,
  lasting: null,
  mayNotLast: false,
  trials: [],
  ...more,
});
const POINTS = [
  point('gp3', 96, 131),
  point('zfs', 191, 338, { chosen: true }),
  point('p-250', 252, 312),
  point('p-500', 408, 581),
];

it('keeps on the frontier only points that no other beats in price and value', () => {
  const usd = [
    { usd: 2, value: 5 },
    { usd: 1, value: 3 },
    { usd: 3, value: 4 },
    { usd: 1, value: 2 },
  ];
  expect(findFrontier(usd, 'higher')).toEqual([usd[1], usd[0]]);
  expect(findFrontier(usd, 'lower')).toEqual([usd[3]]);
});

it('shades the area that meets the threshold, with a labeled dot per configuration', () => {
  const { text } = drawPricePlot(POINTS, METRIC);
  expect(text).toContain('<b>Read bandwidth (MB/s) against storage per month</b>');
  expect(text).toContain('✓ Meets the threshold');
  expect(text).toContain('threshold 250 MB/s</text>');
  expect(text.match(/<circle class="meets"/g)).toHaveLength(3);
  expect(text.match(/<circle class="misses"/g)).toHaveLength(1);
  expect(text.match(/class="ring"/g)).toHaveLength(1);
  expect(text).toContain('338 MB/s, $191');
  expect(text).not.toContain('viewBox');
  for (const { label } of POINTS) expect(text).toContain(`>${label}</text>`);
});

it('interrupts the frontier at dots that are not on it', () => {
  const dear = point('dear', 200, 130.9);
  const { text } = drawPricePlot([...POINTS, dear], METRIC);
  // `p-250` is dearer than `zfs` and slower.
  expect(text.match(/<circle class="gap"/g)).toHaveLength(1);
  expect(text.match(/<circle class="gap z"/g)).toHaveLength(1);
  expect(text.indexOf('class="gap')).toBeGreaterThan(text.indexOf('class="par"'));
  expect(drawPricePlot([POINTS[0]!, dear], METRIC).text).not.toContain('class="gap');
});

it('marks a configuration that meets the threshold only by burst, and excludes it from the frontier', () => {
  const burst = point('burst', 50, 900, { burst: true, look: 'misses', lasting: 150e6 });
  const { text } = drawPricePlot([...POINTS, burst], METRIC);
  expect(text).toContain('burst (burst only)');
  expect(text).toContain('150 MB/s sustained');
  expect(text.match(/class="hx burst"/g)).toHaveLength(1);
  expect(text.match(/class="tip"/g)).toHaveLength(1);
  const steps = /<g class="par">(.*?)<\/g>/s.exec(text)?.[1] ?? '';
  expect(steps.match(/<line/g)).toHaveLength(5);
});

it('uses the sustained value for label and frontier when the measured one is higher', () => {
  const lasting = { lasting: 260e6 };
  const points = [point('zfs', 191, 338, { ...lasting, chosen: true }), point('dear', 300, 400, lasting)];
  const { text } = drawPricePlot(points, METRIC);
  expect(text).toContain('260 MB/s sustained, $191');
  expect(text.match(/260 MB\/s sustained/g)).toHaveLength(2);
  expect(text).not.toContain('338 MB/s');
  expect(text).not.toContain('Best for its price');
});

it('starts the price axis at $0, and explains the frontier line', () => {
  const { text } = drawPricePlot([point('low', 220, 124), point('high', 312, 255, { chosen: true })], METRIC);
  expect(text).toContain('>$0</text>');
  expect(text).toContain('Best for its price');
  expect(text).toMatch(/<text class="b halo" x="0%"[^>]*>threshold 250 MB\/s/);
});

it('labels the chosen dot, but not every dot, when there are many', () => {
  const many = Array.from({ length: 14 }, (_, index) => point(`cell-${index}`, 500 + index, 300 - index));
  const { text } = drawPricePlot([...POINTS, ...many], METRIC);
  expect(text).toContain('>zfs</text>');
  expect(text).not.toContain('>cell-7</text>');
});

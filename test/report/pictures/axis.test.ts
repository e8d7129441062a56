import { makeAxis } from '../../../lib/report/pictures/axis';

const texts = (axis: ReturnType<typeof makeAxis>) => axis.ticks.map(({ text }) => text);

it('starts a "zero" axis at 0 with round ticks up to above the maximum', () => {
  const axis = makeAxis([131e6, 581e6], 'bytes/s', 'zero');
  expect(texts(axis)).toEqual(['0', '200', '400', '600']);
  expect(axis.unit).toBe('MB/s');
  expect(axis.place(0)).toBe(0);
  expect(axis.place(581e6)).toBeLessThan(1);
  expect(axis.place(1e12)).toBe(1);
});

it('uses a logarithmic scale for values that differ widely, in the unit of the largest', () => {
  const axis = makeAxis([280, 12_600], 'us', 'log');
  expect(axis.log).toBe(true);
  expect(axis.unit).toBe('ms');
  expect(texts(axis)).toEqual(['0.1', '0.3', '1', '3', '10', '30']);
  expect(axis.place(1000)).toBeGreaterThan(axis.place(280));
  expect(makeAxis([280, 1000], 'us', 'log').log).toBe(false);
  expect(makeAxis([0, 1e6], 'us', 'log').log).toBe(false);
});

it('restricts a "near" axis to the range of the differences', () => {
  const axis = makeAxis([-1.8, 0, 10.3], '%', 'near');
  expect(axis.place(-1.8)).toBeGreaterThan(0);
  expect(axis.place(10.3)).toBeLessThan(1);
  expect(texts(axis)).toContain('0');
  expect(makeAxis([5, 5], 's', 'near').place(5)).toBeCloseTo(0.5);
});

it('labels operations with prefixes (1k, 1M), and prices in dollars', () => {
  expect(texts(makeAxis([300, 2e6], 'ops/s', 'log'))).toEqual(expect.arrayContaining(['1k', '100k', '1M']));
  expect(texts(makeAxis([96, 4080], 'usd', 'zero'))).toEqual(['$0', '$1,000', '$2,000', '$3,000', '$4,000']);
});

it('accepts 300,000 values, as of a long execution', () => {
  const values = Array.from({ length: 300_000 }, (_, index) => index % 100);
  expect(makeAxis(values, 'ops/s', 'zero').place(99)).toBeGreaterThan(0.9);
});

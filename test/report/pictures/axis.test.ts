import { makeAxis } from '../../../lib/report/pictures/axis';

const texts = (axis: ReturnType<typeof makeAxis>) => axis.ticks.map(({ text }) => text);

it('begins at zero with round numbers, and has room above the largest', () => {
  const axis = makeAxis([131e6, 581e6], 'bytes/s', 'zero');
  expect(texts(axis)).toEqual(['0', '200', '400', '600']);
  expect(axis.unit).toBe('MB/s');
  expect(axis.place(0)).toBe(0);
  expect(axis.place(581e6)).toBeLessThan(1);
  expect(axis.place(1e12)).toBe(1);
});

it('is logarithmic where values lie far apart, in the unit of the largest', () => {
  const axis = makeAxis([280, 12_600], 'us', 'log');
  expect(axis.log).toBe(true);
  expect(axis.unit).toBe('ms');
  expect(texts(axis)).toEqual(['0.1', '0.3', '1', '3', '10', '30']);
  expect(axis.place(1000)).toBeGreaterThan(axis.place(280));
  expect(makeAxis([280, 1000], 'us', 'log').log).toBe(false);
  expect(makeAxis([0, 1e6], 'us', 'log').log).toBe(false);
});

it('shows only the part in which differences lie', () => {
  const axis = makeAxis([-1.8, 0, 10.3], '%', 'near');
  expect(axis.place(-1.8)).toBeGreaterThan(0);
  expect(axis.place(10.3)).toBeLessThan(1);
  expect(texts(axis)).toContain('0');
  expect(makeAxis([5, 5], 's', 'near').place(5)).toBeCloseTo(0.5);
});

it('writes operations with the prefix of each, and dollars', () => {
  expect(texts(makeAxis([300, 2e6], 'ops/s', 'log'))).toEqual(expect.arrayContaining(['1k', '100k', '1M']));
  expect(texts(makeAxis([96, 4080], 'usd', 'zero'))).toEqual(['$0', '$1,000', '$2,000', '$3,000', '$4,000']);
});

it('takes the values of a long execution', () => {
  const values = Array.from({ length: 300_000 }, (_, index) => index % 100);
  expect(makeAxis(values, 'ops/s', 'zero').place(99)).toBeGreaterThan(0.9);
});

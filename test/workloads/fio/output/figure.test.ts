import { toNumber } from '../../../../lib/workloads/fio/output/figure';

it.each<[unknown, number | null]>([
  [1, 1],
  ['2.5', 2.5],
  [-3, -3],
  [' ', null],
  ['x', null],
  ['1e999', null],
  [null, null],
  [[4], null],
])('returns from toNumber for %j %j', (value, expected) => expect(toNumber(value)).toBe(expected));

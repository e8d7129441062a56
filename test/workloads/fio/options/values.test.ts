import {
  parseFlag,
  findMisreadSize,
  parseTime,
  parseSize,
  parseInteger,
} from '../../../../lib/workloads/fio/options/values';

it.each([
  ['4096', 4096],
  ['4k', 4096],
  ['16M', 16 * 1024 ** 2],
  ['1gb', 1024 ** 3],
  ['2kb', 2048],
  ['1p', 1024 ** 5],
  // As fio reads them: not what they mean elsewhere.
  ['4KiB', 4000],
  ['1GiB', 1000 ** 3],
  ['4ki', 4096],
  ['4.5k', null],
  // Of these fio takes 4.
  ['4 k', null],
  ['50%', null],
  ['4k-8k', null],
  ['', null],
])('reads %j as %j bytes', (text, bytes) => expect(parseSize(text)).toBe(bytes));

it('finds sizes that fio misreads, such as 4 KiB', () => {
  expect(findMisreadSize('bs', '1m, 4 KiB')).toEqual({ written: '4 KiB', taken: '4' });
  expect(findMisreadSize('bs', '8KiB')).toEqual({ written: '8KiB', taken: '8000 bytes' });
  for (const value of ['4k', '100, 50', '8 ', '1GB', '1ki']) expect(findMisreadSize('rate', value)).toBeNull();
  expect(findMisreadSize('description', '4KiB')).toBeNull();
});

it.each([
  ['30', 30],
  ['30s', 30],
  ['5m', 300],
  ['500ms', 0.5],
  ['1h', 3600],
  ['-1', null],
  ['soon', null],
])('reads %j as %j seconds', (text, seconds) => expect(parseTime(text)).toBe(seconds));

it('parses integers within limits, and flags', () => {
  expect(['1', '8'].map((text) => parseInteger(text, 1, 8))).toEqual([1, 8]);
  for (const text of ['9', '0', '1.5', '1e3', '']) expect(parseInteger(text, 1, 8)).toBeNull();
  expect(['', '1', 'true', '0', 'false'].map(parseFlag)).toEqual([true, true, true, false, false]);
});

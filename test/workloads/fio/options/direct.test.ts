import { resolveDirect, parseSwitch } from '../../../../lib/workloads/fio/options/direct';

describe('whether I/O is direct', () => {
  // What fio 3.33 opened its file with, looked at from outside, is the second of each.
  it.each<[string, boolean, string]>([
    ['direct=1', true, 'direct=1'],
    ['direct=1 buffered=1', false, 'buffered=1'],
    ['buffered=1 direct=1', true, 'direct=1'],
    ['direct=1 buffered=1 direct=1', true, 'direct=1'],
    ['buffered=0', true, 'buffered=0'],
    ['direct=01', true, 'direct=1'],
    ['direct=1 direct=0', false, 'direct=0'],
    ['rw=read', false, 'no direct=1'],
  ])('of %s is %s', (lines, direct, why) => {
    const pairs = lines.split(' ').map((line) => line.split('=') as [string, string]);
    expect(resolveDirect(pairs, 'libaio')).toEqual({ direct, why });
  });

  it('is not with an engine that maps files into memory', () => {
    expect(resolveDirect([['direct', '1']], 'mmap')).toEqual({
      direct: false,
      why: 'ioengine=mmap ignores direct',
    });
    expect(resolveDirect([['direct', '1']], null).direct).toBe(true);
  });

  it('is said by 1 and 0 alone', () => {
    expect(['1', '0', '001', 'true', '', '2'].map(parseSwitch)).toEqual([true, false, true, null, null, null]);
  });
});

import { blocksOf, isSaid, saidBy } from '../../../../lib/workloads/fio/options/by-direction';

const lines = (...all: readonly string[]) =>
  all.map((one, at) => {
    const [name = '', value = ''] = one.split('=');
    return { line: at + 1, name, written: name, value };
  });

it('takes one part for both directions, and leaves a direction that is not named as it was', () => {
  expect(saidBy(lines('bs=8k'), 'bs')).toEqual({ read: 8192, write: 8192 });
  expect(saidBy(lines('bs=8k', 'iodepth=1', 'bs=, 4k'), 'bs')).toEqual({ read: 8192, write: 4096 });
  expect(saidBy(lines('bs=8k'), 'rate')).toEqual({});
});

it('knows what says nothing, or no size', () => {
  expect(['100', '100,', ',50', '0'].map((value) => isSaid(value, 0))).toEqual([true, true, true, true]);
  expect(['', ',,', '1e3', '1 k', '9;5'].map((value) => isSaid(value, 0))).toEqual([false, false, false, false, false]);
  expect(isSaid('0', 1)).toBe(false);
});

it('has sizes of reads and writes, and none where those of one may differ', () => {
  expect(blocksOf(lines('bs=,16k'))).toEqual({ read: 4096, write: 16_384 });
  expect(
    [['bssplit=4k/50:8k/50'], ['bsrange=4k-8k'], ['bs=4k,8k', 'bs_is_seq_rand=1']].map((one) =>
      blocksOf(lines(...one)),
    ),
  ).toEqual([null, null, null]);
});

import { compareOptions, listUnknownNames } from '../../../lib/workloads/tools/compare-options';
import { FIO_OPTIONS } from '../../../lib/workloads/fio/options/known-options';
import cases from './compare-options.cases.json';

const told = (options: Readonly<Record<string, string>>, asked: Readonly<Record<string, string>>) =>
  compareOptions({ options }, { requested: asked, tool: FIO_OPTIONS }).map(
    ({ judgement, text }) => `${judgement}: ${text}`,
  );

describe('options as they were meant', () => {
  it.each(cases.equalSettings)('are the same: %s=%s and %s=%s', (name, value, meant, as) => {
    expect(told({ [name]: value }, { [meant]: as })).toEqual([]);
  });

  it('differ, also from what holds where nothing is said', () => {
    expect(told({ bs: '4k' }, { bs: '8k', direct: '0', iodepth: '1', fsync: '0' })).toEqual([
      'doubtful: the tool ran with bs=4k; requested: bs=8k',
    ]);
    expect(told({}, { direct: '1', iodepth: '32', size: '1g' })).toEqual([
      'doubtful: the tool ran with direct=0 (default); requested: direct=1',
      'doubtful: the tool ran with iodepth=1 (default); requested: iodepth=32',
      'undecided: the output does not state `size`; requested: 1g',
    ]);
  });

  it.each(['constructor', '__proto__', 'toString'])('may be any word: %s', (word) => {
    const asked = Object.fromEntries([[word, '1']]);
    expect(told({ bs: '4k' }, asked)).toEqual([`undecided: the output does not state \`${word}\`; requested: 1`]);
    expect(told({ direct: '1' }, { direct: word, rw: word })).toHaveLength(2);
    expect(told({ [word]: '1' }, {})).toEqual([]);
  });

  it('are compared by sizes alone where nobody tells how a tool spells them', () => {
    const found = compareOptions({ options: { t: '1m', n: '60' } }, { requested: { t: '1048576', n: '60s', x: '1' } });
    expect(found.map(({ text }) => text)).toEqual(['the output does not state `x`; requested: 1']);
  });

  it('have names that the tool has, or that a run of a newer one states', () => {
    const asked = { bss: '4k', readwrite: 'rw', newest: '1', buffered: '0' };
    expect(listUnknownNames([{ newest: '0' }], { requested: asked, tool: FIO_OPTIONS })).toEqual(['bss']);
    expect(listUnknownNames([], { requested: asked })).toEqual([]);
  });
});

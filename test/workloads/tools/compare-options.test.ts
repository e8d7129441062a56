import { compareOptions, listUnknownNames } from '../../../lib/workloads/tools/compare-options';
import { FIO_OPTIONS } from '../../../lib/workloads/fio/options/known-options';
import cases from './compare-options.cases.json';

const listDifferences = (options: Readonly<Record<string, string>>, asked: Readonly<Record<string, string>>) =>
  compareOptions({ options }, { requested: asked, tool: FIO_OPTIONS }).map(
    ({ judgement, text }) => `${judgement}: ${text}`,
  );

describe('compareOptions and listUnknownNames', () => {
  it.each(cases.equalSettings)('accepts equal settings: %s=%s and %s=%s', (name, value, meant, as) => {
    expect(listDifferences({ [name]: value }, { [meant]: as })).toEqual([]);
  });

  it('reports options that differ, also from the default of the tool', () => {
    expect(listDifferences({ bs: '4k' }, { bs: '8k', direct: '0', iodepth: '1', fsync: '0' })).toEqual([
      'doubtful: the tool ran with bs=4k; requested: bs=8k',
    ]);
    expect(listDifferences({}, { direct: '1', iodepth: '32', size: '1g' })).toEqual([
      'doubtful: the tool ran with direct=0 (default); requested: direct=1',
      'doubtful: the tool ran with iodepth=1 (default); requested: iodepth=32',
      'undecided: the output does not state `size`; requested: 1g',
    ]);
  });

  it.each(['constructor', '__proto__', 'toString'])('treats an option named %s like any other option', (word) => {
    const asked = Object.fromEntries([[word, '1']]);
    expect(listDifferences({ bs: '4k' }, asked)).toEqual([
      `undecided: the output does not state \`${word}\`; requested: 1`,
    ]);
    expect(listDifferences({ direct: '1' }, { direct: word, rw: word })).toHaveLength(2);
    expect(listDifferences({ [word]: '1' }, {})).toEqual([]);
  });

  it('compares values by size alone when no option table of the tool is given', () => {
    const found = compareOptions({ options: { t: '1m', n: '60' } }, { requested: { t: '1048576', n: '60s', x: '1' } });
    expect(found.map(({ text }) => text)).toEqual(['the output does not state `x`; requested: 1']);
  });

  it('lists requested names that neither the option table nor the options of a run contain', () => {
    const asked = { bss: '4k', readwrite: 'rw', newest: '1', buffered: '0' };
    expect(listUnknownNames([{ newest: '0' }], { requested: asked, tool: FIO_OPTIONS })).toEqual(['bss']);
    expect(listUnknownNames([], { requested: asked })).toEqual([]);
  });
});

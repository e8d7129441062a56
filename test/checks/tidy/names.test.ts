import { nameFaults } from '../../../checks/tidy/names';

const faults = (path: string): number => nameFaults({ path, text: '' }).length;

describe('nameFaults', () => {
  it.each(['lib/utils/a.ts', 'lib/results/helpers.ts', 'test/fio-helper.ts', 'lib/commonParts.ts', 'lib/misc.test.ts'])(
    'refuses %s',
    (path) => expect(faults(path)).toBe(1),
  );

  it.each(['lib/results/statistics.ts', 'lib/miscount.ts', 'lib/commons.ts', 'test/recorded/utils/a.json'])(
    'allows %s',
    (path) => expect(faults(path)).toBe(0),
  );

  it('names the part that is wrong', () => {
    expect(nameFaults({ path: 'lib/a/utils/b.ts', text: '' })[0]?.message).toContain('"utils"');
  });
});

import { markFaults } from '../../../checks/tidy/marks';

// Put together here, so that this file does not carry the marks themselves.
const MARKS = [
  ['TO', 'DO'],
  ['FIX', 'ME'],
  ['X', 'XX'],
  ['HA', 'CK'],
].map((parts) => parts.join(''));

describe('markFaults', () => {
  it.each(MARKS)('finds %s with its line', (mark) => {
    const found = markFaults({ path: 'docs/a.md', text: `fine\nlater // ${mark}: more\n` });
    expect(found).toEqual([{ path: 'docs/a.md', line: 2, message: expect.stringContaining(mark) }]);
  });

  it('leaves words alone that only contain a mark, templates of mktemp, and recorded data', () => {
    expect(markFaults({ path: 'lib/a.ts', text: `const mas${'TO'}DON = 1;\n` })).toEqual([]);
    expect(markFaults({ path: 'workloads/a.sh', text: 'mktemp -d /tmp/fsxbench.XXXXXX\n' })).toEqual([]);
    expect(markFaults({ path: 'test/recorded/a.txt', text: MARKS.join(' ') })).toEqual([]);
  });
});

import { lengthFaults } from '../../../checks/tidy/length';

const lines = (count: number): string => `${Array.from({ length: count }, (_, i) => `line${i}();`).join('\n')}\n`;

describe('lengthFaults', () => {
  it('allows 300 lines, and reports the 301st', () => {
    expect(lengthFaults({ path: 'lib/a.ts', text: lines(300) })).toEqual([]);
    expect(lengthFaults({ path: 'lib/a.ts', text: lines(301) })).toEqual([
      { path: 'lib/a.ts', line: 301, message: expect.stringContaining('301 lines, at most 300') },
    ]);
  });

  it('limits Lambda handlers to 40 lines, but not other files in lambdas', () => {
    expect(lengthFaults({ path: 'lambdas/admit/handler.ts', text: lines(41) })).toHaveLength(1);
    expect(lengthFaults({ path: 'lambdas/admit/handler.ts', text: lines(40) })).toEqual([]);
    expect(lengthFaults({ path: 'lambdas/admit/shape.ts', text: lines(41) })).toEqual([]);
  });

  it('counts columns in characters instead of bytes', () => {
    expect(lengthFaults({ path: 'lib/a.ts', text: `// ${'→'.repeat(117)}\n` })).toEqual([]);
    const found = lengthFaults({ path: 'lib/a.ts', text: `a\n// ${'x'.repeat(118)}\n` });
    expect(found).toEqual([{ path: 'lib/a.ts', line: 2, message: expect.stringContaining('121 columns') }]);
  });

  it('reports a shell function of more than 70 lines', () => {
    const body = (count: number): string => `set -e\nlong_one() {\n${'  : step\n'.repeat(count)}}\nshort() {\n  :\n}\n`;
    expect(lengthFaults({ path: 'workloads/a.sh', text: body(68) })).toEqual([]);
    expect(lengthFaults({ path: 'workloads/a.sh', text: body(69) })).toEqual([
      { path: 'workloads/a.sh', line: 2, message: expect.stringContaining('function long_one has 71 lines') },
    ]);
  });

  it('recognizes a shell script without extension by its first line', () => {
    const text = `#!/usr/bin/env bash\n# ${'x'.repeat(130)}\n`;
    expect(lengthFaults({ path: '.ci/run', text })).toHaveLength(1);
    expect(lengthFaults({ path: '.ci/notes', text: 'x'.repeat(130) })).toEqual([]);
  });

  it('ignores recorded data and documents', () => {
    expect(lengthFaults({ path: 'test/recorded/fio/a.ts', text: lines(400) })).toEqual([]);
    expect(lengthFaults({ path: 'README.md', text: 'x'.repeat(200) })).toEqual([]);
  });
});

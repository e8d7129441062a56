import { purityFaults } from '../../../checks/tidy/purity';

const lines = (path: string, text: string): number[] => purityFaults({ path, text }).map((fault) => fault.line);

describe('purityFaults', () => {
  it('finds every way in which Date reads the clock', () => {
    const text = 'const a = new Date();\nconst b = new Date( );\nconst c = Date();\nconst d = new Date;\n';
    expect(lines('lib/experiment/plan.ts', text)).toEqual([1, 2, 3, 4]);
  });

  it('allows dates of a time that is passed in, types, and comments', () => {
    const text = [
      'const a = new Date(ms).toISOString();',
      'const b = (date: Date) => date.getTime();',
      '// not new Date(): the time is an argument',
      '/** Never calls `new Date()`. */',
      'const c = schema.Date();',
    ].join('\n');
    expect(lines('lib/report/page.ts', text)).toEqual([]);
  });

  it.each([
    ['lambdas/admit/handler.ts', 1],
    ['lib/twin/cloud/s3.ts', 1],
    ['lib/asl/clock/real.ts', 0],
    ['lib/cli/run.ts', 0],
    ['test/report/page.test.ts', 0],
  ])('in %s: %i', (path, count) => {
    expect(lines(path, 'const now = new Date();\n')).toHaveLength(count);
  });
});

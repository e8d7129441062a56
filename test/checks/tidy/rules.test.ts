import { tidyFaults } from '../../../checks/tidy/rules';

describe('tidyFaults', () => {
  it('returns the faults of all rules, sorted by path and line', () => {
    const found = tidyFaults([
      { path: 'lib/utils/b.ts', text: `const a = 1;\n// ${'x'.repeat(130)}\n` },
      { path: 'lib/report/a.ts', text: "import { x } from '../aws/calls';\nexport const t = new Date();\n" },
      { path: 'test/nothing.test.ts', text: '' },
      { path: 'README.md', text: '```sh\nnpm ci && a\nnpm ci && b\n```\n' },
      { path: '.ci/run', text: 'npm ci\nb\na\n' },
    ]);
    expect(found.map((fault) => `${fault.path}:${fault.line}`)).toEqual([
      'lib/report/a.ts:1',
      'lib/report/a.ts:1',
      'lib/report/a.ts:2',
      'lib/utils/b.ts:1',
      'lib/utils/b.ts:1',
      'lib/utils/b.ts:2',
      'test/nothing.test.ts:1',
    ]);
  });
});

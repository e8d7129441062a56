import { readSources } from '../../../../checks/tidy/files';
import { reachableFrom, reachableFromLambda, reachFaults } from '../../../../checks/tidy/whole/reachable';

const SOURCES = [
  { path: 'lambdas/end/handler.ts', text: "import { a } from '../../lib/a';\nimport type { B } from '../../lib/b';\n" },
  { path: 'lib/a.ts', text: "export { c } from './c';\nconst d = await import('./d');\n" },
  { path: 'lib/b.ts', text: 'line\n' },
  { path: 'lib/c.ts', text: "import { type B } from './b';\nimport { a } from './a';\nimport 'node:fs';\n" },
  { path: 'lib/d.ts', text: 'line\n' },
  { path: 'lib/aws/production.ts', text: 'line\n' },
];

it('counts each file that a module loads once, without type imports (reachableFrom)', () => {
  expect(reachableFrom(['lib/c'], SOURCES)).toEqual({ files: ['lib/a.ts', 'lib/c.ts', 'lib/d.ts'], lines: 6 });
  const { files, lines } = reachableFromLambda('end', SOURCES);
  expect([files.length, lines]).toEqual([5, 9]);
});

it('reports a Lambda function that loads more lines than allowed', () => {
  expect(reachFaults(SOURCES, { end: 9 })).toEqual([]);
  expect(reachFaults(SOURCES, { end: 8 })).toMatchObject([
    { path: 'lambdas/end/handler.ts', message: expect.stringMatching(/^end loads 9 lines in 5 files, at most 8/) },
  ]);
});

it('finds no pricing, targets or workloads in the functions of the cleanup', () => {
  const sources = readSources(process.cwd());
  for (const name of ['close-fence', 'stop-children', 'delete-storage', 'write-receipt', 'find-orphans']) {
    const { files, lines } = reachableFromLambda(name, sources);
    expect(lines).toBeGreaterThan(500);
    expect(files.filter((path) => /^lib\/(pricing|targets|workloads)\//.test(path))).toEqual([]);
  }
  expect(reachableFromLambda('admit', sources).files).toContain('lib/pricing/aws.ts');
});

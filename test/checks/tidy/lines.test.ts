import { fileFaults, lineFaults } from '../../../checks/tidy/lines';

// Put together here, so that this file does not carry the marks themselves.
const MARKS = ['TO-DO', 'FIX-ME', 'X-XX', 'HA-CK'].map((mark) => mark.replace('-', ''));

const HOUSE = ['lib/aws/a.ts', 'lambdas/admit/handler.ts'];
const TIMELESS = ['lib/experiment/plan.ts', 'lambdas/admit/handler.ts', 'lib/twin/cloud/s3.ts'];
const SCRIPTS = ['lib/cli/x.ts', 'lambdas/x.ts', 'bin/x.ts'];

it.each<[message: string, texts: readonly string[], found: readonly string[], not: readonly string[]]>([
  [
    'marks open work',
    MARKS.map((mark) => `later // ${mark}: more`),
    ['docs/a.md', 'lib/a.ts'],
    ['test/recorded/a.txt', 'package-lock.json'],
  ],
  [
    'a bare error',
    ["throw new Error('x');", "throw new RangeError('x');", 'export class Lost extends Error {'],
    HOUSE,
    ['lib/asl/interpreter/a.ts', 'lib/shapes/errors.ts', 'lib/twin/cloud/service.ts', 'test/a.ts', 'checks/a.ts'],
  ],
  [
    'reads the clock',
    ['const a = new Date();', 'const b = new Date( );', 'const c = Date();', 'const d = new Date;'],
    TIMELESS,
    ['lib/asl/clock/real.ts', 'lib/cli/run.ts', 'test/report/page.test.ts'],
  ],
  [
    'measures elapsed time',
    ['NOW() - began', '(NOW() / 1000 - at)', 'Math.abs(Number(told) - NOW())'].flatMap((measured) =>
      ['Date', 'performance'].map((clock) => `expect(${measured.replace('NOW', `${clock}.now`)}).toBeLessThan(5);`),
    ),
    ['test/lib/a.test.ts', 'test/a.ts'],
    ['bench/plan.ts', 'lib/cli/a.ts', 'checks/a.ts'],
  ],
  [
    'call remove_tree of workloads/shell/remove.sh',
    ['rm -rf -- "$x"', 'rm -f -r x', 'as_root rm --recursive x', 'find x -type f -delete', 'shutil.rmtree(x)'],
    ['workloads/fio/remove.sh'],
    ['workloads/shell/remove.sh'],
  ],
  [
    'call removeTree of lib/local/remove-tree.ts',
    ['await rm(x, { recursive: true });', 'rmSync(\n  x,\n  { force: true, recursive: true },\n);'],
    SCRIPTS,
    ['lib/local/remove-tree.ts', 'test/x.test.ts'],
  ],
])('reports a line with the message: %s', (message, texts, found, not) => {
  for (const text of texts.map((one) => `fine\n${one}\n`)) {
    for (const path of found)
      expect(lineFaults({ path, text })).toEqual([{ path, line: 2, message: expect.stringContaining(message) }]);
    for (const path of not) expect(lineFaults({ path, text })).toEqual([]);
  }
});

it.each([
  ['lib/a.ts', `const mas${'TO'}DON = 1;`],
  ['workloads/a.sh', 'mktemp -d /tmp/fsxbench.XXXXXX'],
  ['lib/aws/a.ts', "throw new FsxbenchError('Unexpected', 'x');\nclass A extends FsxbenchError {}"],
  ['lib/report/page.ts', 'const a = new Date(ms).toISOString();\nconst b = (date: Date) => date.getTime();'],
  ['lib/report/page.ts', '// not new Date(): an argument\n/** Never calls `new Date()`. */\nconst c = schema.Date();'],
  ['test/a.ts', 'const at = Date.now() / 1000 - 300;\nconst due = performance.now() + 18;\nconst id = Date.now() - 1;'],
  ['workloads/x.sh', 'rm -f -- "$x"\nfind x -type d -empty -delete\nterm -r\nrmdir -- "$x"'],
  ['lib/x.ts', 'await rm(x, { force: true });\nawait mkdir(x, { recursive: true });'],
])('accepts in %s the code: %s', (path, text) => {
  expect(lineFaults({ path, text })).toEqual([]);
});

describe('fileFaults', () => {
  const faults = (path: string, text = '/** A file. */\n'): string[] =>
    fileFaults({ path, text }).map(({ message }) => message);

  it.each(['lib/utils/a.ts', 'lib/results/helpers.ts', 'test/fio-helper.ts', 'lib/commonParts.ts', 'lib/misc.test.ts'])(
    'refuses the name %s',
    (path) => expect(faults(path)).toEqual([expect.stringContaining('" names no concept')]),
  );

  it.each(['lib/results/statistics.ts', 'lib/miscount.ts', 'lib/commons.ts', 'test/recorded/utils/a.json'])(
    'allows the name %s',
    (path) => expect(faults(path)).toEqual([]),
  );

  it('requires a comment at the beginning of source files, but not of tests', () => {
    expect(faults('lib/a.ts', "import { x } from './b';\n")).toHaveLength(1);
    expect(faults('bin/a.ts', '#!/usr/bin/env node\n/** An entry. */\n')).toEqual([]);
    expect(faults('test/a.ts', 'export const a = 1;\n')).toEqual([]);
  });

  it('reports packages and integrity hashes that package-lock.json lacks', () => {
    const tool = { 'node_modules/tool': { optionalDependencies: { '@tool/win32-x64': '1.0.0' } } };
    const lock = (packages: object): string[] => faults('package-lock.json', JSON.stringify({ packages }));
    expect(lock(tool)[0]).toMatch(/lacks 1 packages of other platforms .*checks\/complete-lock.ts/);
    const integrity = `sha512-${'a'.repeat(86)}==`;
    const verified = { 'node_modules/tool': { ...tool['node_modules/tool'], integrity } };
    expect(lock({ '': {}, ...verified, 'node_modules/@tool/win32-x64': { integrity } })).toEqual([]);
    expect(lock({ '': {}, ...verified, 'node_modules/@tool/win32-x64': {} })).toEqual([
      expect.stringContaining('lacks 1 integrity hashes (node_modules/@tool/win32-x64'),
    ]);
  });
});

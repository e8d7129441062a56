import { readSources } from '../../../checks/tidy/files';
import { listImports } from '../../../checks/tidy/imports';
import { tidyFaults } from '../../../checks/tidy/rules';
import { formatFault, type Source } from '../../../checks/tidy/source';
import { folderFaults } from '../../../checks/tidy/whole/folders';
import { mirrorFaults } from '../../../checks/tidy/whole/mirror';
import { reachableFrom, reachableFromLambda, reachFaults } from '../../../checks/tidy/whole/reachable';
import { setUpCommands } from '../../../checks/tidy/whole/readme';
import { wrapComments } from '../../../checks/tidy/wrap';
import cases from './tidy.cases.json';

type Texts = Readonly<Record<string, string>>;

const README = { 'README.md': '```sh\nnpm ci && start\n```\n\n```sh\nnpm ci && npm test\n```\n' };
const CI = { '.ci/run': 'set -e\nnpm ci\nnpm test\nstart\n' };
const toSources = (texts: Texts): Source[] => Object.entries(texts).map(([path, text]) => ({ path, text }));
const listFaults = (texts: Texts): string[] => tidyFaults(toSources({ ...README, ...CI, ...texts })).map(formatFault);
const doc = (text: string): string => `/** A file. */\n${text}\n`;
const lines = (count: number, line = 'f();'): string => `${line}\n`.repeat(count);

/** The rule would find a clock that is written here. */
const toNow = (text: string): string =>
  text.replace('performance.NOW', 'performance.now()').replace('NOW', 'Date.now()');

describe('tidyFaults for one file', () => {
  // Put together here, so that this file does not carry the marks themselves.
  const marks = ['TO-DO', 'FIX-ME', 'X-XX', 'HA-CK'].map((mark) => `// ${mark.replace('-', '')}: more`);

  it.each<[rule: string, paths: readonly string[], texts: readonly string[], message: string]>([
    ['marks of open work', ['docs/a.md', 'workloads/a.yaml'], marks, 'marks open work'],
    [
      'errors without a name',
      ['lib/aws/a.ts', 'lambdas/admit/handler.ts'],
      ["throw new Error('x');", "throw new RangeError('x');", 'export class Lost extends Error {'],
      'a bare error',
    ],
    [
      'reads of the clock',
      ['lib/experiment/plan.ts', 'lambdas/admit/handler.ts', 'lib/twin/cloud/s3.ts'],
      ['const a = new Date();', 'const b = new Date( );', 'const c = Date();', 'const d = new Date;'],
      'Date without an argument reads the clock',
    ],
    [
      'elapsed times in tests',
      ['test/a.ts'],
      ['NOW - began', '(performance.NOW / 1000 - at)', 'Math.abs(Number(x) - NOW)'].map(toNow),
      'measures elapsed time',
    ],
    [
      'removals of folders by scripts',
      ['workloads/fio/remove.sh'],
      ['rm -rf -- "$x"', 'rm -f -r x', 'as_root rm --recursive x', 'find x -type f -delete', 'shutil.rmtree(x)'],
      'call remove_tree of workloads/shell/remove.sh',
    ],
    [
      'removals of folders by code',
      ['lib/cli/x.ts', 'lambdas/x.ts', 'bin/x.ts'],
      ['await rm(x, { recursive: true });', 'rmSync(\n  x,\n  { force: true, recursive: true },\n);'],
      'call removeTree of lib/local/remove-tree.ts',
    ],
    ['long lines', ['lib/a/a.ts'], [`// ${'x'.repeat(118)}`], '121 columns, at most 120 are allowed'],
  ])('reports %s in %j', (_, paths, texts, message) => {
    for (const path of paths)
      for (const text of texts)
        expect(listFaults({ [path]: doc(text) }).filter((fault) => fault.startsWith(`${path}:2: `))).toEqual([
          expect.stringContaining(message),
        ]);
  });

  it.each([
    ['lib/report/a.ts', 301, '301: error: 301 lines, at most 300 are allowed; split it'],
    ['lambdas/admit/handler.ts', 41, '41: error: 41 lines, at most 40 are allowed; a handler parses'],
  ])('limits the length of %s', (path, count, message) => {
    expect(listFaults({ [path]: doc(lines(count - 2).trimEnd()) })).toEqual([]);
    expect(listFaults({ [path]: doc(lines(count - 1).trimEnd()) })).toEqual([
      expect.stringContaining(`${path}:${message}`),
    ]);
  });

  it.each(['workloads/a.sh', '.ci/other'])('limits the length of shell functions in %s', (path) => {
    const body = (count: number) => `#!/usr/bin/env bash\nlong_one() {\n${lines(count, '  :')}}\n`;
    expect(listFaults({ [path]: body(68) })).toEqual([]);
    expect(listFaults({ [path]: body(69) })).toEqual([
      expect.stringContaining(`${path}:2: error: function long_one has 71 lines, at most 70`),
    ]);
  });

  it.each(['lib/utils/a.ts', 'lib/results/helpers.ts', 'lib/commonParts.ts', 'test/fio-helper.ts'])(
    'refuses the name %s',
    (path) => expect(listFaults({ [path]: doc('') }).join()).toContain('" names no concept; name it after its content'),
  );

  it('requires a comment at the beginning of source files, and a complete package lock', () => {
    expect(listFaults({ 'lib/results/a.ts': 'const a = 1;\n' })).toEqual([
      expect.stringContaining('lacks an opening comment'),
    ]);
    const tool = { optionalDependencies: { '@tool/win32-x64': '1.0.0' }, integrity: `sha512-${'a'.repeat(86)}==` };
    const packages = { 'node_modules/tool': tool, 'node_modules/other': {} };
    expect(listFaults({ 'package-lock.json': JSON.stringify({ packages }) })).toEqual([
      expect.stringMatching(/lacks 1 packages of other platforms \(@tool\/win32-x64.*checks\/complete-lock\.ts$/),
      expect.stringContaining('lacks 1 integrity hashes (node_modules/other'),
    ]);
  });

  it('accepts what looks alike', () => {
    const good = {
      'lib/results/a.ts': `const mas${'TO'}DON = new Date(ms).toISOString();\n// not new Date(): an argument`,
      'lib/aws/a.ts': "throw new FsxbenchError('Unexpected', 'x');\nclass A extends FsxbenchError {}",
      'lib/asl/clock/real.ts': "throw new Error('x');\nconst a = new Date();",
      'lib/cli/a.ts': `await rm(x, { force: true });\nawait mkdir(x, { recursive: true });\n// ${'→'.repeat(117)}`,
      'lib/miscount.ts': '',
    };
    const texts = Object.fromEntries(Object.entries(good).map(([path, text]) => [path, doc(text)]));
    const others = {
      'test/a.ts': 'const at = Date.now() / 1000 - 300;\nconst due = performance.now() + 18;\n',
      'workloads/x.sh': 'rm -f -- "$x"\nmktemp -d /tmp/fsxbench.XXXXXX\nfind x -type d -empty -delete\nrmdir -- "$x"\n',
      'test/recorded/utils/a.ts': lines(400, marks[0]),
      'README.notes.md': 'x'.repeat(200),
    };
    expect(listFaults({ ...texts, ...others })).toEqual([]);
  });
});

describe('tidyFaults for imports', () => {
  it.each(cases.refused as [string, string, string][])('refuses in %s: %s', (path, line, message) => {
    expect(listFaults({ [path]: doc(line) })).toContainEqual(expect.stringContaining(`${path}:2: error: `));
    expect(listFaults({ [path]: doc(line) }).join('\n')).toContain(message);
  });

  it.each(cases.allowed)('allows in %s: %s', (path, line) => {
    expect(listFaults({ [path]: doc(line) })).toEqual([]);
  });

  it('reports each import cycle once, at the import that enters it', () => {
    const cycle = (...names: string[]) => doc(names.map((name) => `import type { X } from '${name}';`).join('\n'));
    expect(
      listFaults({
        'lib/targets/one.ts': cycle('./two'),
        'lib/targets/two.ts': cycle('./three'),
        'lib/targets/three.ts': cycle('./one'),
        'lib/results/self.ts': cycle('./self'),
        'lib/results/plain.ts': cycle('./self'),
        'test/a.ts': cycle('./b'),
        'test/b.ts': cycle('./a'),
      }),
    ).toEqual([
      expect.stringMatching(/^lib\/results\/self\.ts:2: error: an import cycle of 1 files/),
      expect.stringContaining('an import cycle of 3 files: targets/one, targets/three, targets/two; move'),
    ]);
  });

  it('reads every form of import, and whether it remains at run time', () => {
    const found = listImports(cases.imports.text.join('\n'));
    expect(found.map(({ specifier, typeOnly, line }) => [line, specifier, typeOnly])).toEqual(cases.imports.found);
  });

  it('limits what functions of the cleanup load, and finds no pricing, targets or workloads there', () => {
    const sources = readSources(process.cwd());
    for (const name of ['close-fence', 'stop-children', 'delete-storage', 'write-receipt', 'find-orphans']) {
      const { files, lines: count } = reachableFromLambda(name, sources);
      expect(count).toBeGreaterThan(500);
      expect(files.filter((path) => /^lib\/(pricing|targets|workloads)\//.test(path))).toEqual([]);
    }
    const small = toSources({
      'lambdas/end/handler.ts': "import { a } from '../../lib/a';\nimport type { B } from '../../lib/b';\n",
      'lib/a.ts': "export { c } from './c';\nconst d = await import('./d');\n",
      'lib/b.ts': 'line\n',
      'lib/c.ts': "import { type B } from './b';\nimport { a } from './a';\n",
      'lib/d.ts': 'line\n',
    });
    expect(reachableFrom(['lib/c'], small)).toEqual({ files: ['lib/a.ts', 'lib/c.ts', 'lib/d.ts'], lines: 5 });
    expect(reachFaults(small, { end: 7 })).toEqual([]);
    expect(reachFaults(small, { end: 6 })[0]?.message).toMatch(/^end loads 7 lines in 4 files, at most 6 are allowed/);
  });
});

describe('tidyFaults for the whole tree', () => {
  const FUNCTION = 'export function f(): number {\n  return 1;\n}\n';
  const mirror = (texts: Texts, untested: Texts = {}): string[] =>
    mirrorFaults(toSources(texts), untested).map(({ path, message }) => `${path}: ${message}`);

  it.each(cases.subjects)('accepts %s as a test of %s', (test, source) => {
    expect(mirror({ [test]: '', [source]: '' })).toEqual([]);
  });

  it('reports a test without a source of its name', () => {
    expect(mirror({ 'test/results/verdicts.test.ts': '', 'lib/results/verdict.ts': '' })).toEqual([
      expect.stringContaining('test/results/verdicts.test.ts: there is no results/verdicts, lib/results/verdicts or'),
    ]);
  });

  it.each([FUNCTION, 'export const f = async (): Promise<void> => {};\n', 'export class Disk {\n}\n'])(
    'requires a test for %j',
    (text) =>
      expect(mirror({ 'lib/results/a.ts': text })).toEqual([
        'lib/results/a.ts: exports a function and no test reaches it; write test/results/a.test.ts',
      ]),
  );

  it.each([
    ['no function', { 'lib/a/b.ts': 'export class FooError extends Error {\n}\nexport const F = {};\n' }, 0],
    ['a test of its folder', { 'lib/a/b.ts': FUNCTION, 'test/a/a.test.ts': '' }, 0],
    [
      'a test that imports it',
      { 'lib/a/b.ts': FUNCTION, 'lib/a/c.ts': '', 'test/a/c.test.ts': "import { f } from '../../lib/a/b';" },
      0,
    ],
    [
      'a tested importer in its room',
      { 'lib/a/text/b.ts': FUNCTION, 'lib/a/run/c.ts': "import { f } from '../text/b';", 'test/a/run/c.test.ts': '' },
      0,
    ],
    [
      'a tested importer elsewhere',
      { 'lib/a/b.ts': FUNCTION, 'lib/x/c.ts': "import { f } from '../a/b';", 'test/x/c.test.ts': '' },
      1,
    ],
    [
      'a tested registry of kinds',
      { 'lib/targets/efs/b.ts': FUNCTION, 'lib/targets/all.ts': "import './efs/b';", 'test/targets/all.test.ts': '' },
      1,
    ],
  ])('requires tests where there is: %s', (_, texts, count) => {
    expect(mirror(texts)).toHaveLength(count);
    // Exceptions that are needed, and those that are not.
    const [path = ''] = Object.keys(texts);
    expect(mirror(texts, { [path]: 'only runs on AWS' })).toHaveLength(1 - count);
  });

  it('reports folders of more than 25 files, and reasons that none needs', () => {
    const files = (count: number) =>
      Array.from({ length: count }, (_, nth) => ({ path: `lib/a/f${nth}.ts`, text: '' }));
    expect(folderFaults(files(25), {})).toEqual([]);
    expect(folderFaults(files(26), {})).toMatchObject([{ path: 'lib/a' }]);
    expect(folderFaults(files(26), { 'lib/a': 'why' })).toEqual([]);
    expect(folderFaults(files(3), { 'lib/a': 'why' })[0]?.message).toContain('remove it from the list of reasons');
  });

  it.each([
    [{ ...CI, '.ci/run': 'npm ci\nnpm test\nstart --fast\n' }, '.ci/run:1: error: does not run README\'s "start"'],
    [{ ...CI, '.ci/run': 'npm ci\nstart\nnpm test\n' }, "runs README's commands in a wrong order"],
    [{ 'README.md': '```sh\nnpm ci && start\n```\n' }, 'has 1 lines "npm ci && …" in sh blocks; two are promised'],
  ])('reports setup commands that are not checked on a clean machine: %j', (texts, message) => {
    expect(listFaults(texts as Texts)).toEqual([expect.stringContaining(message)]);
    const readme = readSources(process.cwd()).find(({ path }) => path === 'README.md')?.text ?? '';
    expect(setUpCommands(readme)).toEqual([
      'npm ci && npx fsxbench run experiments/local-disk.yaml',
      'npm ci && npm test',
    ]);
  });
});

describe('wrapComments', () => {
  const word = (length: number): string => 'w'.repeat(length);
  const wrap = (...text: string[]): string[] => wrapComments({ path: 'lib/a.ts', text: text.join('\n') }).split('\n');

  it('breaks comments at the last blank within 120 columns, and joins the rest with its paragraph', () => {
    expect(wrap(`// ${word(60)} ${word(56)} ${word(10)}`)).toEqual([`// ${word(60)} ${word(56)}`, `// ${word(10)}`]);
    expect(wrap(`  /** ${word(100)} ${word(20)} */`)).toEqual([
      '  /**',
      `   * ${word(100)}`,
      `   * ${word(20)}`,
      '   */',
    ]);
    const long = ` * ${word(100)} and more than fits`;
    expect(wrap(long, ' * goes on.')).toEqual([` * ${word(100)} and more than`, ' * fits goes on.']);
    for (const next of [' * @returns x', ' * - x', ' *', ' */', ' * Another sentence.'])
      expect(wrap(long, next)).toEqual([` * ${word(100)} and more than`, ' * fits', next]);
  });

  it('keeps code, long words and recorded data', () => {
    const kept = [`const a = '${word(120)} b';`, `// ${word(130)}`, `x(); // ${word(120)} b`];
    expect(wrap(...kept)).toEqual(kept);
    const text = `# ${word(110)} ${word(20)}`;
    expect(wrapComments({ path: 'test/recorded/a.sh', text })).toBe(text);
    expect(wrapComments({ path: 'workloads/a.sh', text })).toBe(`# ${word(110)}\n# ${word(20)}`);
  });
});

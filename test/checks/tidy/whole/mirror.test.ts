import { mirrorFaults } from '../../../../checks/tidy/whole/mirror';
import type { Source } from '../../../../checks/tidy/source';
import cases from './mirror.cases.json';

const FUNCTION = 'export function f(): number {\n  return 1;\n}\n';

function faults(files: Readonly<Record<string, string>>, untested: Readonly<Record<string, string>> = {}): string[] {
  const sources: Source[] = Object.entries(files).map(([path, text]) => ({ path, text }));
  return mirrorFaults(sources, untested).map((fault) => `${fault.path}: ${fault.message}`);
}

describe('mirrorFaults for a test', () => {
  it.each(cases.subjects)('accepts %s as a test of %s', (test, source) => {
    expect(faults({ [test]: '', [source]: '' })).toEqual([]);
  });

  it('reports a test without a source of its name', () => {
    expect(faults({ 'test/results/verdicts.test.ts': '', 'lib/results/verdict.ts': '' })).toEqual([
      expect.stringContaining('test/results/verdicts.test.ts: there is no results/verdicts'),
    ]);
    expect(faults({ 'test/verdict.test.ts': '', 'lib/results/verdict.ts': '' })).toHaveLength(1);
  });
});

describe('mirrorFaults for a source', () => {
  it.each([
    FUNCTION,
    'export async function f() {}\n',
    'export const f = (x: number): number => x;\n',
    'export const f = async (): Promise<void> => {};\n',
    'export class Disk {\n}\n',
  ])('requires a test for %j', (text) => {
    expect(faults({ 'lib/results/a.ts': text })).toEqual([
      expect.stringMatching(/^lib\/results\/a.ts: .*write test\/results\/a.test.ts/),
    ]);
  });

  it.each(['export const F = { a: 1 };\n', 'export interface F {}\n', 'export class FooError extends Error {\n}\n'])(
    'requires no test for %j',
    (text) => expect(faults({ 'lib/results/a.ts': text })).toEqual([]),
  );

  it('accepts a test of the file, a test of its folder, or a test that imports it', () => {
    expect(faults({ 'lib/a/b.ts': FUNCTION, 'test/a/b.test.ts': '' })).toEqual([]);
    expect(faults({ 'lib/a/b.ts': FUNCTION, 'test/a/a.test.ts': '' })).toEqual([]);
    const imports = "import { f } from '../../lib/a/b';\n";
    expect(faults({ 'lib/a/b.ts': FUNCTION, 'lib/a/c.ts': '', 'test/a/c.test.ts': imports })).toEqual([]);
    expect(faults({ 'lib/a/b.ts': FUNCTION, 'lib/a/c.ts': '', 'test/a/c.test.ts': '' })).toHaveLength(1);
  });

  it('accepts the test of an importer in the same or the parent folder, but not in another folder', () => {
    const neighbour = "import { f } from './b';\n";
    const above = "import { f } from './parts/b';\n";
    expect(faults({ 'lib/a/parts/b.ts': FUNCTION, 'lib/a/c.ts': above, 'test/a/c.test.ts': '' })).toEqual([]);
    const stranger = "import { f } from '../a/b';\n";
    expect(faults({ 'lib/a/b.ts': FUNCTION, 'lib/a/c.ts': neighbour, 'test/a/c.test.ts': '' })).toEqual([]);
    expect(faults({ 'lib/a/b.ts': FUNCTION, 'lib/a/c.ts': neighbour })).toHaveLength(1);
    expect(faults({ 'lib/a/b.ts': FUNCTION, 'lib/x/c.ts': stranger, 'test/x/c.test.ts': '' })).toHaveLength(1);
  });

  it('accepts the test of an importer in a sibling folder, but not for the folder of a target kind', () => {
    const wing = "import { f } from '../text/b';\n";
    expect(faults({ 'lib/a/text/b.ts': FUNCTION, 'lib/a/run/c.ts': wing, 'test/a/run/c.test.ts': '' })).toEqual([]);
    const registry = "import { f } from './efs/b';\n";
    const files = { 'lib/targets/efs/b.ts': FUNCTION, 'lib/targets/registry.ts': registry };
    expect(faults({ ...files, 'test/targets/registry.test.ts': '' })).toHaveLength(1);
    expect(faults({ ...files, 'test/targets/registry.test.ts': '', 'test/targets/efs/b.test.ts': '' })).toEqual([]);
  });

  it('accepts a listed exception, and reports one that is not needed', () => {
    expect(faults({ 'lib/a/b.ts': FUNCTION }, { 'lib/a/b.ts': 'only runs on AWS' })).toEqual([]);
    expect(faults({ 'lib/a/b.ts': FUNCTION, 'test/a/b.test.ts': '' }, { 'lib/a/b.ts': 'why' })).toEqual([
      expect.stringContaining('remove it from the list'),
    ]);
  });
});

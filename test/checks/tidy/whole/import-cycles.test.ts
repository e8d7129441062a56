import { circleFaults } from '../../../../checks/tidy/whole/import-cycles';

const faults = (files: Readonly<Record<string, readonly string[]>>): string[] =>
  circleFaults(
    Object.entries(files).map(([path, imports]) => ({
      path,
      text: ['/** A file. */', ...imports.map((name) => `import type { X } from '${name}';`), ''].join('\n'),
    })),
  ).map(({ path, line, message }) => `${path}:${line} ${message}`);

describe('circleFaults', () => {
  it('reports each cycle of imports once, including type imports', () => {
    const found = faults({ 'lib/a/one.ts': ['../b/two'], 'lib/b/two.ts': ['./three'], 'lib/b/three.ts': ['../a/one'] });
    expect(found).toEqual([
      expect.stringMatching(/^lib\/a\/one\.ts:2 an import cycle of 3 files: a\/one, b\/three, b\/two;/),
    ]);
  });

  it('reports separate cycles, and a file that imports itself', () => {
    const pair = {
      'lib/a.ts': ['./b'],
      'lib/b.ts': ['./a'],
      'checks/c.ts': ['./d', '../lib/a'],
      'checks/d.ts': ['./c'],
    };
    expect(faults(pair)).toHaveLength(2);
    expect(faults({ 'lambdas/x/handler.ts': ['./handler'] })).toHaveLength(1);
  });

  it('accepts shared imports, and ignores cycles in tests', () => {
    expect(faults({ 'lib/a.ts': ['./b', './c'], 'lib/b.ts': ['./d'], 'lib/c.ts': ['./d'], 'lib/d.ts': [] })).toEqual(
      [],
    );
    expect(faults({ 'test/a.ts': ['./b'], 'test/b.ts': ['./a'] })).toEqual([]);
  });
});

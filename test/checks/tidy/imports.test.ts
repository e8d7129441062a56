import { listImports, resolveImport } from '../../../checks/tidy/imports';
import cases from './imports.cases.json';

describe('listImports', () => {
  it('reads every form of import with its line, and whether it is type-only', () => {
    const text = [
      '/** A file. */',
      "import { a, type B } from './mixed';",
      "import type { C } from './types';",
      "import { type D, type E } from './all-types';",
      'import {',
      '  f,',
      '  g,',
      "} from '../many/lines';",
      "import './effect';",
      "import * as path from 'node:path';",
      "export { h } from './again';",
      "export type { I } from './again-types';",
      "export const load = () => import('./late');",
    ].join('\n');
    expect(listImports(text)).toEqual(cases.imports);
  });

  it('ignores strings and names that contain the word import', () => {
    const text = [
      'export function important(x: string): string {',
      "  return Array.from('abc').join(x);",
      '}',
      "export const message = 'import from here';",
    ].join('\n');
    expect(listImports(text)).toEqual([]);
  });
});

describe('resolveImport', () => {
  it('returns the path from the root without extension, and null for packages', () => {
    expect(resolveImport('lib/twin/cloud/s3.ts', '../../aws/calls')).toBe('lib/aws/calls');
    expect(resolveImport('bin/fsxbench.ts', '../lib/cli/program.ts')).toBe('lib/cli/program');
    expect(resolveImport('lib/a.ts', 'node:fs')).toBeNull();
  });
});

import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';

/** Faults that are planted in a copy of the house, each with the rule that has to find it. */
const PLANTED: readonly (readonly [path: string, text: string, rule: string])[] = [
  [
    'lib/experiment/a.ts',
    "import { readFileSync } from 'node:fs';\nexport const a = readFileSync;",
    'restricted-imports',
  ],
  [
    'lib/report/a.ts',
    "import { S3Client } from '@aws-sdk/client-s3';\nexport const a = S3Client;",
    'restricted-imports',
  ],
  ['lib/report/b.ts', "import type { Tag } from '@aws-sdk/client-ec2';\nexport type B = Tag;", 'restricted-imports'],
  ['lib/results/a.ts', "import { App } from 'aws-cdk-lib';\nexport const a = App;", 'restricted-imports'],
  ['lib/results/b.ts', "import { randomUUID } from 'node:crypto';\nexport const b = randomUUID;", 'restricted-imports'],
  ['lib/cli/a.ts', "import { EC2 } from '@aws-sdk/client-ec2';\nexport const a = EC2;", 'restricted-imports'],
  ['lib/twin/a.ts', "import { EC2 } from '@aws-sdk/client-ec2';\nexport const a = EC2;", 'restricted-imports'],
  ['lib/aws/a.ts', "import { Stack } from 'aws-cdk-lib/core';\nexport const a = Stack;", 'restricted-imports'],
  ['lib/targets/a.ts', 'export const a = Date.now();', 'restricted-properties'],
  ['lib/workloads/a.ts', 'export const a = Math.random();', 'restricted-properties'],
  ['lib/asl/interpreter/a.ts', 'export const a = Date.now();', 'restricted-properties'],
  ['lambdas/admit/handler.ts', 'export const a = Date.now();', 'restricted-properties'],
  ['lib/pricing/a.ts', "export const a = process.env['HOME'];", 'restricted-globals'],
  ['lib/pricing/b.ts', "export const b = fetch('https://example.org');", 'restricted-globals'],
  ['lib/cli/b.ts', "console.log('printed past the streams');", 'no-console'],
  ['lib/cli/c.ts', 'export const c = (x: any): unknown => x;', 'no-explicit-any'],
  ['lib/cli/d.ts', 'export const d = (x: unknown): boolean => x == 1;', 'eqeqeq'],
  ['lib/cli/e.ts', `export function e(): void {\n${'  void 0;\n'.repeat(70)}}`, 'max-lines-per-function'],
  ['lib/cli/f.ts', 'const unused = 1;\nexport {};', 'no-unused-vars'],
  ['test/a.test.ts', "it.only('runs alone', () => {\n  expect(1).toBe(1);\n});", 'no-focused-tests'],
];

/** What looks alike and is right. */
const RIGHT: readonly (readonly [path: string, text: string])[] = [
  ['lib/twin/cloud/a.ts', "import type { Tag } from '@aws-sdk/client-ec2';\nexport type A = Tag;"],
  ['lib/aws/b.ts', "import { EC2 } from '@aws-sdk/client-ec2';\nexport const b = EC2;"],
  ['lambdas/b/handler.ts', "import { S3Client } from '@aws-sdk/client-s3';\nexport const b = S3Client;"],
  ['lib/stacks/a.ts', "import { Stack } from 'aws-cdk-lib';\nexport const a = Stack;"],
  ['lib/experiment/b.ts', "import { createHash } from 'node:crypto';\nexport const b = createHash('sha256');"],
  ['lib/experiment/c.ts', 'export const c = (ms: number): string => new Date(ms).toISOString();'],
  ['lib/asl/clock/real.ts', 'export const now = (): number => Date.now();'],
];

interface Diagnostic {
  readonly code: string;
  readonly filename: string;
}

function lint(files: readonly (readonly [string, string, ...string[]])[], typeAware = false): Diagnostic[] {
  const root = mkdtempSync(join(tmpdir(), 'fsxbench-lint-'));
  try {
    cpSync('.oxlintrc.json', join(root, '.oxlintrc.json'));
    writeFileSync(join(root, 'tsconfig.json'), '{"compilerOptions":{"strict":true,"types":[]}}');
    for (const [path, text] of files) {
      mkdirSync(join(root, dirname(path)), { recursive: true });
      writeFileSync(join(root, path), `${text}\n`);
    }
    const args = ['--format=json', ...(typeAware ? ['--type-aware'] : [])];
    const done = spawnSync(resolve('node_modules/.bin/oxlint'), args, { cwd: root, encoding: 'utf8' });
    expect(done.status).toBe(files === RIGHT ? 0 : 1);
    return (JSON.parse(done.stdout) as { diagnostics: Diagnostic[] }).diagnostics;
  } finally {
    rmSync(root, { recursive: true });
  }
}

describe('.oxlintrc.json', () => {
  const found = lint(PLANTED);

  it.each(PLANTED)('reports the planted fault in %s', (path, _text, rule) => {
    const codes = found.filter((diagnostic) => diagnostic.filename === path).map((diagnostic) => diagnostic.code);
    expect(codes).toEqual([expect.stringContaining(rule)]);
  });

  it('accepts similar code without faults', () => {
    expect(lint(RIGHT)).toEqual([]);
  });

  it('reports a promise without await as no-floating-promises', () => {
    const text = 'async function later(): Promise<void> {\n  await Promise.resolve();\n}\nlater();\nexport { later };';
    expect(lint([['lib/cli/a.ts', text]], true).map((diagnostic) => diagnostic.code)).toEqual([
      expect.stringContaining('no-floating-promises'),
    ]);
  });
});

import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { temporaryFolder } from '../temporary';

const bring = (name: string, from: string): string => `import { ${name} } from '${from}';\nexport const a = ${name};`;

/** Faults planted in a small tree with these rules, each with the rule that has to find it. */
const PLANTED: readonly (readonly [path: string, text: string, rule: string])[] = [
  ['lib/experiment/a.ts', bring('readFileSync', 'node:fs'), 'restricted-imports'],
  ['lib/report/a.ts', bring('S3Client', '@aws-sdk/client-s3'), 'restricted-imports'],
  ['lib/report/b.ts', "import type { Tag } from '@aws-sdk/client-ec2';\nexport type B = Tag;", 'restricted-imports'],
  ['lib/results/a.ts', bring('App', 'aws-cdk-lib'), 'restricted-imports'],
  ['lib/results/b.ts', bring('randomUUID', 'node:crypto'), 'restricted-imports'],
  ['lib/cli/a.ts', bring('EC2', '@aws-sdk/client-ec2'), 'restricted-imports'],
  ['lib/twin/a.ts', bring('EC2', '@aws-sdk/client-ec2'), 'restricted-imports'],
  ['lib/aws/a.ts', bring('Stack', 'aws-cdk-lib/core'), 'restricted-imports'],
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
  ['lib/aws/b.ts', bring('EC2', '@aws-sdk/client-ec2')],
  ['lambdas/b/handler.ts', bring('S3Client', '@aws-sdk/client-s3')],
  ['lib/stacks/a.ts', bring('Stack', 'aws-cdk-lib')],
  ['lib/experiment/b.ts', "import { createHash } from 'node:crypto';\nexport const b = createHash('sha256');"],
  ['lib/experiment/c.ts', 'export const c = (ms: number): string => new Date(ms).toISOString();'],
  ['lib/asl/clock/real.ts', 'export const now = (): number => Date.now();'],
];

type Files = readonly (readonly [path: string, text: string, ...rest: string[]])[];
type Output = { readonly diagnostics: readonly { readonly code: string; readonly filename: string }[] };

/** Findings about these files, as `path rule`. */
function lint(files: Files, ...options: string[]): string[] {
  const root = temporaryFolder('fsxbench-lint-');
  cpSync('.oxlintrc.json', join(root, '.oxlintrc.json'));
  writeFileSync(join(root, 'tsconfig.json'), '{"compilerOptions":{"strict":true,"types":[]}}');
  for (const [path, text] of files) {
    mkdirSync(join(root, dirname(path)), { recursive: true });
    writeFileSync(join(root, path), `${text}\n`);
  }
  const oxlint = resolve('node_modules/.bin/oxlint');
  const done = spawnSync(oxlint, ['--format=json', ...options], { cwd: root, encoding: 'utf8' });
  expect(done.status).toBe(1);
  const { diagnostics } = JSON.parse(done.stdout) as Output;
  return diagnostics.map(({ filename, code }) => `${filename} ${code.replace(/^.*\((?:no-)?|\)$/g, '')}`);
}

it('finds each planted fault by its rule, and nothing in similar code without faults (.oxlintrc.json)', () => {
  const rules = PLANTED.map(([path, , rule]) => `${path} ${rule.replace(/^no-/, '')}`);
  expect(lint([...PLANTED, ...RIGHT]).sort()).toEqual(rules.sort());
});

it('reports a promise without await as no-floating-promises', () => {
  const text = 'async function later(): Promise<void> {\n  await Promise.resolve();\n}\nlater();\nexport { later };';
  expect(lint([['lib/cli/a.ts', text]], '--type-aware')).toEqual(['lib/cli/a.ts floating-promises']);
});

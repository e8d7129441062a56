import { mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildMachines, getBuiltPaths, readMachineText } from '../../lib/machine-files/source';

const HANDLERS = 'errors: { s3: [S3.A, S3.B], lambda: [L.A] }\nusual: { MaxAttempts: 6, BackoffRate: 2 }\n';
const USUAL = { MaxAttempts: 6, BackoffRate: 2 };
const ALL = ['States.DataLimitExceeded', 'States.ALL'];

let root = '';
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'fsxbench-machines-'));
  mkdirSync(join(root, 'state-machines'));
  writeFileSync(join(root, 'state-machines/handlers.yaml'), HANDLERS);
});
afterEach(() => rmSync(root, { recursive: true }));

function write(state: string): void {
  writeFileSync(join(root, 'state-machines/small.asl.yaml'), `States:\n  Read:\n    Type: Task\n${state}`);
}

function read(state?: string): unknown {
  if (state !== undefined) write(state);
  const { States } = JSON.parse(readMachineText(root, 'small')) as { readonly States: { readonly Read: unknown } };
  return States.Read;
}

it.each<[string, object[]]>([
  ['s3', [{ ErrorEquals: ['S3.A', 'S3.B'], ...USUAL }]],
  ['{ s3: 20 }', [{ ErrorEquals: ['S3.A', 'S3.B'], ...USUAL, MaxAttempts: 20 }]],
  [
    '{ lambda: { BackoffRate: 1 }, Own.Queued: 3 }',
    [
      { ErrorEquals: ['L.A'], MaxAttempts: 6, BackoffRate: 1 },
      { ErrorEquals: ['Own.Queued'], MaxAttempts: 3, BackoffRate: 2 },
    ],
  ],
  ['[{ ErrorEquals: [A.B], MaxAttempts: 1 }]', [{ ErrorEquals: ['A.B'], MaxAttempts: 1 }]],
])('expands `Retry: %s` to retriers with the usual fields', (written, retriers) => {
  expect(read(`    Retry: ${written}\n`)).toEqual({ Type: 'Task', Retry: retriers });
});

it.each<[string, object[]]>([
  ['Sorry', ALL.map((error) => ({ ErrorEquals: [error], Next: 'Sorry' }))],
  ['{ Output: {}, Next: Sorry }', ALL.map((error) => ({ ErrorEquals: [error], Output: {}, Next: 'Sorry' }))],
  [
    '[{ ErrorEquals: [A.B], Next: Fine }, Sorry]',
    [{ ErrorEquals: ['A.B'], Next: 'Fine' }, ...ALL.map((error) => ({ ErrorEquals: [error], Next: 'Sorry' }))],
  ],
])('expands `Catch: %s` to catchers of every error', (written, catchers) => {
  expect(read(`    Catch: ${written}\n`)).toEqual({ Type: 'Task', Catch: catchers });
});

it('throws an error that names the file for an unknown handler or invalid YAML', () => {
  write('    Retry: s4\n');
  const unknown = "state-machines/small.asl.yaml: Read: Retry 's4' is not in state-machines/handlers.yaml";
  expect(() => readMachineText(root, 'small')).toThrow(unknown);
  for (const wrong of [
    'Retry:',
    'Retry: [s3]',
    'Retry: { s3: "20" }',
    'Retry: S3',
    'Catch:',
    'Catch: 3',
    'Branches: 3',
  ]) {
    write(`    ${wrong}\n`);
    expect(() => readMachineText(root, 'small')).toThrow(/^state-machines\/small\.asl\.yaml: Read: /);
  }
  write('    Catch: !odd Sorry\n');
  expect(() => readMachineText(root, 'small')).toThrow(/^state-machines\/small\.asl\.yaml: Unresolved tag: !odd/);
  write('    Retry: [\n');
  expect(() => readMachineText(root, 'small')).toThrow(/small\.asl\.yaml: .* at line \d+/);
});

it('leaves fields named Retry and Catch in Arguments unchanged', () => {
  const state = { Type: 'Task', Arguments: { Retry: 's3', Catch: 'Sorry' } };
  expect(read('    Arguments: { Retry: s3, Catch: Sorry }\n')).toEqual(state);
});

it('ignores the built JSON when it, the YAML or the handlers changed, regardless of file times', () => {
  write('    Next: A\n');
  buildMachines(root, ['small']);
  const { built } = getBuiltPaths(root, 'small');
  expect(readFileSync(built, 'utf8')).toBe(readMachineText(root, 'small'));
  writeFileSync(built, '{ "States": { "Read": { "Type": "Built" } } }');
  expect(read()).toEqual({ Type: 'Task', Next: 'A' });
  rmSync(built);
  expect(read()).toEqual({ Type: 'Task', Next: 'A' });
  const old = Date.now() / 1000 - 3600;
  const path = join(root, 'state-machines/small.asl.yaml');
  write('    Next: B\n');
  utimesSync(path, old, old);
  expect(read()).toEqual({ Type: 'Task', Next: 'B' });
  buildMachines(root, ['small']);
  expect(readFileSync(built, 'utf8')).toContain('"B"');
  writeFileSync(join(root, 'state-machines/handlers.yaml'), HANDLERS.replace('6', '8'));
  expect(read('    Retry: s3\n')).toMatchObject({ Retry: [{ MaxAttempts: 8 }] });
});

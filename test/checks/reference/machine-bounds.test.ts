import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { machineBounds } from '../../../checks/reference/machine-bounds';

let root = '';
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'fsxbench-bounds-'));
  mkdirSync(join(root, 'state-machines'));
  cpSync('state-machines', join(root, 'state-machines'), { recursive: true });
});
afterEach(() => rmSync(root, { recursive: true }));

function edit(machine: string, from: string, to: string): void {
  const path = join(root, `state-machines/${machine}.asl.yaml`);
  const text = readFileSync(path, 'utf8');
  expect(text).toContain(from);
  writeFileSync(path, text.replace(from, to));
}

it('reads limits such as trialAttempts from the state machine files, including states in branches', () => {
  edit('trial-batch', '$attempt < 2', '$attempt < 7');
  edit('rig', 'MaxConcurrency: 4', 'MaxConcurrency: 9');
  expect(JSON.parse(machineBounds(root))).toMatchObject({ trialAttempts: 7, parallelPreparations: 9 });
});

it('throws an error that names the machine and state when a limit is no number', () => {
  edit('teardown', '$sent > 900', '$sent > $most');
  expect(() => machineBounds(root)).toThrow(/a number .*sent.* in Anything of teardown/);
});

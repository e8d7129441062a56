import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type HostFolder, getHostFolder } from '../../lib/local/host-folder';
import { isAlive } from '../../lib/local/processes';
import { spawnProcess } from '../../lib/local/spawn-process';
import { temporaryFolder } from '../temporary';

let home: string;
let folder: HostFolder;

beforeEach(() => {
  home = temporaryFolder('fsxbench-spawning-');
  folder = getHostFolder(home, 'i-1');
  mkdirSync(folder.work, { recursive: true });
  mkdirSync(folder.processes);
});

function runBash(script: string) {
  const environment = { PATH: process.env['PATH'] ?? '', OWN: 'yes' };
  return spawnProcess({ folder, name: 'c-1', argv: ['bash', '-c', script], environment });
}

it('records the process identity while the process runs, and removes it afterwards', async () => {
  const spawned = runBash('pwd; echo "$OWN" >&2; sleep 0.1; exit 3');
  expect(JSON.parse(readFileSync(join(folder.processes, 'c-1.json'), 'utf8'))).toEqual(spawned.identity);
  expect(spawned.identity !== null && isAlive(spawned.identity)).toBe(true);
  expect(await spawned.ended).toEqual({ code: 3, problem: '' });
  expect(spawned.read('stdout', 1_000)).toBe(`${folder.work}\n`);
  expect(spawned.read('stderr', 2)).toBe('ye');
  await spawned.forget();
  expect(readdirSync(folder.processes)).toEqual([]);
  expect(spawned.read('stdout', 10)).toBe('');
});

it('resolves when the process ends, although a child keeps its output open', async () => {
  const spawned = runBash('sleep 3600 & echo $!');
  expect(await spawned.ended).toEqual({ code: 0, problem: '' });
  process.kill(Number(spawned.read('stdout', 10)));
});

it('returns 128 plus the signal number as exit code', async () => {
  expect(await runBash('kill -KILL $$').ended).toMatchObject({ code: 137 });
  expect(await runBash('kill -TERM $$').ended).toMatchObject({ code: 143 });
});

it('returns exit code 126 and ENOENT for a missing program', async () => {
  const spawned = spawnProcess({ folder, name: 'c-2', argv: [join(home, 'no-such-program')], environment: {} });
  expect(spawned.identity).toBeNull();
  expect(await spawned.ended).toEqual({ code: 126, problem: expect.stringContaining('ENOENT') });
});

it('throws before it starts the process when its record cannot be written', () => {
  rmSync(folder.processes, { recursive: true });
  expect(() => runBash(`touch ${home}/started`)).toThrow('ENOENT');
  expect(existsSync(join(home, 'started'))).toBe(false);
});

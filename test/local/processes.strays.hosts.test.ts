import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { makeRealClock } from '../../lib/asl/clock/real';
import { killAllHosts, endProcesses, killStrays } from '../../lib/local/shutdown';
import { getMarks } from '../../lib/local/spawn-process';
import { getHostFolder } from '../../lib/local/host-folder';
import { findLeftovers } from '../../lib/local/check-cleanup';
import {
  findHostRoot,
  identify,
  listProcesses,
  type Moment,
  getMoment,
  listOpenPaths,
  findStrays,
} from '../../lib/local/processes';
import { lives, until } from '../process-state';
import { temporaryFolder } from '../temporary';

let base: string;
let home: string;
const begun: ChildProcess[] = [];

beforeEach(() => {
  base = temporaryFolder('fsxbench-strays-');
  home = join(base, 'hosts');
  for (const name of ['hosts/i-1/work', 'hosts-of-another', 'data/fsxbench-e__r1/client-0'])
    mkdirSync(join(base, name), { recursive: true });
});
afterEach(() => {
  for (const child of begun.splice(0)) child.kill('SIGKILL');
});

/** What a script with a clear environment leaves: in a session of its own, without a terminal. */
async function startStray(script: string, env: Record<string, string> = {}): Promise<number> {
  const child = spawn('bash', ['-c', `${script}; echo up; exec sleep 30 >/dev/null`], {
    detached: true,
    cwd: '/',
    env,
  });
  begun.push(child);
  const pid = child.pid ?? 0;
  child.stdout.resume();
  await until(() => listOpenPaths(pid).includes('/dev/null'));
  return pid;
}
const listPlaces = (pid: number, folders: readonly string[]): readonly string[] =>
  findStrays(listProcesses(), folders).find((one) => one.process.pid === pid)?.places ?? [];
const findPlace = (pid: number, folders: readonly string[]): string | null => listPlaces(pid, folders)[0] ?? null;
const QUICK = { graceMs: 100, stuckMs: 3000 };
/** As the folder of a host says when it was made. */
const record = (name: string, made: Moment): void =>
  writeFileSync(join(home, name, 'host.json'), JSON.stringify({ version: 1, made }));
/** Longer than a tick of the clock by which processes are told apart. */
const tick = (): Promise<void> => pause(30);

it('finds stray processes by working folder and by files open for writing, also deleted ones', async () => {
  const place = join(home, 'i-1/work');
  const [works, writes, reads, marked, other] = await Promise.all([
    startStray(`cd ${place}`),
    startStray(`exec 3>${place}/file`),
    startStray(`touch ${place}/read; exec 3<${place}/read`),
    startStray(`cd ${place}`, { FSXBENCH_ROOT: join(base, 'hosts-of-another') }),
    startStray(`cd ${base}/hosts-of-another`),
  ]);
  expect([works, writes, reads, marked, other].map((pid) => findPlace(pid, [home]))).toEqual([
    place,
    `${place}/file`,
    null,
    null,
    null,
  ]);
  rmSync(join(home, 'i-1'), { recursive: true });
  expect([works, writes].map((pid) => findPlace(pid, [home]))).toEqual([
    `${place} (deleted)`,
    `${place}/file (deleted)`,
  ]);
  expect([findPlace(works, []), findPlace(process.pid, ['/'])]).toEqual([null, null]);
});

it('excludes processes at a terminal, and the process that provides the terminal', async () => {
  const command = 'exec env -i sleep 30 >/dev/null';
  // As a server of terminals does it that was started there.
  const at = spawn('script', ['-q', '-c', command, '/dev/null'], { cwd: `${home}/i-1`, detached: true });
  begun.push(at);
  const inside = (): readonly number[] =>
    [at.pid ?? 0, ...listChildren(at.pid ?? 0)].filter((pid) => listOpenPaths(pid).includes('/dev/null'));
  await until(() => inside().length === 2);
  expect(listProcesses().find(({ pid }) => pid === at.pid)?.terminal).toBe(false);
  expect(inside().map((pid) => findPlace(pid, [home]))).toEqual([null, null]);
});

it('excludes the current process and its parent', async () => {
  const cwd = process.cwd();
  const above = listProcesses().find(({ pid }) => pid === process.pid)?.parent ?? 0;
  expect(listOpenPaths(above)).toContain(cwd);
  expect([findPlace(above, [cwd]), findPlace(process.pid, [cwd])]).toEqual([null, null]);
});

it('ends a stray process, and keeps processes that it started outside the folders', async () => {
  const elsewhere = join(base, 'pid');
  const one = await startStray(`cd ${home}/i-1; (cd /; exec setsid sleep 30 >/dev/null 2>&1) & echo $! >${elsewhere}`);
  const started = Number(readFileSync(elsewhere, 'utf8'));
  await until(() => findPlace(started, [home]) === null);
  const strays = { folders: [home], since: identify(process.pid) };
  await endProcesses({ heads: [], marks: [], strays }, QUICK, makeRealClock());
  expect([one, started].map(lives)).toEqual([false, true]);
  process.kill(started, 'SIGKILL');
});

it('ends only stray processes that began after their host, and lists older ones as leftovers', async () => {
  const early = await startStray(`cd ${home}/i-1`);
  await tick();
  const since = getMoment();
  record('i-1', since);
  const late = await startStray(`cd ${home}/i-1`);
  const seen = async (): Promise<number[]> => (await findLeftovers(home, [])).processes.map(({ pid }) => pid);
  expect(await seen()).toHaveLength(2);
  expect(await seen()).toEqual(expect.arrayContaining([early, late]));
  await endProcesses({ heads: [], marks: [], strays: { folders: [home], since: null } }, QUICK, makeRealClock());
  expect([early, late].map(lives)).toEqual([true, true]);
  killAllHosts(home);
  await until(() => !lives(late));
  expect(lives(early)).toBe(true);
  const again = await startStray(`cd ${home}/i-1`);
  await endProcesses({ heads: [], marks: [], strays: { folders: [home], since } }, QUICK, makeRealClock());
  expect([early, again].map(lives)).toEqual([true, false]);
  expect(await seen()).toEqual([early]);
});

it('kills stray processes in a data directory, also when another data directory is missing', async () => {
  const data = join(base, 'data/fsxbench-e__r1');
  mkdirSync(join(home, 'i-1/volumes'));
  symlinkSync(join(base, 'data/gone'), join(home, 'i-1/volumes/a'));
  symlinkSync(data, join(home, 'i-1/volumes/b'));
  record('i-1', getMoment());
  const one = await startStray(`cd ${data}`);
  expect(killAllHosts(home).data).toEqual([data]);
  await until(() => !lives(one));
});

it('assigns a process with one of the two environment marks to its host', async () => {
  const place = join(home, 'i-1/work');
  const [root, id, gone] = await Promise.all([
    startStray('cd /', { FSXBENCH_ROOT: join(home, 'i-1') }),
    startStray(`cd ${place}`, { FSXBENCH_HOST_ID: 'i-1' }),
    startStray(`cd ${place}`, { FSXBENCH_ROOT: join(base, 'no-host') }),
  ]);
  const { processes } = await findLeftovers(home, []);
  expect(processes).toHaveLength(3);
  expect(processes).toEqual(expect.arrayContaining([root, id, gone].map((pid) => ({ pid, instanceId: 'i-1' }))));
  const strays = { folders: [join(home, 'i-1')], since: identify(process.pid) };
  const marks = getMarks(getHostFolder(home, 'i-1'));
  await endProcesses({ heads: [], marks, strays }, QUICK, makeRealClock());
  expect([root, id, gone].map(lives)).toEqual([false, false, false]);
});

it('assigns a stray process to the first open path that identifies a host or rig', async () => {
  const data = join(base, 'data');
  const [second, gone] = await Promise.all([
    startStray(`cd ${data}; exec 3>${home}/i-1/file`),
    startStray(`cd ${data}/fsxbench-e__r1; rm -r ${data}/fsxbench-e__r1`),
  ]);
  const { processes } = await findLeftovers(home, [data]);
  expect(processes).toHaveLength(2);
  expect(processes).toEqual(
    expect.arrayContaining([
      { pid: second, instanceId: 'i-1' },
      { pid: gone, instanceId: '', rigTag: 'e__r1' },
    ]),
  );
});

it('finds the host folder of a path', () =>
  expect(
    [`${home}/i-1/x`, `${home}/i-1`, home, `${home}-of-another/i-1`].map((one) => findHostRoot(home, one)),
  ).toEqual([`${home}/i-1`, `${home}/i-1`, null, null]));

it('lists stray processes as leftovers, and ends them with their host or data, or by killStrays', async () => {
  const data = join(base, 'data/fsxbench-e__r1');
  const [inHost, inData] = await Promise.all([startStray(`cd ${home}/i-1`), startStray(`cd ${data}/client-0`)]);
  const processes = [
    { pid: inHost, instanceId: 'i-1' },
    { pid: inData, instanceId: '', rigTag: 'e__r1' },
  ].sort((a, b) => a.pid - b.pid);
  expect((await findLeftovers(home, [join(base, 'data')])).processes).toEqual(processes);
  record('i-1', { ...getMoment(), start: '0' });
  const strays = { folders: [data], since: identify(process.pid) };
  await endProcesses({ heads: [], marks: [], strays }, QUICK, makeRealClock());
  expect([inHost, inData].map(lives)).toEqual([true, false]);
  expect(killStrays(home)).toBe(0);
  killAllHosts(home);
  await until(() => !lives(inHost));
  const gone = await startStray(`mkdir ${home}/i-2; cd ${home}/i-2; rmdir ${home}/i-2`);
  expect(killStrays(home)).toBe(1);
  await until(() => !lives(gone));
});

function listChildren(parent: number): readonly number[] {
  return listProcesses()
    .filter((one) => one.parent === parent)
    .map(({ pid }) => pid);
}

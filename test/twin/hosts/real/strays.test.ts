import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { realClock } from '../../../../lib/asl/clock/real';
import { endAtOnce, endStrays } from '../../../../lib/twin/hosts/real/at-once';
import { endFamily } from '../../../../lib/twin/hosts/real/ending';
import { leftOnMachine } from '../../../../lib/twin/hosts/real/left';
import { listProcesses, placesOf, readProcess } from '../../../../lib/twin/hosts/real/proc';
import { hostOfPlace, strayPlace } from '../../../../lib/twin/hosts/real/strays';
import { lives, until } from '../host-world';

let base: string;
let home: string;
const begun: ChildProcess[] = [];

beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), 'fsxbench-strays-')));
  home = join(base, 'hosts');
  for (const name of ['hosts/i-1/work', 'hosts-of-another', 'data/fsxbench-e__r1/client-0'])
    mkdirSync(join(base, name), { recursive: true });
});
afterEach(() => {
  for (const child of begun.splice(0)) child.kill('SIGKILL');
  rmSync(base, { recursive: true, force: true });
});

/** What a script with a clear environment leaves: in a session of its own, without a terminal. */
async function stray(script: string, env: Record<string, string> = {}): Promise<number> {
  const child = spawn('bash', ['-c', `${script}; echo up; exec sleep 30 >/dev/null`], {
    detached: true,
    cwd: '/',
    env,
  });
  begun.push(child);
  const pid = child.pid ?? 0;
  child.stdout.resume();
  await until(() => placesOf(pid).includes('/dev/null'));
  return pid;
}
const placeOf = (pid: number, folders: readonly string[]): string | null => {
  const found = readProcess(pid);
  return found === null ? null : strayPlace(found, folders);
};

it('is known by where it works and writes, also where that was deleted, and by nothing else', async () => {
  const place = join(home, 'i-1/work');
  const [works, writes, reads, marked, other] = await Promise.all([
    stray(`cd ${place}`),
    stray(`exec 3>${place}/file`),
    stray(`touch ${place}/read; exec 3<${place}/read`),
    stray(`cd ${place}`, { FSXBENCH_ROOT: '/elsewhere' }),
    stray(`cd ${base}/hosts-of-another`),
  ]);
  expect([works, writes, reads, marked, other].map((pid) => placeOf(pid, [home]))).toEqual([
    place,
    `${place}/file`,
    null,
    null,
    null,
  ]);
  rmSync(join(home, 'i-1'), { recursive: true });
  expect([works, writes].map((pid) => placeOf(pid, [home]))).toEqual([`${place} (deleted)`, `${place}/file (deleted)`]);
  expect([placeOf(works, []), placeOf(process.pid, ['/'])]).toEqual([null, null]);
});

it('is nobody at a terminal', async () => {
  const at = spawn('script', ['-q', '-c', `cd ${home}/i-1; exec env -i sleep 30 >/dev/null`, '/dev/null'], {
    cwd: '/',
  });
  begun.push(at);
  const inside = (): readonly number[] =>
    at.pid === undefined ? [] : childrenOf(at.pid).filter((pid) => placesOf(pid).includes(`${home}/i-1`));
  await until(() => inside().length > 0);
  expect(inside().map((pid) => placeOf(pid, [home]))).toEqual([null]);
});

it('tells of which host a place is', () =>
  expect([`${home}/i-1/x`, `${home}/i-1`, home, `${home}-of-another/i-1`].map((one) => hostOfPlace(home, one))).toEqual(
    [`${home}/i-1`, `${home}/i-1`, null, null],
  ));

it('is seen among what is left, and ended with its host, its data, or at once', async () => {
  const data = join(base, 'data/fsxbench-e__r1');
  const [inHost, inData] = await Promise.all([stray(`cd ${home}/i-1`), stray(`cd ${data}/client-0`)]);
  const processes = [
    { pid: inHost, instanceId: 'i-1' },
    { pid: inData, instanceId: '', rigTag: 'e__r1' },
  ].sort((a, b) => a.pid - b.pid);
  expect((await leftOnMachine(home, [join(base, 'data')])).processes).toEqual(processes);
  await endFamily({ heads: [], marks: [], places: [data] }, { graceMs: 100, stuckMs: 3000 }, realClock());
  expect([inHost, inData].map(lives)).toEqual([true, false]);
  expect(endStrays(home)).toBe(0);
  endAtOnce(home);
  await until(() => !lives(inHost));
  const gone = await stray(`mkdir ${home}/i-2; cd ${home}/i-2; rmdir ${home}/i-2`);
  expect(endStrays(home)).toBe(1);
  await until(() => !lives(gone));
});

function childrenOf(parent: number): readonly number[] {
  return listProcesses()
    .filter((one) => one.parent === parent)
    .map(({ pid }) => pid);
}

import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeRealClock } from '../../lib/asl/clock/real';
import { endProcesses, listMembers } from '../../lib/local/shutdown';
import { identify, type ProcessIdentity } from '../../lib/local/processes';
import { lives, until } from '../process-state';
import { temporaryFolder } from '../temporary';

const QUICK = { graceMs: 100, stuckMs: 3_000 };
let folder: string;
let begun: ChildProcess[];

beforeEach(() => {
  folder = temporaryFolder('fsxbench-ending-');
  begun = [];
});

afterEach(() => {
  for (const child of begun) child.kill('SIGKILL');
});

/** Starts a script in a session of its own; it writes process numbers to files of the folder. */
function startScript(script: string, env: Record<string, string> = {}): ProcessIdentity {
  const child = spawn('bash', ['-c', script], {
    cwd: folder,
    detached: true,
    stdio: 'ignore',
    env: { PATH: process.env['PATH'] ?? '', ...env },
  });
  begun.push(child);
  const identity = identify(child.pid ?? 0);
  if (identity === null) throw new Error('the script did not start');
  return identity;
}

async function readPid(name: string): Promise<number> {
  const path = join(folder, name);
  await until(() => existsSync(path) && readFileSync(path, 'utf8').trim() !== '');
  return Number(readFileSync(path, 'utf8'));
}

it('ends a process with its group, session, descendants and marked processes, and keeps others', async () => {
  const mark = `M=${folder}`;
  const head = startScript(
    [
      'setsid bash -c "echo \\$\\$ >deep; sleep 30" &',
      'set -m; env -i sleep 30 & echo $! >group; set +m',
      'env -i setsid bash -c "echo \\$\\$ >bare; sleep 30" &',
      'wait',
    ].join('\n'),
    { M: folder },
  );
  const stranger = startScript('echo $$ >stranger; sleep 30', { M: `${folder}/other` });
  // It lives a moment, or it may be over before it can be identified.
  const orphanage = startScript('(setsid bash -c "echo \\$\\$ >orphan; sleep 30" &); sleep 0.5', { M: folder });
  const ours = await Promise.all(['deep', 'group', 'bare', 'orphan'].map(readPid));
  await until(() => !lives(orphanage.pid));
  await readPid('stranger');
  expect(listMembers({ heads: [head], marks: [mark] }).map((one) => one.pid)).toEqual(expect.arrayContaining(ours));
  await endProcesses({ heads: [head], marks: [mark] }, QUICK, makeRealClock());
  expect([head.pid, ...ours].map(lives)).toEqual([false, false, false, false, false]);
  expect(lives(stranger.pid)).toBe(true);
});

it('sends TERM first, and kills processes that ignore it', async () => {
  const polite = startScript("trap 'touch polite; exit' TERM; echo $$ >up1; while :; do sleep 0.01; done");
  const deaf = startScript("trap '' TERM; echo $$ >up2; while :; do sleep 0.01; done");
  await Promise.all(['up1', 'up2'].map(readPid));
  await endProcesses({ heads: [polite, deaf], marks: [] }, QUICK, makeRealClock());
  expect([polite.pid, deaf.pid].map(lives)).toEqual([false, false]);
  expect(existsSync(join(folder, 'polite'))).toBe(true);
});

it('ends a process that keeps forking itself', async () => {
  const mark = `M=${folder}`;
  startScript('echo x >up; hop() { sleep 0.005; (trap "" TERM; hop &); }; hop; sleep 0.5', { M: folder });
  await until(() => existsSync(join(folder, 'up')));
  await endProcesses({ heads: [], marks: [mark] }, { ...QUICK, stuckMs: 10_000 }, makeRealClock());
  expect(listMembers({ heads: [], marks: [mark] })).toEqual([]);
});

it('keeps a process that has the reused pid of an ended one', async () => {
  const other = startScript('echo $$ >up; sleep 30');
  await readPid('up');
  const recycled = { ...other, start: `${Number(other.start) - 1}` };
  await endProcesses({ heads: [recycled], marks: [] }, QUICK, makeRealClock());
  expect(lives(other.pid)).toBe(true);
});

it('lists no processes without heads and marks, and excludes the current process', () => {
  expect(listMembers({ heads: [], marks: [] })).toEqual([]);
  const self = identify(process.pid);
  const members = listMembers({ heads: self === null ? [] : [self], marks: [] });
  expect(members.map((one) => one.pid)).not.toContain(process.pid);
});

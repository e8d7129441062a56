import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  listCpuTimes,
  parseIdentity,
  readEnvironment,
  identify,
  isAlive,
  listProcesses,
  readProcess,
} from '../../lib/local/processes';
import { until } from '../process-state';
import { temporaryFolder } from '../temporary';

it('finds the current process in /proc', () => {
  expect(readProcess(process.pid)).toMatchObject({ pid: process.pid, parent: process.ppid });
  expect(listProcesses().map(({ pid }) => pid)).toContain(process.pid);
  expect(readEnvironment(process.pid).some((setting) => setting.startsWith('PATH='))).toBe(true);
});

it('lists the CPU time of a busy process, and leaves out this one', async () => {
  const child = spawn(process.execPath, ['-e', 'for (;;);']);
  const used = () => listCpuTimes().get(child.pid ?? 0)?.ms ?? 0;
  expect(await until(() => used() >= 200)).toBe(true);
  child.kill('SIGKILL');
  expect(listCpuTimes().has(process.pid)).toBe(false);
});

it('distinguishes a process from a later one with its pid, and from one before a reboot', () => {
  const identity = identify(process.pid);
  if (identity === null) throw new Error('this process is not in /proc');
  expect(isAlive(identity)).toBe(true);
  expect(isAlive({ ...identity, start: `${Number(identity.start) + 1}` })).toBe(false);
  expect(isAlive({ ...identity, boot: 'another' })).toBe(false);
});

it('parses program names with parentheses, and treats a zombie as ended', async () => {
  const folder = temporaryFolder('fsxbench-proc-');
  const program = join(folder, ') Z 1 (x');
  copyFileSync('/bin/sleep', program);
  const child = spawn(program, ['30'], { detached: true });
  const pid = child.pid ?? 0;
  await until(() => readEnvironment(pid).length > 1);
  expect(readProcess(pid)).toMatchObject({ pid, parent: process.pid, group: pid, session: pid });
  const identity = identify(pid);
  child.kill('SIGKILL');
  await once(child, 'exit');
  expect(identity !== null && isAlive(identity)).toBe(false);
  expect(identify(pid)).toBeNull();
  expect(readEnvironment(pid)).toEqual(['']);
});

it.each([
  null,
  1,
  {},
  { pid: 0, start: '1', boot: 'b' },
  { pid: 1.5, start: '1', boot: 'b' },
  { pid: 7, start: 1, boot: 'b' },
])('returns null for the invalid identity %j', (value) => expect(parseIdentity(value)).toBeNull());

it('parses a valid identity and ignores other members', () => {
  expect(parseIdentity({ pid: 7, start: '1', boot: 'b', more: 1 })).toEqual({ pid: 7, start: '1', boot: 'b' });
});

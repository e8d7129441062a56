import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { lockMachine } from '../../lib/local/machine-lock';
import { until } from '../process-state';

const holder = { cwd: '/work/a', experiment: 'disks', executionId: 'e1' };
let name = '';
beforeEach(() => {
  name = randomUUID();
});

function takeLock(
  more: { wait?: boolean; waiting?: (line: string) => void; executionId?: string } = {},
): Promise<() => void> {
  const { wait = false, waiting = () => undefined, executionId = 'e1' } = more;
  return lockMachine({ name, holder: { ...holder, executionId }, wait, waiting });
}

it('refuses a second execution as MachineBusy and names the running one', async () => {
  const unlock = await takeLock();
  const refused = takeLock({ executionId: 'e2' });
  await expect(refused).rejects.toMatchObject({ name: 'MachineBusy', exitCode: 3 });
  const who = new RegExp(`busy with disks e1 of \\S+ \\(process ${process.pid}, in /work/a, since \\d\\d:.*--wait`);
  await expect(refused).rejects.toThrow(who);
  unlock();
  (await takeLock())();
});

it('waits with `wait`, prints which execution runs, and admits one at a time', async () => {
  const unlock = await takeLock();
  const said: string[] = [];
  const order: string[] = [];
  const turn = async (executionId: string): Promise<void> => {
    const done = await takeLock({ wait: true, waiting: (line) => said.push(line), executionId });
    order.push(`${executionId} in`);
    await sleep(30);
    order.push(`${executionId} out`);
    done();
  };
  const turns = [turn('e2'), turn('e3')];
  await until(() => said.length === 2);
  expect(order).toEqual([]);
  expect(said).toHaveLength(2);
  expect(said[0]).toMatch(/^waiting for disks e1 of /);
  unlock();
  await Promise.all(turns);
  const [first = '', second = ''] = order[0] === 'e2 in' ? ['e2', 'e3'] : ['e3', 'e2'];
  expect(order).toEqual([`${first} in`, `${first} out`, `${second} in`, `${second} out`]);
});

it('admits waiting executions in order of arrival, and refuses one that does not wait', async () => {
  const unlock = await takeLock();
  const order: string[] = [];
  const said: string[] = [];
  const turn = async (executionId: string): Promise<void> => {
    const done = await takeLock({ wait: true, waiting: (line) => said.push(`${executionId} ${line}`), executionId });
    order.push(executionId);
    await expect(takeLock({ executionId: 'hasty' })).rejects.toThrow('this machine is busy');
    done();
  };
  const turns: Promise<void>[] = [];
  for (let number = 2; number <= 7; number += 1) {
    turns.push(turn(`e${number}`));
    await until(() => said.length === number - 1);
  }
  unlock();
  // One that comes the moment the lock is free goes behind all that wait.
  turns.push(turn('late'));
  await Promise.all(turns);
  expect(order).toEqual(['e2', 'e3', 'e4', 'e5', 'e6', 'e7', 'late']);
  expect(said.find((line) => line.startsWith('e5'))).toMatch(/^e5 waiting for disks e4 of /);
});

it('is free again when its holder was killed', async () => {
  const code = `require('node:net').createServer().listen('\\0fsxbench-${name}', () => console.log('here'))`;
  const child = spawn(process.execPath, ['-e', code], { stdio: ['ignore', 'pipe', 'inherit'] });
  await once(child.stdout, 'data');
  await expect(takeLock()).rejects.toThrow(/an execution that does not answer/);
  child.kill('SIGKILL');
  await once(child, 'exit');
  (await takeLock())();
});

it('escapes control characters in the name of the holder, and ignores an oversized answer', async () => {
  for (const [card, says] of [
    ['disks e1 of eve\u001b[2J\n', 'busy with disks e1 of eve?[2J; two'],
    ['x'.repeat(10_000), 'an execution that does not answer'],
  ] as const) {
    const server = createServer((socket) => void socket.end(card));
    server.listen(`\0fsxbench-${name}`);
    await once(server, 'listening');
    await expect(takeLock()).rejects.toThrow(says);
    server.close();
    await once(server, 'close');
  }
});

it('closes connections of other processes when it is unlocked', async () => {
  const unlock = await takeLock();
  const asker = connect(`\0fsxbench-${name}`);
  await once(asker, 'data');
  unlock();
  await once(asker, 'close');
  expect(asker.destroyed).toBe(true);
  (await takeLock())();
});

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { HostWorld, WRAPPER } from '../twin/hosts/host-world';
import { lives } from '../process-state';

it('what a killed process leaves is found and removed by the next one', async () => {
  const world = new HostWorld();
  const { folder, bucketDir, base: cwd } = world;
  const data = join(cwd, 'data');
  const launch = world.launch(1, world.volume(data));
  const command = world.command('setsid bash -c "echo \\$\\$ >far; sleep 30" & echo $$ >near; wait');
  const task = JSON.stringify({ options: { folder, bucketDir, cwd, wrapper: WRAPPER }, launch, command });
  const program = join(process.cwd(), 'dist/test-tree/test/twin/hosts/launch-and-wait.js');
  const parent = spawn('node', [program, task], { stdio: 'ignore' });
  try {
    const pids = [await world.pid(1, 'near'), await world.pid(1, 'far')];
    const hosts = world.driver();
    expect(await hosts.survivors()).toEqual([]);
    parent.kill('SIGKILL');
    await once(parent, 'exit');
    expect(pids.map(lives)).toEqual([true, true]);
    expect(await hosts.survivors()).toEqual([launch]);
    await hosts.terminate('i-1');
    expect(pids.map(lives)).toEqual([false, false]);
    expect(await world.processes()).toEqual([]);
    expect(readdirSync(folder)).toEqual([]);
    expect(existsSync(data)).toBe(false);
  } finally {
    parent.kill('SIGKILL');
    world.remove();
  }
});

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { RealHosts, WRAPPER } from '../twin/hosts/real-hosts';
import { lives } from '../process-state';

it('finds and removes hosts, processes and data of a killed fsxbench process', async () => {
  const realHosts = new RealHosts();
  const { folder, bucketDir, base: cwd } = realHosts;
  const data = join(cwd, 'data');
  const launch = realHosts.launch(1, realHosts.volume(data));
  const command = realHosts.command('setsid bash -c "echo \\$\\$ >far; sleep 30" & echo $$ >near; wait');
  const task = JSON.stringify({ options: { folder, bucketDir, cwd, wrapper: WRAPPER }, launch, command });
  const program = join(process.cwd(), 'dist/test-tree/test/twin/hosts/launch-and-wait.js');
  const parent = spawn('node', [program, task], { stdio: 'ignore' });
  try {
    const pids = [await realHosts.pid(1, 'near'), await realHosts.pid(1, 'far')];
    const hosts = realHosts.driver();
    expect(await hosts.survivors()).toEqual([]);
    parent.kill('SIGKILL');
    await once(parent, 'exit');
    expect(pids.map(lives)).toEqual([true, true]);
    expect(await hosts.survivors()).toEqual([launch]);
    await hosts.terminate('i-1');
    expect(pids.map(lives)).toEqual([false, false]);
    expect(await realHosts.processes()).toEqual([]);
    expect(readdirSync(folder)).toEqual([]);
    expect(existsSync(data)).toBe(false);
  } finally {
    parent.kill('SIGKILL');
    realHosts.remove();
  }
});

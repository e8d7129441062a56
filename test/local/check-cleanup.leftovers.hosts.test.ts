import { spawn } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findLeftovers } from '../../lib/local/check-cleanup';
import { readEnvironment } from '../../lib/local/processes';
import { until } from '../process-state';
import { temporaryFolder } from '../temporary';

it('finds processes, host folders and marked data directories of its working folder only', async () => {
  const base = temporaryFolder('fsxbench-left-');
  const home = join(base, 'hosts');
  mkdirSync(join(home, 'i-1'), { recursive: true });
  writeFileSync(join(home, 'i-1', 'host.json'), '{"launch": {"tags": {"fsxbench:execution": "e"}}}');
  const data = join(base, 'data');
  mkdirSync(join(data, 'inner'), { recursive: true });
  mkdirSync(join(data, 'foreign'));
  mkdirSync(join(data, 'fsxbench-e__r2'));
  writeFileSync(join(data, 'inner', '.fsxbench-volume'), 'e__r1\n');
  const begin = (root: string) =>
    spawn('sleep', ['30'], {
      env: { FSXBENCH_ROOT: root, FSXBENCH_HOST_ID: 'i-1', PATH: process.env['PATH'] },
      stdio: 'ignore',
    });
  const [ours, theirs] = [begin(join(home, 'i-1')), begin(`${home}-other/i-1`)];
  try {
    await until(() => [ours, theirs].every(({ pid }) => readEnvironment(pid ?? 0).includes('FSXBENCH_HOST_ID=i-1')));
    expect(await findLeftovers(home, [data, join(base, 'nowhere')])).toEqual({
      processes: [{ pid: ours.pid, instanceId: 'i-1' }],
      folders: [{ path: join(home, 'i-1'), instanceId: 'i-1', tags: { 'fsxbench:execution': 'e' } }],
      volumes: expect.arrayContaining([
        { path: join(data, 'fsxbench-e__r2'), rigTag: 'e__r2' },
        { path: join(data, 'inner'), rigTag: 'e__r1' },
      ]),
    });
  } finally {
    ours.kill('SIGKILL');
    theirs.kill('SIGKILL');
    rmSync(base, { recursive: true });
  }
  expect(await findLeftovers(home, [data])).toEqual({ processes: [], folders: [], volumes: [] });
});

import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { renderScript } from '../../lib/workloads/shell';
import { scriptFiles } from '../workloads/script-hosts';
import { RealHosts, RIG } from '../twin/hosts/real-hosts';

const FILES = scriptFiles('directory');

it('leaves no data directory when the hosts of a rig end at any moment of their boot', async () => {
  const realHosts = new RealHosts();
  const hosts = realHosts.driver();
  const path = join(realHosts.base, 'disk');
  const variables = { FSXBENCH_TARGET_PATH: path, FSXBENCH_RIG_TAG: RIG, FSXBENCH_COPY: 'c1' };
  const userData = renderScript({ comment: [], variables, files: ['shell/remove.sh', 'boot.sh'] }, FILES);
  for (let delay = 0; delay <= 30; delay += 2) {
    const numbers = [1, 2, 3];
    const launched = numbers.map((number) => hosts.launch({ ...realHosts.launch(number), userData }).catch(() => {}));
    await sleep(delay);
    await Promise.all(numbers.map((number) => hosts.terminate(`i-${number}`)));
    await Promise.all(launched);
    expect(existsSync(path) ? readdirSync(path) : []).toEqual([]);
    expect(readdirSync(realHosts.folder)).toEqual([]);
  }
  realHosts.remove();
});

it('removes a data directory that it created, and keeps an empty one that existed before', async () => {
  const realHosts = new RealHosts();
  const hosts = realHosts.driver();
  const own = join(realHosts.base, 'own');
  const made = join(realHosts.base, 'made');
  mkdirSync(own);
  for (const path of [own, made]) {
    const variables = { FSXBENCH_TARGET_PATH: path, FSXBENCH_RIG_TAG: RIG, FSXBENCH_COPY: 'c1' };
    const userData = renderScript({ comment: [], variables, files: ['shell/remove.sh', 'boot.sh'] }, FILES);
    await hosts.launch({ ...realHosts.launch(1), userData });
    expect(existsSync(join(path, `fsxbench-${RIG}`))).toBe(true);
    await hosts.terminate('i-1');
  }
  expect(readdirSync(own)).toEqual([]);
  expect(existsSync(made)).toBe(false);
  realHosts.remove();
});

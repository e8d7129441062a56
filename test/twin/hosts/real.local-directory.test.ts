import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { renderScript } from '../../../lib/workloads/shell';
import { HostWorld, RIG } from './host-world';

const BOOT = readFileSync(join(__dirname, '../../../workloads/local-directory/boot.sh'), 'utf8');

it('hosts of a rig that are ended at any moment of their boot leave no directory behind', async () => {
  const world = new HostWorld();
  const hosts = world.driver();
  const path = join(world.base, 'disk');
  const variables = { FSXBENCH_TARGET_PATH: path, FSXBENCH_RIG_TAG: RIG };
  const userData = renderScript({ comment: [], variables, files: ['boot.sh'] }, { 'boot.sh': BOOT });
  for (let delay = 0; delay <= 30; delay += 2) {
    const numbers = [1, 2, 3];
    const launched = numbers.map((number) => hosts.launch({ ...world.launch(number), userData }).catch(() => {}));
    await sleep(delay);
    await Promise.all(numbers.map((number) => hosts.terminate(`i-${number}`)));
    await Promise.all(launched);
    expect(existsSync(path) ? readdirSync(path) : []).toEqual([]);
    expect(readdirSync(world.folder)).toEqual([]);
  }
  world.remove();
});

import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { makeFixturesStep } from '../../lib/experiment/fixtures/script';
import type { Fixture } from '../../lib/shapes/fixture';
import type { HostDriver, HostLaunch } from '../../lib/twin/hosts/driver';
import { killAllHosts } from '../../lib/local/shutdown';
import { readServices } from '../../lib/local/host-folder';
import { passive, TEXTS } from '../workloads/fixtures/fixture-host';
import { RealHosts } from '../twin/hosts/real-hosts';
import { lives, until } from '../process-state';
import { joinScript } from '../../lib/workloads/shell';

let realHosts: RealHosts;
let hosts: HostDriver;
let host: HostLaunch;
const started: number[] = [];
beforeEach(async () => {
  realHosts = new RealHosts();
  hosts = realHosts.driver();
  const plain = realHosts.launch(1);
  host = { ...plain, tags: { ...plain.tags, 'fsxbench:experiment': 'e' } };
  await hosts.launch(host);
});
afterEach(async () => {
  await hosts.terminate('i-1');
  for (const pid of started.filter(lives)) process.kill(pid, 'SIGKILL');
  realHosts.remove();
});

const BEAT = 'while :; do date +%s%N >"$FSXBENCH_OUT/beat"; sleep 0.05; done\n';
/** It takes all marks off itself, as what changes its user does: nothing tells of it but `slots.json`. */
const BARE = 'echo >"$FSXBENCH_OUT/beat"; exec env -i sleep 1000\n';
const service = (up: string): Fixture =>
  passive('service/heart', up, {
    up,
    down: 'true\n',
    lasting: { ready: '[[ -e $FSXBENCH_ROOT/services/service-heart/beat ]]\n', readySeconds: 10 },
  });

/** Runs the command `fixtures`. @returns the service's first process */
async function apply(...wanted: Fixture[]): Promise<number> {
  const { script } = makeFixturesStep({ wanted, before: [], roles: ['client'] }, TEXTS);
  const done = await hosts.run('i-1', realHosts.command(joinScript(script), { command: 'fixtures', seconds: 60 })).done;
  expect(done).toMatchObject({ status: 'Success', stderr: '' });
  const [found] = readServices({ root: realHosts.at(1) });
  if (found !== undefined) started.push(found.pid);
  return found?.pid ?? 0;
}
const listNoted = (driver = hosts): [string, string][] =>
  (driver.notes?.list('e', 'exec-1') ?? [])
    .filter(({ kind }) => kind === 'process')
    .map(({ id, state }) => [id, state]);

describe('service of a local host', () => {
  it('outlives its command and a cancelled one, ends with its host, and is in the manifest', async () => {
    const pid = await apply(service(BEAT));
    const other = hosts.run('i-1', realHosts.command('sleep 30'));
    await until(() => lives(pid));
    other.cancel();
    expect(await other.done).toMatchObject({ status: 'Cancelled' });
    expect(lives(pid)).toBe(true);
    expect(await realHosts.processes()).toContain(pid);
    expect(listNoted()).toContainEqual([String(pid), 'there']);
    await hosts.terminate('i-1');
    expect(lives(pid)).toBe(false);
    expect(await realHosts.processes()).toEqual([]);
    expect(listNoted()).toContainEqual([String(pid), 'gone']);
  });

  it('is started again when it was killed', async () => {
    const pid = await apply(service(BEAT));
    process.kill(pid, 'SIGKILL');
    expect(await until(() => !lives(pid))).toBe(true);
    const second = await apply(service(BEAT));
    expect(second).not.toBe(pid);
    expect(lives(second)).toBe(true);
    expect(await apply()).toBe(0);
    expect(await until(() => !lives(second))).toBe(true);
  });

  it.each([
    ['with environment marks', BEAT],
    ['without environment marks', BARE],
  ])('is found and ended after fsxbench was killed: service %s', async (_, up) => {
    const pid = await apply(service(up));
    // As if it had been killed before it noted anything.
    rmSync(join(realHosts.bucketDir, 'executions'), { recursive: true });
    realHosts.orphan(1);
    const later = realHosts.driver();
    expect(await later.survivors()).toEqual([host]);
    expect(await realHosts.processes()).toContain(pid);
    await later.terminate('i-1');
    expect(lives(pid)).toBe(false);
    expect(listNoted(later)).toContainEqual([String(pid), 'gone']);
  });

  it.each([
    ['with environment marks', BEAT],
    ['without environment marks', BARE],
  ])('is killed by killAllHosts: service %s', async (_, up) => {
    const pid = await apply(service(up));
    killAllHosts(realHosts.folder);
    expect(await until(() => !lives(pid))).toBe(true);
  });
});

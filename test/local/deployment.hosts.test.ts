import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { HostDriver } from '../../lib/twin/hosts/driver';
import { RealHosts } from '../twin/hosts/real-hosts';
import { lives, until } from '../process-state';

let realHosts: RealHosts;
let hosts: HostDriver;

beforeEach(() => {
  realHosts = new RealHosts();
  hosts = realHosts.driver();
});

afterEach(async () => {
  const left = existsSync(realHosts.folder) ? readdirSync(realHosts.folder) : [];
  await Promise.all(left.map((id) => hosts.terminate(id).catch(() => {})));
  realHosts.remove();
});

describe('launch of local hosts', () => {
  it('runs the boot script in a separate folder, with four FSXBENCH_ variables and none of npm', async () => {
    await hosts.launch(
      realHosts.launch(1, 'env -0 | tr "\\0" "\\n" >"$FSXBENCH_ROOT/work/env"; sleep 0.1; touch "$FSXBENCH_ROOT/up"'),
    );
    expect(existsSync(realHosts.at(1, 'up'))).toBe(true);
    const settings = readFileSync(realHosts.at(1, 'work', 'env'), 'utf8');
    const names = settings.split('\n').map((line) => line.split('=')[0]);
    expect(names.filter((name) => name?.startsWith('FSXBENCH_'))).toHaveLength(4);
    expect(settings).toContain(`FSXBENCH_ROOT=${realHosts.at(1)}`);
    expect(settings).toContain(`FSXBENCH_CWD=${realHosts.base}`);
    expect(names.some((name) => name?.startsWith('npm_') || name === 'JEST_WORKER_ID' || name === 'NODE_ENV')).toBe(
      false,
    );
  });

  it('throws the exit code and stderr of a failed boot script', async () => {
    const launched = hosts.launch(realHosts.launch(1, 'echo "no such disk" >&2; exit 3'));
    await expect(launched).rejects.toThrow('the boot script ended with code 3: no such disk');
    await hosts.terminate('i-1');
    expect(existsSync(realHosts.at(1))).toBe(false);
  });

  it('throws and kills a boot script that exceeds its time limit', async () => {
    const launched = realHosts.driver(0.2).launch(realHosts.launch(1, 'echo $$ >"$FSXBENCH_ROOT/work/pid"; sleep 30'));
    await expect(launched).rejects.toThrow('the boot script did not end within 0.2 s');
    expect(lives(await realHosts.pid(1, 'pid'))).toBe(false);
  });

  it('refuses the id of an existing host, and keeps that host', async () => {
    await hosts.launch(realHosts.launch(1));
    await expect(hosts.launch(realHosts.launch(1))).rejects.toThrow(/i-1 is left from .*npx fsxbench clean/);
    expect(readdirSync(realHosts.folder)).toEqual(['i-1']);
  });

  it.each(['../../etc', '', '.new-1-x', 'a/b'])('refuses the instance id %j', async (instanceId) => {
    await expect(hosts.launch({ ...realHosts.launch(1), instanceId })).rejects.toThrow('is not a valid instance id');
    await expect(hosts.terminate(instanceId)).rejects.toThrow('is not a valid instance id');
  });

  it('removes folder and processes of a host that is terminated while it boots', async () => {
    for (const delay of [0, 1, 5, 30, 100]) {
      const launched = hosts.launch(realHosts.launch(1, 'setsid sleep 30 & sleep 30')).catch((error: unknown) => error);
      if (delay > 0) await sleep(delay);
      await hosts.terminate('i-1');
      expect(await launched).toBeInstanceOf(Error);
      expect(readdirSync(realHosts.folder)).toEqual([]);
      expect(await realHosts.processes()).toEqual([]);
    }
  });
});

describe('run on local hosts', () => {
  it('returns exit code, output and uploaded results', async () => {
    await hosts.launch(realHosts.launch(1));
    const well = await hosts.run('i-1', realHosts.command('echo out; echo $FSXBENCH_HOST >"$FSXBENCH_OUT/raw/name"'))
      .done;
    expect(well).toMatchObject({ exitCode: 0, status: 'Success', stderr: '' });
    expect(well.stdout).toContain('measure client-1: exit 0');
    expect(realHosts.stored('raw/t0.a1/client-1/measure/raw/name')).toBe('client-1\n');
    const badly = await hosts.run('i-1', realHosts.command('echo reason >&2; exit 9')).done;
    expect(badly).toMatchObject({ exitCode: 1, status: 'Failed', stderr: 'reason\n' });
    expect(badly.stdout).toContain('measure client-1: exit 9');
  });

  it('returns Failed for a wrong SHA-256, an unknown parameter and an unknown host', async () => {
    await hosts.launch(realHosts.launch(1));
    const other = realHosts.command('exit 0', { sha256: 'f'.repeat(64) });
    expect(await hosts.run('i-1', other).done).toMatchObject({ exitCode: 1, status: 'Failed' });
    const strange = { ...other, parameters: { ...other.parameters, Strange: '1' } };
    expect((await hosts.run('i-1', strange).done).stderr).toContain("no parameter 'Strange'");
    expect(await hosts.run('i-2', other).done).toMatchObject({ exitCode: -1, status: 'Failed' });
    expect(await hosts.run('../..', other).done).toMatchObject({ exitCode: -1, status: 'Failed' });
  });

  it('runs a command that is delivered twice only once', async () => {
    await hosts.launch(realHosts.launch(1));
    const script = 'echo ran >>"$FSXBENCH_ROOT/work/count"; sleep 0.2; exit 4';
    const twice = [1, 2].map(() => hosts.run('i-1', realHosts.command(script, { attempt: 'same.a1' })).done);
    expect((await Promise.all(twice)).map(({ stdout }) => stdout)).toEqual([
      expect.stringContaining(': exit 4 after'),
      expect.stringContaining(': exit 4 after'),
    ]);
    expect(readFileSync(realHosts.at(1, 'work', 'count'), 'utf8')).toBe('ran\n');
  });

  it('ends all processes of a cancelled command, also in other sessions, and keeps other commands', async () => {
    await hosts.launch(realHosts.launch(1));
    const script = (name: string): string =>
      [
        `setsid bash -c 'echo $$ >${name}.far; trap "" TERM; while :; do sleep 0.05; done' &`,
        `(sleep 30) & echo $$ >${name}; wait`,
      ].join('\n');
    const first = hosts.run('i-1', realHosts.command(script('a'), { attempt: 'same.a1', command: 'a' }));
    const second = hosts.run('i-1', realHosts.command(script('b'), { attempt: 'same.a1', command: 'b' }));
    const pids = await Promise.all(['a', 'a.far', 'b', 'b.far'].map((name) => realHosts.pid(1, name)));
    first.cancel();
    first.cancel();
    expect(await first.done).toMatchObject({ exitCode: -1, status: 'Cancelled' });
    expect(pids.map(lives)).toEqual([false, false, true, true]);
    second.cancel();
    expect(await second.done).toMatchObject({ status: 'Cancelled' });
    expect(pids.map(lives)).toEqual([false, false, false, false]);
    first.cancel();
    expect(readdirSync(realHosts.at(1, 'processes')).filter((name) => name.startsWith('c-'))).toEqual([]);
  });

  it('ends the command of an older attempt before it runs a newer one', async () => {
    await hosts.launch(realHosts.launch(1));
    const older = hosts.run('i-1', realHosts.command('echo $$ >older; sleep 30'));
    const pid = await realHosts.pid(1, 'older');
    const newer = await hosts.run('i-1', realHosts.command(`! kill -0 ${pid}`)).done;
    expect(newer).toMatchObject({ exitCode: 0 });
    expect(await older.done).toMatchObject({ exitCode: 1, status: 'Failed' });
  });

  it('returns TimedOut and kills a command that exceeds its time limit', async () => {
    await hosts.launch(realHosts.launch(1));
    const command = realHosts.command('echo $$ >pid; sleep 30', { seconds: 0.3 });
    expect(await hosts.run('i-1', command).done).toMatchObject({ exitCode: -1, status: 'TimedOut' });
    expect(lives(await realHosts.pid(1, 'pid'))).toBe(false);
  });
});

describe('terminate of local hosts', () => {
  it('accepts repeated and concurrent calls, and an unknown host', async () => {
    await hosts.launch(realHosts.launch(1));
    await Promise.all([hosts.terminate('i-1'), hosts.terminate('i-1'), realHosts.driver().terminate('i-1')]);
    await hosts.terminate('i-1');
    await hosts.terminate('i-7');
    expect(readdirSync(realHosts.folder)).toEqual([]);
  });

  it('fails running commands and refuses new ones', async () => {
    await hosts.launch(realHosts.launch(1));
    const running = hosts.run('i-1', realHosts.command('touch up; sleep 30'));
    await until(() => existsSync(realHosts.at(1, 'work', 'up')));
    const ended = hosts.terminate('i-1');
    expect(await hosts.run('i-1', realHosts.command('exit 0')).done).toMatchObject({ status: 'Failed' });
    await ended;
    expect(await running.done).toMatchObject({ exitCode: -1, status: 'Failed' });
    expect((await running.done).stderr).toContain('the host was terminated');
  });

  it('removes a marked data directory with its host, and throws for one without a marker', async () => {
    const [ours, theirs] = [join(realHosts.base, 'da ta'), join(realHosts.base, 'precious')];
    mkdirSync(theirs);
    writeFileSync(join(theirs, 'thesis.txt'), 'years');
    await hosts.launch(realHosts.launch(1, realHosts.volume(ours)));
    await hosts.launch(realHosts.launch(2, `ln -s '${theirs.replaceAll("'", `'\\''`)}' "$FSXBENCH_ROOT/volumes/data"`));
    await hosts.terminate('i-1');
    expect(existsSync(ours)).toBe(false);
    await expect(hosts.terminate('i-2')).rejects.toThrow(
      /host i-2: its volumes could not be removed: .*precious is not removed/,
    );
    expect(readFileSync(join(theirs, 'thesis.txt'), 'utf8')).toBe('years');
    expect(existsSync(realHosts.at(2, 'host.json'))).toBe(true);
  });
});

describe('fleet of eight local hosts', () => {
  it('launches, runs commands, shares a data directory, and ends without leftovers', async () => {
    const numbers = [0, 1, 2, 3, 4, 5, 6, 7];
    const data = join(realHosts.base, 'shared');
    await Promise.all(numbers.map((number) => hosts.launch(realHosts.launch(number, realHosts.volume(data)))));
    const script = 'mkdir "$FSXBENCH_ROOT/volumes/data/$FSXBENCH_HOST"; setsid sleep 30 >/dev/null 2>&1 & sleep 0.1';
    const command = realHosts.command(script, { attempt: 'all.a1' });
    const ended = await Promise.all(
      numbers.map((number) => hosts.run(`i-${number}`, { ...command, commandId: `c-${number}` }).done),
    );
    expect(ended.map(({ status }) => status)).toEqual(numbers.map(() => 'Success'));
    expect(readdirSync(data).sort()).toEqual(['.fsxbench-volume', ...numbers.map((number) => `client-${number}`)]);
    expect(await realHosts.processes()).toHaveLength(8);
    await Promise.all(numbers.slice(1).map((number) => hosts.terminate(`i-${number}`)));
    expect(existsSync(join(data, 'client-3'))).toBe(true);
    await hosts.terminate('i-0');
    expect(existsSync(data)).toBe(false);
    expect(readdirSync(realHosts.folder)).toEqual([]);
    expect(await realHosts.processes()).toEqual([]);
  });
});

describe('survivors of local hosts', () => {
  it('includes hosts of a dead process, and excludes those of a living one', async () => {
    const data = join(realHosts.base, 'data');
    await hosts.launch(realHosts.launch(1, realHosts.volume(data)));
    await hosts.launch(realHosts.launch(2));
    const later = realHosts.driver();
    expect(await later.survivors()).toEqual([]);
    void hosts.run('i-1', realHosts.command('setsid sleep 30 & echo $! >far; env -i sleep 30 & echo $! >bare; wait'));
    const pids = [await realHosts.pid(1, 'far'), await realHosts.pid(1, 'bare')];
    realHosts.orphan(1);
    expect(await later.survivors()).toEqual([realHosts.launch(1, realHosts.volume(data))]);
    await later.terminate('i-1');
    expect(pids.map(lives)).toEqual([false, false]);
    expect(existsSync(data)).toBe(false);
    expect(readdirSync(realHosts.folder)).toEqual(['i-2']);
    expect(await later.survivors()).toEqual([]);
  });

  it('includes a host with a corrupt host.json by its id, without tags', async () => {
    await hosts.launch(realHosts.launch(1));
    writeFileSync(realHosts.at(1, 'host.json'), '{"launch": {');
    expect(await realHosts.driver().survivors()).toMatchObject([{ instanceId: 'i-1', tags: {} }]);
    await realHosts.driver().terminate('i-1');
    expect(readdirSync(realHosts.folder)).toEqual([]);
  });
});

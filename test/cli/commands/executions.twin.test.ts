/** Commands against a deployment: a whole experiment in virtual time, started, followed, fetched and stopped. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import type { ExecutionResult } from '../../../lib/shapes/result';
import type { Interrupts } from '../../../lib/cli/interrupts';
import { fetchResults } from '../../../lib/cli/commands/fetch';
import { compare } from '../../../lib/cli/commands/compare';
import { showAccount } from '../../../lib/cli/commands/history';
import { list, pause, resume, start, stop, watch } from '../../../lib/cli/commands/executions';
import { ServiceError } from '../../../lib/twin/cloud/service';
import { LUSTRE } from '../../twin/rehearsal/specs';
import { captureCli } from '../capture-cli';
import { makeDeploymentWithFolder } from '../deployment';

const MINUTE = 60_000;

describe('fsxbench commands in a simulated account', () => {
  it('starts, watches, lists and fetches an execution', async () => {
    const on = makeDeploymentWithFolder();
    const started = await on.call(start, ['spec.yaml'], { name: 'night' });
    expect(started).toMatchObject({ code: 0 });
    expect(started.err).toMatch(/^night was sent to fsxbench-local: .*; waiting for admission\n$/);
    expect(started.out.split('\n')).toEqual([
      expect.stringMatching(
        /^night has started: small-lustre, about 4[01]m \d+s and \$0\.\d\d \(estimate, prices of us-east-1\)$/,
      ),
      'to follow  npx fsxbench watch night',
      'to stop    npx fsxbench stop night',
      '',
    ]);
    const watched = await on.call(watch, ['night']);
    expect(watched.err).toMatch(/^night RUNNING\n(r\d .*\n)+night SUCCEEDED\n$/);
    expect(watched.err).toContain('r1 trial 1 of ');
    expect(watched.out).toMatch(
      /\ncost {6}\$0\.\d\d \(estimate \$0\.37, budget \$20\.00\)\ncleanup {3}verified: 5 of 5 resources deleted\n/,
    );
    expect(watched.out.split('\n').slice(-3)).toEqual([
      'report    s3://fsxbench-results/executions/small-lustre/night/report/index.html',
      'to fetch  npx fsxbench fetch night',
      '',
    ]);
    expect(watched.code).toBe(5); // One replicate decides nothing.
    const shown = (await on.call(watch, ['night'], { json: true })).out;
    const { summary: _summary, receipt, ...result } = JSON.parse(shown) as ExecutionResult & { summary: unknown };
    await on.deployment.settled();
    const kept = JSON.parse((await on.store.get('results/night.json'))?.text ?? '{}') as ExecutionResult;
    expect(kept).toMatchObject({ ...result, end: 'Answered', clean: true });
    expect(receipt).toMatchObject(kept.receipt ?? {});
    const listed = await on.call(list);
    const [head = '', row = ''] = listed.out.split('\n').map((line) => line.replace(/ {2,}/g, ' | '));
    expect(head).toBe('EXECUTION | EXPERIMENT | STATUS | STARTED (UTC) | TOOK | SPENT | LEFT');
    expect(row).toMatch(
      /^night \| small-lustre \| SUCCEEDED \| 2026-01-01 00:00 \| \d+m \d+s \| \$0\.\d\d \| nothing$/,
    );
    const fetched = await on.call(fetchResults, ['night']);
    const place = '.fsxbench/bucket/executions/small-lustre/night';
    expect(fetched.out).toContain(`to ${place}\nreport    ${place}/report/index.html\n`);
    expect(JSON.parse(readFileSync(join(on.folder, place, 'receipt.json'), 'utf8'))).toMatchObject({ clean: true });
    expect(existsSync(join(on.folder, place, 'raw'))).toBe(false);
    await on.call(fetchResults, ['night'], { raw: true });
    expect(existsSync(join(on.folder, place, 'raw'))).toBe(true);
    const history = await on.call(showAccount, ['small-lustre'], { rehearsals: true });
    expect(history).toMatchObject({ code: 6, out: expect.stringMatching(/^small-lustre: 1 rehearsal, 2026-01-01 to/) });
    await expect(on.call(compare, ['night', 'night'])).rejects.toThrow(/both names are the same execution/);
    await expect(on.call(compare, ['night', 'day'])).rejects.toThrow(/^compare: \S+ has no execution 'day'/);
  });

  it.each([
    [5, /r1 {2}0\/4 {2}creating\n.* 0 of 4 trials, 5m .*elapsed, about \d+m.* left, \$0 of \$0\.37/],
    [24, /r1 {2}2\/4 {2}measuring\n.* 2 of 4 trials, 24m .*elapsed, about .* left, \$0\.\d\d of \$0\.37/],
  ])(
    'shows in watch after %d minutes progress, time left and spend; Ctrl-C ends only the watch',
    async (minutes, lines) => {
      const on = makeDeploymentWithFolder();
      await on.call(start, ['spec.yaml'], { name: 'night' });
      await on.clock.sleep(minutes * MINUTE);
      const { cli, err } = captureCli();
      const terminal = Object.assign(cli.err, { isTTY: true, columns: 200 });
      // Ctrl-C, as soon as anybody listens.
      const interrupts: Interrupts = {
        take: ({ first }) => {
          first();
          return () => undefined;
        },
      };
      expect(await watch({ ...cli, err: terminal, interrupts }, on.operator, ['night'], {})).toBe(130);
      expect(stripVTControlCharacters(err())).toMatch(lines);
      expect(err()).toContain('night continues. To stop it: npx fsxbench stop night\n');
      await on.call(stop, ['night']);
      await on.deployment.settled();
    },
  );

  it('stops an execution, whose watch then exits 130 with Stopped', async () => {
    const on = makeDeploymentWithFolder();
    await on.call(start, ['spec.yaml'], { name: 'night' });
    await on.clock.sleep(10 * MINUTE);
    expect(await on.call(stop, ['night'])).toEqual({
      code: 0,
      out: 'night is stopped; its guardian cleans up. To follow: npx fsxbench watch night\n',
      err: '',
    });
    const watched = await on.call(watch, ['night'], { json: true });
    expect(watched.code).toBe(130);
    expect(JSON.parse(watched.out)).toMatchObject({
      schema: 'fsxbench.result/2',
      end: 'Stopped',
      outcome: 'ABORTED',
      clean: true,
      error: { name: 'Stopped', message: 'Stopped by `npx fsxbench stop`.' },
    });
    expect(await on.call(stop, ['night'])).toMatchObject({
      code: 0,
      out: 'night has already ended: ABORTED; cleanup verified.\n',
    });
    expect((await on.call(stop, [], { all: true })).out).toMatch(/^No execution is running\.\n/);
  });

  it('refuses starts with exit code 3 while they are paused, until resume', async () => {
    const on = makeDeploymentWithFolder();
    expect((await on.call(pause, [], { reason: 'audit' })).code).toBe(0);
    const started = await on.call(start, ['spec.yaml'], { name: 'night' });
    expect(started).toMatchObject({ code: 3, out: '' });
    expect(started.err).toContain('Paused: starts have been paused since');
    const shown = await on.call(start, ['spec.yaml'], { name: 'late', json: true });
    expect([shown.code, JSON.parse(shown.out)]).toMatchObject([3, { error: { name: 'Paused' } }]);
    const watched = await on.call(watch, ['night']);
    expect(watched.code).toBe(3);
    expect(watched.err).toContain(
      'Paused: starts have been paused since 2026-01-01T00:00:00.000Z (audit). Nothing was created. ' +
        'To resume: npx fsxbench resume',
    );
    expect((await on.call(list)).out).toMatch(/^Starts are paused since .*\nEXECUTION/);
    expect((await on.call(resume)).out).toContain('accepts starts again; it was paused since 2026-01-01T00:00:00.000Z');
    expect((await on.call(resume)).out).toContain('was not paused');
    await on.deployment.settled();
  });

  it('adds --stack to the commands in its hints when the stack has another name', async () => {
    const on = makeDeploymentWithFolder();
    Object.assign(on.operator, { flags: ' --stack b' });
    expect((await on.call(pause)).out).toContain(
      'npx fsxbench stop --all --stack b. To resume: npx fsxbench resume --stack b\n',
    );
    await on.call(resume);
    const { out } = await on.call(start, ['spec.yaml'], { name: 'night' });
    expect(out).toContain('npx fsxbench watch night --stack b\nto stop    npx fsxbench stop night --stack b\n');
    expect((await on.call(stop, ['night'])).out).toContain('To follow: npx fsxbench watch night --stack b\n');
    await on.deployment.settled();
  });

  it('refuses a second execution when maxRunning is 1', async () => {
    const on = makeDeploymentWithFolder(LUSTRE, { limits: { maxRunning: 1 } });
    await on.call(start, ['spec.yaml'], { name: 'a' });
    // Reading the spec takes real time: on a busy machine `a` would end before `b` asks for anything.
    const { aws } = on.operator;
    const asked = new Promise<void>((resolve) => {
      Object.defineProperty(on.operator, 'aws', {
        get: () => {
          resolve();
          return aws;
        },
      });
    });
    void on.clock.busy(asked);
    await on.call(start, ['spec.yaml'], { name: 'b' });
    const codes = await Promise.all(['a', 'b'].map(async (name) => (await on.call(watch, [name])).code));
    expect(new Set(codes)).toEqual(new Set([3, 5]));
  });
});

it('starts or only plans an experiment by its deployed name, and suggests a name for a typo', async () => {
  const on = makeDeploymentWithFolder(LUSTRE, { experiments: { small: LUSTRE } });
  const planned = await on.call(start, ['small'], { name: 'look', plan: true });
  expect(planned.out).toMatch(
    /^small-lustre: 4 trials of 3 configurations on 1 rig, about 4[01]m \d+s and \$0\.\d\d by list prices; limits/,
  );
  expect(planned.out).toContain('$20.00. Nothing was created. To start it: {"experiment":"small"}\n');
  expect([planned.code, await on.store.get('pointers/look.json')]).toEqual([0, undefined]);
  const plan = await on.call(start, ['small'], { name: 'again', plan: true, json: true });
  const shown = JSON.parse(plan.out) as ExecutionResult;
  expect(shown).toMatchObject({ schema: 'fsxbench.result/2', end: 'PlannedOnly', outcome: 'PLANNED', clean: true });
  expect(JSON.parse((await on.store.get('results/again.json'))?.text ?? '{}')).toEqual(shown);
  expect((await on.call(start, ['small'], { name: 'night' })).out).toMatch(
    /^night has started: small-lustre, about 4[01]m \d+s and \$0\.\d\d \(estimate, prices of us-east-1\)\n/,
  );
  const refused = await on.call(start, ['smal'], { name: 'typo' });
  expect(refused.code).toBe(2);
  expect(refused.err).toContain('there is no experiment "smal"; did you mean "small"?');
  expect(refused.err).toContain('Examples: {"experiment": "small"}');
  await on.call(stop, ['night']);
  await on.deployment.settled();
});

it('sets the tags of the deployment on all created resources, and a Lustre maintenance window', async () => {
  const on = makeDeploymentWithFolder(LUSTRE, { tags: [{ key: 'CostCenter', value: '4711' }] });
  await on.call(start, ['spec.yaml'], { name: 'night' });
  await on.call(watch, ['night']);
  const created = on.calls.filter(({ action }) => /^(Create|RunInstances)/.test(action));
  expect(new Set(created.map(({ action }) => action))).toEqual(
    new Set(['CreateFileSystem', 'CreateLaunchTemplate', 'CreateFleet', 'RunInstances']),
  );
  // 2026-01-01 is a Thursday: patched on Wednesdays, half a day before an execution begins.
  for (const { input } of created.filter(({ action }) => action === 'CreateFileSystem'))
    expect(input).toMatchObject({ LustreConfiguration: { WeeklyMaintenanceStartTime: '3:12:00' } });
  const tag = /\{"Key":"CostCenter","Value":"4711"\}/g;
  // A template has them for instances, volumes and interfaces too.
  const counts = created.map(({ action, input }) => [action, JSON.stringify(input).match(tag)?.length ?? 0]);
  const tagged: Readonly<Record<string, number>> = { CreateLaunchTemplate: 4, RunInstances: 3 };
  expect(counts).toEqual(created.map(({ action }) => [action, tagged[action] ?? 1]));
});

describe('fsxbench watch during failures', () => {
  it('retries DescribeExecution after ServiceUnavailable', async () => {
    const on = makeDeploymentWithFolder();
    await on.call(start, ['spec.yaml'], { name: 'night' });
    let looks = 0;
    on.faults.push(({ caller, action }) => {
      if (caller.role !== 'person' || action !== 'DescribeExecution') return undefined;
      looks += 1;
      return looks > 2 && looks < 6 ? new ServiceError('ServiceUnavailable', 'not now', 503) : undefined;
    });
    expect((await on.call(watch, ['night'])).code).toBe(5);
    expect(looks).toBeGreaterThan(6);
  });

  it('reads a storage record again after ServiceUnavailable', async () => {
    const on = makeDeploymentWithFolder();
    await on.call(start, ['spec.yaml'], { name: 'night' });
    await on.clock.sleep(12 * MINUTE);
    const read: string[] = [];
    on.faults.push(({ caller, action, input }) => {
      const asked = JSON.stringify(input);
      if (caller.role !== 'person' || action !== 'GetObject' || !asked.includes('/seen/')) return undefined;
      return read.push(asked) === 1 ? new ServiceError('ServiceUnavailable', 'not now', 503) : undefined;
    });
    await on.call(watch, ['night']);
    expect(read.filter((one) => one === read[0])).toHaveLength(2);
  });

  it('exits 130 when credentials expire, and says that the execution continues', async () => {
    const on = makeDeploymentWithFolder();
    await on.call(start, ['spec.yaml'], { name: 'night' });
    let looks = 0;
    on.faults.push(({ caller, action }) => {
      if (caller.role !== 'person' || action !== 'DescribeExecution') return undefined;
      looks += 1;
      return looks < 4 ? undefined : new ServiceError('ExpiredTokenException', 'The token has expired', 400);
    });
    const { code, err } = await on.call(watch, ['night']);
    expect(code).toBe(130);
    expect(err).toMatch(
      /have expired \(The token has expired\)\. night continues\. Sign in, then run npx fsxbench watch night\n$/,
    );
    await on.deployment.settled();
  });
});

describe('fsxbench commands with wrong input', () => {
  it.each([
    ['watch', watch, ['gone'], {}, "watch: fsxbench-local has no execution 'gone'. List all: npx fsxbench list"],
    ['fetch', fetchResults, ['a/../b'], {}, "fetch: found 'a/../b'; allowed: 1 to 80 of the characters"],
    ['stop', stop, ['gone'], {}, "stop: fsxbench-local has no execution 'gone'"],
    ['stop of nothing', stop, [], {}, 'stop: name one execution, or use --all'],
    ['stop of one and all', stop, ['gone'], { all: true }, 'stop: name one execution, or use --all'],
    ['list', list, [], { last: '0' }, "list: --last: found '0'; allowed: 1 to 1000"],
  ] as const)('refuses %s with one message', async (_, command, args, options, message) => {
    await expect(makeDeploymentWithFolder().call(command, args, options)).rejects.toThrow(message);
  });

  it('starts nothing for a spec with a mistake, and exits 2', async () => {
    const on = makeDeploymentWithFolder(LUSTRE.replace('rw: randread', 'rw: ranread'));
    const { code, err } = await on.call(start, ['spec.yaml'], { name: 'night' });
    expect(code).toBe(2);
    expect(err).toContain('ranread');
    expect(on.deployment.account.sfn.executions()).toEqual([]);
  });

  it('refuses the name of an existing execution', async () => {
    const on = makeDeploymentWithFolder();
    await on.call(start, ['spec.yaml'], { name: 'night' });
    await on.clock.sleep(12 * MINUTE);
    const again = "start: the name 'night' is already in use; choose another one";
    await expect(on.call(start, ['spec.yaml'], { name: 'night' })).rejects.toThrow(again);
    await on.call(stop, ['night']);
    await on.deployment.settled();
    await expect(on.call(start, ['spec.yaml'], { name: 'night' })).rejects.toThrow(again);
  });
});

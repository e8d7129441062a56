import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { run } from '../../../lib/cli/commands/gate';
import { readSpec } from '../../../lib/experiment/reading/read-spec';
import { temporaryFolder } from '../../temporary';
import { captureCli } from '../capture-cli';

const GLOBAL = '[global]\nioengine=libaio\ndirect=1\nbs=4k\nsize=16m\ntime_based\nruntime=2\n';
const FILES: Readonly<Record<string, string>> = {
  'mix.fio': `${GLOBAL}[mix]\nrw=randread\niodepth=8 # a comment: with a colon\n`,
  'old.fio': `${GLOBAL}[mix]\nrw=randread\niodepth=4\n`,
  'other.fio': `${GLOBAL}[other]\nrw=randread\n`,
  'several.fio': `${GLOBAL}[seq]\nrw=write\nfdatasync=1\n[both]\nstonewall\nrw=randrw\n`,
  'foo.fio': `${GLOBAL}foo=bar\n[mix]\nrw=randread\n`,
  'big.fio': `${GLOBAL}[mix]\nrw=randread\nsize=900000g\n`,
  'wrong.fio': '[a]\nrw=randread\nsize=1m\nruntime=1\nexec_prerun=id\ntime_based\n',
};

let cwd = '';
beforeAll(() => {
  cwd = temporaryFolder('fsxbench-gate-');
  for (const name of ['data', '$data']) mkdirSync(join(cwd, name));
  for (const [name, text] of Object.entries(FILES)) writeFileSync(join(cwd, name), text);
});

type Section = Readonly<Record<string, unknown>>;
interface GateSpec {
  readonly experiment: string;
  readonly targets: Readonly<Record<string, Section>>;
  readonly workloads: Readonly<Record<string, Section>>;
  readonly design: Section;
  readonly decide: Section;
}

/** The spec that would run: an invalid name ends the command after it is written. */
async function makeSpec(options: Readonly<Record<string, unknown>>, job = 'mix.fio', folder = 'data') {
  const stops = { name: '!', keepSpec: 'kept.yaml' };
  await expect(run(captureCli(cwd).cli, [job, folder], { ...options, ...stops })).rejects.toThrow(/^--name: found '!'/);
  const text = readFileSync(join(cwd, 'kept.yaml'), 'utf8');
  expect(readSpec(text, 'kept.yaml').problems.filter(({ severity }) => severity === 'error')).toEqual([]);
  return { text, spec: parse(text) as GateSpec };
}

describe('gate', () => {
  it.each([
    [{ atLeast: '20k' }, { metric: 'iops', operation: 'mix read', atLeast: '20k', prefer: 'highest' }],
    [{ atLeast: '500MB/s' }, { metric: 'bandwidth', operation: 'mix read', atLeast: '500MB/s', prefer: 'highest' }],
    [{ atMost: '10ms' }, { metric: 'latency_p99', operation: 'mix read', atMost: '10ms', prefer: 'lowest' }],
    [
      { atMost: '2ms', metric: 'latency_mean', operation: 'mix' },
      { metric: 'latency_mean', operation: 'mix read', atMost: '2ms', prefer: 'lowest' },
    ],
  ])('writes a spec whose question is %j', async (options, decide) => {
    const { spec } = await makeSpec(options);
    expect(spec).toEqual({
      experiment: 'gate-mix',
      targets: { data: { kind: 'directory', path: 'data' } },
      workloads: { mix: { kind: 'fio', jobFile: FILES['mix.fio'] } },
      design: { replicates: 6 },
      decide,
    });
  });

  it('writes the command, and the job file as it is', async () => {
    const { text } = await makeSpec({ atLeast: '20k IOPS' });
    expect(text).toMatch(/^# Made by: npx fsxbench gate mix\.fio data --at-least "20k IOPS"\n/);
    expect(text).toContain('    jobFile: |\n      [global]\n      ioengine=libaio\n');
    expect((await makeSpec({ atLeast: '1' }, 'mix.fio', '$data')).spec.targets['data']).toMatchObject({
      path: '$$data',
    });
  });

  it.each([
    ['seq', { atMost: '5ms', metric: 'sync_latency_p99' }, 'seq write'],
    ['read', { atLeast: '1k' }, 'both read'],
    ['both write', { atLeast: '1k' }, 'both write'],
  ])('takes the figure that --operation %s names among several', async (operation, options, found) => {
    const { spec } = await makeSpec({ ...options, operation }, 'several.fio');
    expect(spec.decide['operation']).toBe(found);
  });

  it('compares two job files in turn, 10 replicates each, with --against', async () => {
    const { text, spec } = await makeSpec({ against: 'old.fio', allow: '15%' });
    expect(text).toMatch(/^# Made by: npx fsxbench gate mix\.fio data --allow 15% --against old\.fio\n/);
    expect(Object.keys(spec.workloads)).toEqual(['mix', 'mix-before']);
    expect(spec.workloads['mix-before']).toMatchObject({ jobFile: FILES['old.fio'] });
    expect(spec.design['replicates']).toBe(10);
    expect(spec.decide).toEqual({ metric: 'iops', operation: 'mix read', noWorse: '15%' });
  });

  it.each<[Readonly<Record<string, unknown>>, string, RegExp]>([
    [{}, 'mix.fio', /^gate: found no question; allowed: one of --at-least, --at-most and --against$/],
    [{ atLeast: '1', against: 'old.fio' }, 'mix.fio', /^gate: found --at-least and --against; allowed: one of/],
    [{ atLeast: '1' }, 'none.fio', /^none\.fio: no such file/],
    [{ atLeast: '1' }, 'data', /^data: a folder; name a file/],
    [{ atLeast: 'x' }, 'mix.fio', /^--at-least: found 'x'; allowed: e\.g\. 20k or 500MB\/s\. For other metrics set/],
    [{ atLeast: '10ms' }, 'mix.fio', /^--at-least: found '10ms'; allowed: e\.g\. 20k/],
    [{ atMost: '10' }, 'mix.fio', /^--at-most: found '10'; allowed: e\.g\. 10ms/],
    [{ atLeast: '0', metric: 'iops' }, 'mix.fio', /^--at-least: found '0'; allowed: more than 0$/],
    [{ atLeast: '5ms', metric: 'iops' }, 'mix.fio', /^--at-least: found `?'?5ms'?`?, which is a duration; operations/],
    [{ atLeast: '5ms', metric: 'latency_p99' }, 'mix.fio', /^--at-least: lower values of latency_p99 are better: use/],
    [{ atMost: '5k', metric: 'iops' }, 'mix.fio', /^--at-most: higher values of iops are better: use --at-least$/],
    [{ atLeast: '1', metric: 'iop' }, 'mix.fio', /^--metric: found 'iop'; did you mean `iops`\? Allowed: `iops`/],
    [{ atMost: '1ms', metric: 'sync_latency_p99' }, 'mix.fio', /^--metric: found 'sync_latency_p99'; /],
    [
      { atLeast: '1' },
      'several.fio',
      /^--operation: several\.fio: 3 figures, .* never summed .*: `seq write`, `both read`, `both write`$/,
    ],
    [{ atLeast: '1', operation: 'write' }, 'several.fio', /^--operation: found 'write'; several\.fio: 3 figures/],
    [{ atLeast: '1', operation: 'x' }, 'mix.fio', /^--operation: found 'x'; mix\.fio: 1 figures?, .*: `mix read`$/],
    [{ atLeast: '1', keepSpec: 'no/spec.yaml' }, 'mix.fio', /^--keep-spec: 'no\/spec\.yaml' cannot be written: /],
    [{ atLeast: '1', allow: '5%' }, 'mix.fio', /^--allow: .* name it with --against$/],
    [{ against: 'mix.fio' }, 'mix.fio', /^mix\.fio against mix\.fio: nothing to compare: workloads and targets are/],
    [
      { against: 'other.fio' },
      'mix.fio',
      /^mix\.fio and other\.fio share no operation of a job\. Keep the name of one/,
    ],
    [
      { against: 'old.fio', allow: '3%' },
      'mix.fio',
      /^--allow: 1 pair on the same storage cannot exclude .* Allow 4%$/,
    ],
  ])('refuses %j of %s', async (options, job, message) => {
    await expect(run(captureCli(cwd).cli, [job, 'data'], options)).rejects.toThrow(message);
    expect(existsSync(join(cwd, '.fsxbench'))).toBe(false);
  });

  it.each([
    ['nope', /^nope: no such folder/],
    ['/etc', /^\/etc: \/etc holds the settings/],
    ['mix.fio', /^mix\.fio: .*it is a file, not a directory/],
  ])('refuses the folder %s', async (folder, message) => {
    await expect(run(captureCli(cwd).cli, ['mix.fio', folder], { atLeast: '1' })).rejects.toThrow(message);
  });

  it.each([{ atLeast: '1' }, { against: 'old.fio' }])('prints a wrong line of the job file for %j', async (options) => {
    const { cli, err } = captureCli(cwd);
    expect(await run(cli, ['wrong.fio', 'data'], options)).toBe(2);
    expect(err()).toContain('wrong.fio:5: error: line 5: exec_prerun=id: ');
    expect(err()).toContain('    5 | exec_prerun=id\n');
    const { cli: other, out } = captureCli(cwd);
    expect(await run(other, ['wrong.fio', 'data'], { ...options, json: true })).toBe(2);
    expect(JSON.parse(out())).toMatchObject({ error: { name: 'SpecInvalid' } });
  });

  it.each([{ atLeast: '1' }, { against: 'mix.fio' }])(
    'prints warnings with their line of the job file for %j',
    async (options) => {
      const { cli, err } = captureCli(cwd);
      await expect(run(cli, ['foo.fio', 'data'], { ...options, name: '!' })).rejects.toThrow(/^--name/);
      expect(err()).toContain('foo.fio:8: warning: line 8: fio 3.33 has no option foo, and drops jobs with it');
      expect(err()).toContain('    8 | foo=bar\n');
    },
  );

  it('prints a problem of the generated spec without lines and keys of the spec', async () => {
    const { cli, err } = captureCli(cwd);
    expect(await run(cli, ['big.fio', 'data'], { atLeast: '1' })).toBe(2);
    expect(err()).toMatch(/^big\.fio: error: /m);
    expect(err()).not.toMatch(/big\.fio:\d|targets\.|workloads\.|experiment:/);
  });

  it('prints a wrong line of the baseline with its name', async () => {
    const { cli, err } = captureCli(cwd);
    expect(await run(cli, ['mix.fio', 'data'], { against: 'wrong.fio' })).toBe(2);
    expect(err()).toContain('wrong.fio:5: error: ');
  });
});

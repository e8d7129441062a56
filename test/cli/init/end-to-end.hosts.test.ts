import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { openWorkspace } from '../../../lib/cli/workspace';
import { checkSpec } from '../../../lib/cli/check-spec';
import { run } from '../../../lib/cli/commands/init';
import { ENTRIES } from '../../../lib/cli/commands';
import { DECISIONS, type WorkloadName, WORKLOADS } from '../../../lib/cli/init/spec';
import { EXIT } from '../../../lib/cli/exit-code';
import { buildPriceBook, PRICED_REGIONS } from '../../../lib/pricing/aws';
import { TARGET_KINDS } from '../../../lib/targets/registry';
import { main } from '../../../lib/cli/program';
import { captureCli } from '../capture-cli';

let cwd = '';
beforeEach(() => {
  cwd = mkdtempSync(join(tmpdir(), 'fsxbench-init-'));
});
afterEach(() => rmSync(cwd, { recursive: true }));

const WHOLE = { target: 'fsx-lustre', workload: 'stream', decide: 'cheapest', reach: '200 MB/s' };

/** What a person sees who answers one line after the other. @param lines null ends the input */
async function runWithAnswers(lines: readonly (string | null)[], options: Record<string, unknown> = {}, file?: string) {
  const { cli, out, err } = captureCli(cwd);
  const input = Object.assign(new PassThrough(), { isTTY: true });
  for (const line of lines) {
    if (line === null) input.end();
    else input.write(`${line}\n`);
  }
  const code = await run({ ...cli, input }, file === undefined ? [] : [file], options);
  return { code, out: out(), err: err() };
}

const refusal = (name: string, message: string | RegExp): Error =>
  expect.objectContaining({
    name,
    exitCode: EXIT.usage,
    message: expect.stringMatching(message) as string,
  }) as Error;

const KINDS_AND_LOADS = TARGET_KINDS.flatMap((target) => Object.keys(WORKLOADS).map((workload) => [target, workload]));

describe('fsxbench init', () => {
  const workspace = openWorkspace(captureCli(tmpdir()).cli, buildPriceBook(PRICED_REGIONS[0]!));

  it.each(KINDS_AND_LOADS)(
    'writes a valid spec for %s and %s with every value of --decide',
    async (target, workload) => {
      for (const decide of Object.keys(DECISIONS)) {
        const { cli } = captureCli(cwd);
        const file = `${decide}.yaml`;
        const limit = decide === 'cheapest' ? { reach: WORKLOADS[workload as WorkloadName].reach } : {};
        expect(await run(cli, [file], { target, workload, decide, ...limit })).toBe(EXIT.done);
        const text = readFileSync(join(cwd, file), 'utf8');
        for (const region of PRICED_REGIONS) {
          const { problems, planned } = checkSpec(
            { ...(await workspace), folder: cwd, prices: buildPriceBook(region) },
            { file, text },
            { executionId: 'x'.repeat(48), stack: 'x'.repeat(48), startedAt: 0 },
          );
          // Only us-east-1 has prices of S3 Files; there, streams of a minute cost more than a first budget.
          const allowed = target === 's3-files' ? ['UnknownPrice', 'OverBudget'] : [];
          const found = problems.filter(({ severity }) => severity !== 'advice').map(({ code }) => code);
          expect(found.filter((code) => !allowed.includes(code))).toEqual([]);
          if (found.length > 0) continue;
          expect([planned?.plan.cells.length, planned?.plan.decide === null]).toEqual([
            expect.any(Number),
            decide === 'describe',
          ]);
        }
      }
    },
  );

  it('writes its command line into the spec, and prints the next commands', async () => {
    const { cli, out } = captureCli(cwd);
    expect(await run(cli, ['my disks.yaml'], { ...WHOLE, reach: '500 MB/s' })).toBe(EXIT.done);
    const text = readFileSync(join(cwd, 'my disks.yaml'), 'utf8');
    expect(text.split('\n')[1]).toBe(
      '# Made by: npx fsxbench init --target fsx-lustre --workload stream --decide cheapest --reach "500 MB/s"',
    );
    expect(text).toContain('\nexperiment: my-disks\nquestion: Which Lustre file system reads large files at');
    expect(text).toContain(
      '\ndecide: { metric: bandwidth, where: { rw: read }, atLeast: 500 MB/s, prefer: cheapest }\n',
    );
    expect(out()).toMatch(
      /\nmy disks\.yaml: written\..*\n {2}npx fsxbench plan '(my disks\.yaml)'\n {2}npx fsxbench rehearse '\1'\n$/,
    );
  });

  it('writes the relative path of the JSON Schema, and omits it when the schema is missing', async () => {
    const { cli } = captureCli(cwd);
    mkdirSync(join(cwd, 'deep'));
    await run(cli, ['deep/a.yaml'], WHOLE);
    const [, path = ''] =
      /^# yaml-language-server: \$schema=(.*)\n/.exec(readFileSync(join(cwd, 'deep/a.yaml'), 'utf8')) ?? [];
    expect(readFileSync(join(cwd, 'deep', path), 'utf8')).toContain('An experiment of fsxbench');
    symlinkSync(join(process.cwd(), 'workloads'), join(cwd, 'workloads'));
    await run({ ...cli, root: cwd }, ['b.yaml'], WHOLE);
    expect(readFileSync(join(cwd, 'b.yaml'), 'utf8')).toMatch(/^# Made by: /);
  });

  it('names the file after target and workload by default, and prints one document with --json', async () => {
    const { cli, out } = captureCli(cwd);
    const flags = ['--target', 'fsx-lustre', '--workload', 'stream', '--decide', 'cheapest', '--reach', '200 MB/s'];
    expect(await main(cli, ['init', ...flags, '--json'])).toBe(EXIT.done);
    expect(JSON.parse(out())).toEqual({
      file: join(cwd, 'fsx-lustre-stream.yaml'),
      target: 'fsx-lustre',
      workload: 'stream',
      decide: 'cheapest',
      reach: '200 MB/s',
      problems: expect.any(Array) as unknown,
      next: 'npx fsxbench rehearse fsx-lustre-stream.yaml',
    });
  });
});

describe('refusals of fsxbench init', () => {
  it('refuses to overwrite an existing file', async () => {
    writeFileSync(join(cwd, 'mine.yaml'), 'mine');
    await expect(runWithAnswers([], {}, 'mine.yaml')).rejects.toThrow(
      refusal('FileExists', 'mine.yaml already exists'),
    );
    expect(readFileSync(join(cwd, 'mine.yaml'), 'utf8')).toBe('mine');
  });

  it.each([
    [{}, /without a terminal.*\n {2}--target: `directory`.*\n {2}--workload: `random`.*\n {2}--decide: `cheapest`/],
    [
      { target: 'directory', decide: 'fastest' },
      /without a terminal.*\n {2}--workload: `random`, `stream`, `files`, `commits`$/,
    ],
    [{ ...WHOLE, target: 'lustre' }, /^--target: found 'lustre'; did you mean `fsx-lustre`\? allowed: `directory`/],
    [{ ...WHOLE, target: 'x', decide: 'y' }, /^--target: found 'x'; .*\n--decide: found 'y'; /],
    [{ ...WHOLE, reach: '20 Mb' }, /^--reach: .*20 Mb/],
    [{ ...WHOLE, reach: '2m' }, /^--reach: /],
    [{ ...WHOLE, reach: undefined }, /without a terminal.*\n {2}--reach: the threshold/],
    [{ ...WHOLE, target: 'ebs', reach: '90 GB/s' }, /^--reach: found 90 GB\/s; the maximum .* is 2\.10 GB\/s/],
    [{ ...WHOLE, decide: 'fastest', reach: '2 MB/s' }, /^--reach: requires `--decide cheapest`/],
  ])('refuses %j without a terminal, and writes no file', async (options, message) => {
    const { cli } = captureCli(cwd);
    await expect(run(cli, ['x.yaml'], options)).rejects.toThrow(refusal('BadChoice', message));
    expect(existsSync(join(cwd, 'x.yaml'))).toBe(false);
  });

  it.each([
    ['', 'found an empty text'],
    ['no/such/folder.yaml', 'its folder does not exist'],
  ])('refuses the file %j', async (file, message) => {
    const { cli } = captureCli(cwd);
    await expect(run(cli, [file], WHOLE)).rejects.toThrow(refusal('OutputUnwritable', message));
  });
});

it('names every workload and decision in the help of init', () => {
  const options = ENTRIES.find(({ usage }) => usage.startsWith('init '))?.options ?? [];
  const textOf = (flag: string): string => options.find(({ flags }) => flags.startsWith(flag))?.text ?? '';
  for (const load of Object.keys(WORKLOADS)) expect(textOf('--workload')).toContain(load);
  for (const decision of Object.keys(DECISIONS)) expect(textOf('--decide')).toContain(decision);
});

describe('targets in the spec of fsxbench init', () => {
  it.each([
    ['ebs', 'random', '20k iops', /\n {2}gp3-24000: .*\n {2}gp3-40000: .*\n\n[^]*instanceType: c5n\.9xlarge/],
    ['ebs', 'random', '3000', /\n {2}gp3-3000: .*\n {2}gp3-6000: .*\n\n[^]*instanceType: c5n\.2xlarge/],
    ['ebs', 'random', '200k', /\n {2}io2-200000: .*\n\n[^]*instanceType: c6in\.16xlarge/],
    ['ebs', 'stream', '400 MB/s', /\n {2}gp3-500MiBps: .*\n {2}gp3-1000MiBps: /],
    ['fsx-openzfs', 'random', '20k ops/s', /\n {6}512MBps: .*diskIops: 20000 }\n {6}1024MBps: /],
    ['fsx-ontap', 'stream', '900 MB/s', /storageGiB: 3072\n[^]*\n {6}1024MBps: .*\n {6}2048MBps: [^]* size: 80 GiB/],
    ['fsx-lustre', 'stream', '500 MB/s', /\n {2}persistent-500: .*\n {2}persistent-1000: .*\n {2}large-2400: /],
    ['ebs', 'commits', '2ms', /\n {2}gp3-3000: [^]* fdatasync: 1, [^]*sync_latency_p99, atMost: 2ms, prefer: cheapest/],
    ['efs', 'random', '20k ops/s', /\n {6}50MiBps: /],
  ])('writes %s for the workload %s in sizes that reach the threshold %s', async (target, workload, reach, written) => {
    const { cli, out } = captureCli(cwd);
    await run(cli, ['x.yaml'], { target, workload, decide: 'cheapest', reach });
    expect(readFileSync(join(cwd, 'x.yaml'), 'utf8')).toMatch(written);
    expect(out()).toMatch(/^x\.yaml: no errors, /m);
    expect(out()).not.toContain('[ThresholdUnreachable]');
  });
});

describe('fsxbench init on a terminal', () => {
  it('repeats only the question about the threshold after a wrong threshold', async () => {
    const { code, out, err } = await runWithAnswers(['ebs', 'random', '1', '20 Mb', '2m', '9M', '20k iops']);
    expect(code).toBe(EXIT.done);
    expect(err).toMatch(/found '20 Mb', which is an amount of bits.*\n.*\n?.*found '2m'/);
    expect(err).toContain('found 9M; the maximum of a first spec for ebs is 200k ops/s.');
    expect(out).toContain('ebs-random.yaml: written.');
    const { err: again } = await runWithAnswers(['ebs', 'random', '20k IOPS'], { reach: '20 Mb' });
    expect(again).not.toContain('Which question should the report answer?');
    expect(existsSync(join(cwd, 'ebs-random-2.yaml'))).toBe(true);
  });

  it('refuses a missing folder before the first question', async () => {
    await expect(runWithAnswers([], {}, 'no/such.yaml')).rejects.toThrow(refusal('OutputUnwritable', 'its folder'));
  });

  it('accepts numbers, names and Enter as answers to its three questions', async () => {
    const { code, out, err } = await runWithAnswers(['2', 'files', '', '90s']);
    expect(code).toBe(EXIT.done);
    expect(err).toMatch(/Which storage do you want to measure\?\n {2}1 +directory .*\n {2}2 +fsx-lustre /);
    expect(err).toContain('Threshold (a time, at most)? [2m]: ');
    expect(out).toContain('fsx-lustre-files.yaml: written.');
    expect(readFileSync(join(cwd, 'fsx-lustre-files.yaml'), 'utf8')).toContain('atMost: 90s, prefer: cheapest');
  });

  it('skips questions that options answer, and repeats a question after a wrong answer', async () => {
    const { code, err } = await runWithAnswers(['7', 'strem', 'stream', ''], {
      target: 'directory',
      decide: 'fastest',
    });
    expect(code).toBe(EXIT.done);
    expect(err).not.toContain('Which storage do you want to measure?');
    expect(err).toContain("found '7'; allowed: `random`, `stream`, `files`, `commits`, or a number from 1 to 4\n");
    expect(err).toContain("found 'strem'; did you mean `stream`?");
  });

  it('writes no file when the input ends early or Ctrl-C is pressed', async () => {
    await expect(runWithAnswers(['1', null])).rejects.toThrow(
      refusal('BadChoice', 'the input ended before the last answer'),
    );
    const { cli } = captureCli(cwd);
    const input = Object.assign(new PassThrough(), { isTTY: true, setRawMode: () => undefined });
    input.write('1\n\x03');
    expect(await run({ ...cli, input }, [], {})).toBe(EXIT.interrupted);
    expect(existsSync(join(cwd, 'directory-random.yaml'))).toBe(false);
  });

  it('writes folders with the queue depth of the question, and refuses them for another target', async () => {
    for (const name of ['fast', 'my disk']) mkdirSync(join(cwd, name));
    const folder = [join(cwd, 'fast'), join(cwd, 'my disk')];
    const choices = { target: 'directory', workload: 'random', decide: 'fastest', folder };
    expect(await run(captureCli(cwd).cli, ['own.yaml'], choices)).toBe(EXIT.done);
    const text = readFileSync(join(cwd, 'own.yaml'), 'utf8');
    expect(text).toContain(
      `  fast: { kind: directory, path: ${folder[0]} }\n  my-disk: { kind: directory, path: "${folder[1]}" }`,
    );
    expect(text).toContain('iodepth: 32');
    await expect(run(captureCli(cwd).cli, ['b.yaml'], { ...choices, target: 'ebs' })).rejects.toEqual(
      refusal('BadChoice', /^--folder: requires `--target directory`, found `--target ebs`$/),
    );
    await expect(run(captureCli(cwd).cli, ['b.yaml'], { ...choices, folder: ['/absent'] })).rejects.toEqual(
      refusal('BadFolders', /^\/absent: no such folder/),
    );
    expect(existsSync(join(cwd, 'b.yaml'))).toBe(false);
  });

  it('asks for folders in a terminal, and again after one that is missing', async () => {
    const { code, err } = await runWithAnswers(
      ['fastest', '/absent', cwd],
      { target: 'directory', workload: 'stream' },
      'a.yaml',
    );
    expect([code, err]).toEqual([EXIT.done, expect.stringMatching(/Which folders[^]*no such folder/)]);
    expect(readFileSync(join(cwd, 'a.yaml'), 'utf8')).toContain(`path: ${cwd} }`);
  });
});

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run as plan } from '../../../lib/cli/commands/plan';
import { run } from '../../../lib/cli/commands/validate';
import { captureCli, runOnSpec } from '../capture-cli';

const SPEC = 'experiments/local-disk.yaml';
const MISTAKES = 'test/experiment/specs/ten-mistakes.yaml';

describe('fsxbench validate', () => {
  it('counts trials and configurations of a valid spec', async () => {
    const { cli, out } = captureCli();
    expect(await run(cli, [SPEC], {})).toBe(0);
    expect(out()).toBe(`${SPEC}: no errors, no warnings, no advice (32 trials of 8 configurations on 1 rig)\n`);
  });

  it.each([
    ['verify: sha512', 'fio before 3.39 compares only the last bytes of a block', 'use crc32c ['],
    ['verify: meta', 'fio compares only the headers of blocks', 'use crc32c ['],
    ['ioengine: dirstat', 'fio added directory engines after version 3.36', 'use a workload of kind metadata'],
  ])('explains why `%s` is not allowed, and names an alternative', async (line, why, instead) => {
    const text =
      'experiment: x\ntargets: { a: { kind: directory, path: ./a } }\n' +
      `workloads: { f: { kind: fio, rw: write, bs: 4k, size: 4 MiB, runtime: 1s, ${line} } }\n`;
    const folder = mkdtempSync(join(tmpdir(), 'fsxbench-reason-'));
    writeFileSync(join(folder, 's.yaml'), text);
    const { cli, out } = captureCli(folder);
    expect(await run(cli, ['s.yaml'], {})).toBe(2);
    rmSync(folder, { recursive: true });
    expect(out()).toMatch(/ is not allowed; allowed: [a-z0-9]+, /);
    expect(out()).toContain(why);
    expect(out()).toContain(instead);
    expect(out()).not.toContain('did you mean');
  });

  it('prints every mistake with position, line and caret, and then the counts', async () => {
    const { cli, out, err } = captureCli();
    expect(await run(cli, [MISTAKES], {})).toBe(2);
    const lines = out().split('\n');
    expect(lines.filter((line) => line.startsWith(`${MISTAKES}:`) && line.includes(': error: '))).toHaveLength(10);
    const at = lines.findIndex((line) => line.startsWith(`${MISTAKES}:5:18: error: factors.op.1: found 'randwrit'`));
    expect(lines[at + 1]).toMatch(/^ {4}5 \| {3}op: \[randread, randwrit\]/);
    expect(lines[at + 2]?.indexOf('^')).toBe(lines[at + 1]?.indexOf('randwrit'));
    expect(lines.at(-2)).toBe(`${MISTAKES}: 10 errors, no warnings, no advice`);
    expect(err()).toBe('');
  });

  it('replaces escape and bidirectional control characters, like fsxbench plan', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'fsxbench-evil-'));
    try {
      const text =
        'experiment: x\nquestion: "Is \\e[2J\\u202eit fast?"\ntargets: { a: { kind: directory, path: ./a } }\n' +
        'workloads: { f: { kind: fio, rw: read, bs: 4k, size: 4 MiB, runtime: 1s } }\n';
      const [good, bad] = ['good\u001b[2J\u202e.yaml', 'bad\u001b[2J\u202e.yaml'];
      writeFileSync(join(folder, good), text);
      writeFileSync(join(folder, bad), `${text}evil: "\u202e"\n`);
      for (const [command, file] of [
        [run, good],
        [run, bad],
        [plan, good],
        [plan, bad],
      ] as const) {
        const { cli, out, err } = captureCli(folder);
        await command(cli, [file], {});
        expect(out() + err()).toContain('?[2J');
        expect(out() + err()).not.toMatch(/[\u001b\u202e]/);
      }
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('prints one JSON document with --json', async () => {
    const { cli, out } = captureCli();
    expect(await run(cli, [MISTAKES], { json: true })).toBe(2);
    const document = JSON.parse(out()) as Record<string, unknown>;
    expect(document).toMatchObject({ file: MISTAKES, ok: false, counts: { error: 10, warning: 0, advice: 0 } });
    expect((document['problems'] as unknown[])[0]).toMatchObject({ code: 'WrongType', path: ['question'], line: 3 });
  });

  it('exits 3 with OverTime when the plan exceeds limits.maxHours', async () => {
    const lines = [
      'experiment: long',
      'question: How long?',
      'targets: { here: { kind: directory, path: x } }',
      'fleet: { client: }',
      'workloads: { fio: { kind: fio, rw: randread, bs: 4k, size: 1m, runtime: 2h } }',
      'design: { replicates: 3 }',
    ];
    const { code, out } = await runOnSpec(run, `${lines.join('\n')}\nlimits: { maxHours: 4 }\n`);
    // The spec is sound: only its own limits refuse it.
    expect(code).toBe(3);
    expect(out).toMatch(
      /^spec.yaml:7:21: error: limits.maxHours: the expected duration of 6\.\d+ hours .*\[OverTime\]$/m,
    );
  });
});

/** A disk of the results that fills up while an execution runs: on a file system of its own, where one can be made. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Receipt } from '../../lib/shapes/receipt';
import { Built } from './built';

const cwd = mkdtempSync(join(tmpdir(), 'fsxbench-disk-'));
const data = mkdtempSync(join(tmpdir(), 'fsxbench-disk-data-'));

/** Why there is no small file system; empty where there is one. */
function mountSmallDisk(): string {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=24m', 'tmpfs', cwd], { stdio: 'pipe' });
    return '';
  } catch (error) {
    return `skipped, no file system can be mounted here: ${(error as Error).message.split('\n').at(-1) ?? ''}`;
  }
}

const why = mountSmallDisk();
const full = why === '' ? it : it.skip;
const built = new Built();

afterAll(() => {
  if (why === '') execFileSync('umount', [cwd]);
  for (const folder of [cwd, data]) rmSync(folder, { recursive: true, force: true });
});

/** Takes what is left, to the last byte. */
function fillDisk(): void {
  const piece = Buffer.alloc(65_536);
  for (let length = piece.length; length > 0; length = Math.floor(length / 2)) {
    try {
      for (;;) writeFileSync(join(cwd, 'filler'), piece.subarray(0, length), { flag: 'a' });
    } catch {
      // That much does not fit any more.
    }
  }
}

const SPEC = `
experiment: tiny
targets: { here: { kind: directory, path: ${join(data, 'deep')} } }
workloads: { fio: { kind: fio, rw: randread, bs: 4k, iodepth: 4, size: 4 MiB, ramp_time: 0s, runtime: 1s } }
design: { replicates: 4 }
`;

full.each([
  ['launching hosts', 'launch'],
  ['trial 1 of 4', 'trial'],
])(`reports a disk that fills up during "%s" in one line, and cleans up ${why}`, async (moment, name) => {
  writeFileSync(join(cwd, 'spec.yaml'), SPEC);
  const run = built.start(['run', 'spec.yaml', '--name', name], { cwd });
  await run.said(new RegExp(moment));
  fillDisk();
  // What the program removes makes room again: nobody may find any.
  const filling = setInterval(fillDisk, 20);
  const { code, out, err } = await run.ended;
  clearInterval(filling);
  rmSync(join(cwd, 'filler'));
  // Too little was measured; or not even a receipt could be written.
  expect([4, 6]).toContain(code);
  expect(err.match(/is full, so results are lost\. Free space/g)).toHaveLength(1);
  expect(out + err).not.toMatch(/^\s+at |check failed|internal error of fsxbench/m);
  expect(readdirSync(join(cwd, '.fsxbench/hosts'))).toEqual([]);
  expect(readdirSync(data)).toEqual([]);
  expect(await built.run(['clean'], { cwd })).toMatchObject({ code: 0 });
  expect(readdirSync(join(cwd, '.fsxbench/running'))).toEqual([]);
  const receipt = JSON.parse(
    readFileSync(join(cwd, `.fsxbench/bucket/executions/tiny/${name}/receipt.json`), 'utf8'),
  ) as Receipt;
  expect(receipt).toMatchObject({ clean: true, remaining: [] });
  expect(receipt.resources.filter(({ kind, id }) => kind !== 'process' && existsSync(id))).toEqual([]);
});

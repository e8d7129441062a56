import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { UserError } from '../../../lib/cli/command';
import { readOutputs, readWorkload } from '../../../lib/cli/commands/tool-outputs';
import { READERS } from '../../../lib/workloads/readers';
import { captureCli } from '../capture-cli';

it('lists the workload kinds whose output can be read, and refuses other kinds', () => {
  const kinds = READERS.map(({ kind }) => kind);
  expect(kinds).toEqual(expect.arrayContaining(['fio', 'tree-copy', 'metadata', 'command', 'kafka-omb']));
  expect(new Set(kinds).size).toBe(kinds.length);
  for (const kind of ['fio', 'kafka-omb']) expect(readWorkload(kind).kind).toBe(kind);
  expect(() => readWorkload('x')).toThrow(/^--workload: unknown workload kind 'x'; allowed: fio/);
  expect(() => readWorkload(undefined)).toThrow(
    /^--workload is missing: name the tool that wrote the files; allowed: fio/,
  );
});

it('names every unreadable file', () => {
  const { cli } = captureCli('/nowhere');
  expect(() => readOutputs(cli, ['a', 'b'])).toThrow(UserError);
  expect(() => readOutputs(cli, ['a', 'b'])).toThrow(/^a: .*\nb: /);
});

it('refuses files with container timestamps before each line', () => {
  const folder = mkdtempSync(join(tmpdir(), 'outputs-'));
  const line = '2026-11-20T10:00:00.123456789Z ';
  writeFileSync(join(folder, 'pod.log'), `${line}{\n${line}  "fio version" : "fio-3.35",\n`);
  writeFileSync(join(folder, 'odd.log'), `${line}{\n  "fio version" : "fio-3.35",\n`);
  const { cli } = captureCli(folder);
  expect(() => readOutputs(cli, ['pod.log'])).toThrow(/^pod\.log: its lines begin with a time, as of `kubectl logs/);
  expect(readOutputs(cli, ['odd.log'])).toHaveLength(1);
  rmSync(folder, { recursive: true });
});

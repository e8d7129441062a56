import { UserError } from '../../../lib/cli/command';
import { readOutputs, readWorkload } from '../../../lib/cli/commands/tool-outputs';
import { READERS } from '../../../lib/workloads/readers';
import { captured } from '../captured';

it('knows the kinds whose output can be read', () => {
  const kinds = READERS.map(({ kind }) => kind);
  expect(kinds).toEqual(expect.arrayContaining(['fio', 'tree-copy', 'metadata', 'command', 'kafka-omb']));
  expect(new Set(kinds).size).toBe(kinds.length);
  for (const kind of ['fio', 'kafka-omb']) expect(readWorkload(kind).kind).toBe(kind);
  expect(() => readWorkload('x')).toThrow(/^--workload: unknown workload kind 'x'; allowed: fio/);
  expect(() => readWorkload(undefined)).toThrow(
    /^--workload is missing: name the tool that wrote the files; allowed: fio/,
  );
});

it('names every file that cannot be read', () => {
  const { cli } = captured('/nowhere');
  expect(() => readOutputs(cli, ['a', 'b'])).toThrow(UserError);
  expect(() => readOutputs(cli, ['a', 'b'])).toThrow(/^a: .*\nb: /);
});

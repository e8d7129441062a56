import { UserError } from '../../../lib/cli/command';
import { READ_KINDS, readOutputs, readWorkload } from '../../../lib/cli/commands/tool-outputs';
import { captured } from '../captured';

it('knows the kinds whose output can be read', () => {
  expect(READ_KINDS).toEqual(expect.arrayContaining(['fio', 'tree-copy', 'metadata', 'command']));
  expect(READ_KINDS).not.toContain('kafka-omb');
  expect(readWorkload('fio').kind).toBe('fio');
  expect(() => readWorkload('kafka-omb')).toThrow(
    /^--workload: output of kafka-omb cannot be parsed yet; allowed: fio/,
  );
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

import { UserError } from '../../../lib/cli/command';
import { READ_KINDS, readOutputs, readWorkload } from '../../../lib/cli/commands/tool-outputs';
import { captured } from '../captured';

it('knows the kinds whose output can be read', () => {
  expect(READ_KINDS).toEqual(expect.arrayContaining(['fio', 'tree-copy', 'metadata', 'command']));
  expect(READ_KINDS).not.toContain('kafka-omb');
  expect(readWorkload('fio').kind).toBe('fio');
  expect(() => readWorkload('kafka-omb')).toThrow(/^--workload: output of kafka-omb cannot be read yet; known: fio/);
  expect(() => readWorkload('x')).toThrow(/^--workload: 'x' is no workload; known: fio/);
  expect(() => readWorkload(undefined)).toThrow(/^--workload is missing: say which tool wrote the files, one of: fio/);
});

it('names every file that cannot be read', () => {
  const { cli } = captured('/nowhere');
  expect(() => readOutputs(cli, ['a', 'b'])).toThrow(UserError);
  expect(() => readOutputs(cli, ['a', 'b'])).toThrow(/^a: .*\nb: /);
});

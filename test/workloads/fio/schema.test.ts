import { isMetadata, schema } from '../../../lib/workloads/fio/schema';
import { dataParams, parsed } from './recorded';

const problems = (changes: Readonly<Record<string, unknown>>) => {
  const base = { kind: 'fio', operation: 'randread', blockSize: '4k', size: '1m' };
  const issues = schema.safeParse({ ...base, ...changes }).error?.issues ?? [];
  return issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
};

describe('schema', () => {
  it('reads quantities and sets defaults', () => {
    expect(parsed({ kind: 'fio', operation: 'randread', blockSize: '4k', size: '256 MiB' })).toEqual({
      kind: 'fio',
      role: 'client',
      operation: 'randread',
      blockSize: 4096,
      depth: 1,
      jobs: 1,
      engine: 'auto',
      size: 256 * 1024 ** 2,
      warmUp: 10,
      measure: 60,
      direct: 'auto',
    });
  });

  it('gives back what may be given again, sizes with a unit', () => {
    const data = dataParams({ operation: 'rw', readPercent: 70, seed: 3, direct: false });
    expect(parsed({ ...data, blockSize: `${data.blockSize} B`, size: `${data.size} B` })).toEqual(data);
    const metadata = parsed({ kind: 'fio', engine: 'filestat', files: 100 });
    expect(parsed({ ...metadata })).toEqual(metadata);
    expect(isMetadata(metadata)).toBe(true);
    expect(isMetadata(data)).toBe(false);
  });

  it.each([
    [{ operation: 'randered' }, 'operation: "randered" is not allowed; allowed: randread, randwrite, read, write'],
    [{ operation: undefined }, 'operation: is missing; allowed: randread'],
    [{ blockSize: '4 apples' }, "blockSize: found '4 apples', which is no quantity; bytes are meant: write 4k"],
    [{ blockSize: undefined }, 'blockSize: is missing; bytes of one I/O'],
    [{ size: undefined }, "size: is missing; bytes of each job's own file"],
    [{ depth: 0 }, 'depth: 0 is not allowed; allowed: a whole number from 1 to'],
    [{ depth: 1.5 }, 'depth: 1.5 is not allowed'],
    [{ jobs: '4' }, 'jobs: "4" is not allowed; allowed: a whole number'],
    [{ engine: 'aio' }, 'engine: "aio" is not allowed; allowed: auto, libaio, io_uring, psync, filecreate'],
    [{ direct: 'yes' }, 'direct: "yes" is not allowed; allowed: auto, true, false'],
    [{ measure: 'long' }, "measure: found 'long', which is no quantity; a duration is meant: write"],
    [{ readPercent: 100 }, 'readPercent: 100 is not allowed; allowed: a whole number from 1 to 99'],
    [{ role: 'Client; rm' }, 'role: a role is lower-case letters'],
    [{ files: 3 }, 'files: is for the engines filecreate, filestat, filedelete only'],
    [{ blocksize: '4k' }, ": unknown parameter 'blocksize'; allowed: role, operation, readPercent, blockSize"],
  ])('refuses %j with one message that says what is allowed', (changes, message) => {
    expect(problems(changes)).toEqual([expect.stringContaining(message)]);
  });

  it('reports all problems at once', () => {
    expect(problems({ operation: 'x', depth: -1, size: 'big', engine: 'y' })).toHaveLength(4);
    expect(problems({ operation: undefined, blockSize: undefined, size: undefined })).toHaveLength(3);
  });

  it('refuses what has no meaning for metadata engines', () => {
    expect(problems({ engine: 'filecreate' })).toEqual([
      'files: is missing; how many files each job of filecreate works on, e.g. 20000',
      expect.stringContaining('blockSize: has no meaning for engine filecreate'),
      expect.stringContaining('size: has no meaning for engine filecreate'),
      expect.stringContaining('operation: engine filecreate works as write only'),
    ]);
    const metadata = { kind: 'fio', engine: 'filestat', files: 10, operation: 'randread' };
    expect(schema.safeParse(metadata).success).toBe(true);
  });
});

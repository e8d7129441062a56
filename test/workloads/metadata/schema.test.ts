import { schema } from '../../../lib/workloads/metadata/schema';

const refusals = (changes: object): readonly string[] => {
  const { error } = schema.safeParse({ kind: 'metadata', ranks: 4, ...changes });
  return (error?.issues ?? []).map(({ path, message }) => `${path.join('.')}: ${message}`);
};

describe('schema', () => {
  it('takes the number of processes, and gives all else', () => {
    expect(schema.parse({ kind: 'metadata', ranks: 4 })).toEqual({
      kind: 'metadata',
      role: 'client',
      ranks: 4,
      filesPerRank: 10_000,
      runtime: 20,
      operations: ['create', 'stat', 'read', 'remove'],
      ownDirectory: true,
      shiftRanks: true,
    });
  });

  it('does operations in their order, each once, and reads again what it gave', () => {
    const given = schema.parse({ kind: 'metadata', ranks: 4, operations: ['rmdir', 'create', 'mkdir', 'create'] });
    expect(given.operations).toEqual(['mkdir', 'create', 'rmdir']);
    expect(schema.parse(given)).toEqual(given);
  });

  it.each([
    [{ ranks: 0 }, 'ranks: 0 is not allowed; allowed: a whole number from 1 to 262144'],
    [{ filesPerRank: 1.5 }, 'filesPerRank: 1.5 is not allowed; allowed: a whole number from 1 to 1000000'],
    [
      { operations: ['creat'] },
      'operations.0: "creat" is not allowed; allowed: mkdir, create, stat, read, list, rename, remove, rmdir',
    ],
    [{ operations: [] }, 'operations: [] is not allowed; allowed: at least one operation'],
    [
      { iterations: 3 },
      ": unknown parameter 'iterations'; allowed: role, ranks, filesPerRank, runtime, operations, ownDirectory, " +
        'shiftRanks',
    ],
  ])('refuses %j', (changes, message) => expect(refusals(changes)).toEqual([message]));
});

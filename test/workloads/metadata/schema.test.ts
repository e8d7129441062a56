import { checkParams, checkHosts, metadataSchema } from '../../../lib/workloads/metadata/schema';
import { params } from './metadata-hosts';
import cases from './schema.cases.json';

const refusals = (changes: object): readonly string[] => {
  const { error } = metadataSchema.safeParse({ kind: 'metadata', ranks: 4, ...changes });
  return (error?.issues ?? []).map(({ path, message }) => `${path.join('.')}: ${message}`);
};

describe('schema of the metadata workload', () => {
  it('requires the number of processes, and defaults all other parameters', () => {
    expect(metadataSchema.parse({ kind: 'metadata', ranks: 4 })).toEqual(cases.parsed);
  });

  it('sorts operations, removes duplicates, and accepts its own result again', () => {
    const given = metadataSchema.parse({
      kind: 'metadata',
      ranks: 4,
      operations: ['rmdir', 'create', 'mkdir', 'create'],
    });
    expect(given.operations).toEqual(['mkdir', 'create', 'rmdir']);
    expect(metadataSchema.parse(given)).toEqual(given);
  });

  it.each(cases.refuses as [object, string][])('refuses the invalid parameters %j', (changes, message) =>
    expect(refusals(changes)).toEqual([message]),
  );
});

const listProblems = (changes: object): readonly string[] =>
  checkParams(params({ runtime: 20, ...changes })).map(
    ({ severity, code, path, message }) => `${severity} ${code} ${path.join('.')}: ${message}`,
  );

describe('check of the metadata workload', () => {
  it('accepts default and all operations', () => {
    expect(listProblems({})).toEqual([]);
    expect(
      listProblems({ operations: ['mkdir', 'create', 'stat', 'read', 'list', 'rename', 'remove', 'rmdir'] }),
    ).toEqual([]);
  });

  it('requires the operation that creates what another operation needs', () => {
    expect(listProblems({ operations: ['stat', 'rmdir'] })).toEqual([
      'error NothingToWorkOn operations: `stat` needs the files or directories that `create` creates; add `create`',
      'error NothingToWorkOn operations: `rmdir` needs the files or directories that `mkdir` creates; add `mkdir`',
    ]);
  });

  it.each(cases.operationTimes as [number, string[]][])(
    'limits the time of an operation to 2 to 3600 s: %d s',
    (runtime, found) => expect(listProblems({ runtime })).toEqual(found),
  );

  it('advises against shiftRanks: false, with which hosts read files that they created', () => {
    expect(listProblems({ shiftRanks: false })).toEqual([
      'advice OwnFilesRead shiftRanks: hosts look up and read files that they created themselves, so their caches ' +
        'may answer. Rates may then be many times those of the file system. Set `shiftRanks: true` to use files of ' +
        'another host',
    ]);
    expect(listProblems({ shiftRanks: false, operations: ['create', 'remove'] })).toEqual([]);
  });
});

it('refuses fewer processes than hosts', () => {
  expect(checkHosts(params({ ranks: 4 }), 4)).toEqual([]);
  expect(checkHosts(params({ ranks: 4 }), 5)).toMatchObject(cases.eachHostProcess);
});

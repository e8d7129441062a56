import { checkParams, checkHosts, metadataSchema } from '../../../lib/workloads/metadata/schema';
import { params } from './metadata-hosts';
import cases from './schema.cases.json';

const refusals = (changes: object): readonly string[] => {
  const { error } = metadataSchema.safeParse({ kind: 'metadata', ranks: 4, ...changes });
  return (error?.issues ?? []).map(({ path, message }) => `${path.join('.')}: ${message}`);
};

describe('schema', () => {
  it('takes the number of processes, and gives all else', () => {
    expect(metadataSchema.parse({ kind: 'metadata', ranks: 4 })).toEqual(cases.parsed);
  });

  it('does operations in their order, each once, and reads again what it gave', () => {
    const given = metadataSchema.parse({
      kind: 'metadata',
      ranks: 4,
      operations: ['rmdir', 'create', 'mkdir', 'create'],
    });
    expect(given.operations).toEqual(['mkdir', 'create', 'rmdir']);
    expect(metadataSchema.parse(given)).toEqual(given);
  });

  it.each(cases.refuses as [object, string][])('refuses %j', (changes, message) =>
    expect(refusals(changes)).toEqual([message]),
  );
});

const said = (changes: object): readonly string[] =>
  checkParams(params({ runtime: 20, ...changes })).map(
    ({ severity, code, path, message }) => `${severity} ${code} ${path.join('.')}: ${message}`,
  );

describe('check', () => {
  it('has nothing against a usual run', () => {
    expect(said({})).toEqual([]);
    expect(said({ operations: ['mkdir', 'create', 'stat', 'read', 'list', 'rename', 'remove', 'rmdir'] })).toEqual([]);
  });

  it('wants what operations work on', () => {
    expect(said({ operations: ['stat', 'rmdir'] })).toEqual([
      'error NothingToWorkOn operations: `stat` needs the files or directories that `create` creates; add `create`',
      'error NothingToWorkOn operations: `rmdir` needs the files or directories that `mkdir` creates; add `mkdir`',
    ]);
  });

  it.each(cases.operationTimes as [number, string[]][])('bounds the time of an operation: %d s', (runtime, found) =>
    expect(said({ runtime })).toEqual(found),
  );

  it('advises against asking the host that made the files', () => {
    expect(said({ shiftRanks: false })).toEqual([
      'advice OwnFilesRead shiftRanks: hosts look up and read files that they created themselves, so their caches ' +
        'may answer. Rates may then be many times those of the file system. Set `shiftRanks: true` to use files of ' +
        'another host',
    ]);
    expect(said({ shiftRanks: false, operations: ['create', 'remove'] })).toEqual([]);
  });
});

it('gives each host a process', () => {
  expect(checkHosts(params({ ranks: 4 }), 4)).toEqual([]);
  expect(checkHosts(params({ ranks: 4 }), 5)).toMatchObject(cases.eachHostProcess);
});

import { ALL, DATA_LIMIT, found, task } from '../machines';

const caught = (...entries: readonly object[]): string[] => {
  const states = { A: task('aws-sdk:s3:getObject', {}, { Catch: entries }) };
  return found(states);
};
const one = (name: string): object => ({ ErrorEquals: [name], Next: 'Failed' });

describe('names in ErrorEquals', () => {
  it('put States.ALL alone and last', () => {
    expect(caught(DATA_LIMIT, { ErrorEquals: ['States.ALL', 'X'], Next: 'Failed' })).toEqual([
      'A states-all: Catch[1]: States.ALL has to stand alone',
    ]);
    expect(caught(DATA_LIMIT, ALL, one('X'))).toEqual(['A states-all: Catch[1]: States.ALL has to come last']);
    const retry = [
      { ErrorEquals: ['States.ALL'], JitterStrategy: 'FULL' },
      { ErrorEquals: ['X'], JitterStrategy: 'FULL' },
    ];
    expect(found({ A: task('aws-sdk:s3:getObject', {}, { Retry: retry }) })).toEqual([
      'A states-all: Retry[0]: States.ALL has to come last',
    ]);
  });

  it('leave nothing uncaught in a Task', () => {
    expect(caught(DATA_LIMIT)).toEqual(['A states-all: Catch needs a last entry for States.ALL']);
  });

  it('name a payload that is too large before everything else', () => {
    expect(caught(ALL)).toEqual([expect.stringContaining('A data-limit: ')]);
    expect(caught({ ErrorEquals: ['X', 'States.DataLimitExceeded'], Next: 'Failed' }, ALL)).toEqual([]);
  });

  it('are names that something has', () => {
    expect(caught(DATA_LIMIT, one('States.Runtime'), ALL)).toEqual([
      expect.stringContaining('cannot be retried or caught'),
    ]);
    expect(caught(DATA_LIMIT, one('State.ALL'), ALL)).toEqual([expect.stringContaining('misspelt')]);
    expect(caught(DATA_LIMIT, one('States.TimeOut'), ALL)).toEqual([
      expect.stringContaining('no error of the service'),
    ]);
    expect(caught(DATA_LIMIT, { ErrorEquals: [], Next: 'Failed' }, ALL)).toEqual([
      expect.stringContaining('names no error'),
    ]);
    expect(caught(DATA_LIMIT, one('FenceClosed'), one('States.Timeout'), ALL)).toEqual([]);
  });

  it('are complete in a Map as well', () => {
    const map = { StartAt: 'In', States: { In: { Type: 'Succeed' } } };
    expect(found({ A: { Type: 'Map', ItemProcessor: map, Catch: [DATA_LIMIT], End: true } })).toEqual([
      'A states-all: Catch needs a last entry for States.ALL',
    ]);
    expect(found({ A: { Type: 'Map', ItemProcessor: map, Catch: [ALL], End: true } })).toEqual([
      expect.stringContaining('A data-limit: '),
    ]);
  });
});

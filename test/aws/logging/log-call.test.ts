import { formatAnswer, listLogKeys } from '../../../lib/aws/logging/log-call';

const TRIAL = { trial: { trial: 't0002', rig: 'r1' }, workload: 'fio' };
const long = 'x'.repeat(70);

describe('listLogKeys', () => {
  it.each<[string, unknown, object]>([
    ['start of an experiment', { executionId: 'night-1', input: {} }, { execution: 'night-1' }],
    ['start with a long name', { executionId: long }, { execution: `${'x'.repeat(39)}-c71bd109` }],
    [
      'trial of a search',
      { executionId: 'night-1', rig: 'r2', trial: 't0007' },
      { execution: 'night-1', rig: 'r2', trial: 't0007' },
    ],
    ['trial to parse', { executionId: 'night-1', trial: TRIAL }, { execution: 'night-1', rig: 'r1', trial: 't0002' }],
    ['tag of a rig', { rigTag: 'night-1__r1' }, { execution: 'night-1', rig: 'r1' }],
    [
      'tag of a target instance',
      { tagKey: 'fsxbench:copy', tagValue: 'night-1__r1__c2' },
      { execution: 'night-1', rig: 'r1' },
    ],
    [
      'caller of a request',
      { look: 'fs-1', caller: 'night-1__r1__make__c1__fs__0' },
      { execution: 'night-1', rig: 'r1' },
    ],
    ['key of a fence', { call: 'CreateFileSystem', fenceKey: 'fences/night-1.json' }, { execution: 'night-1' }],
    [
      'command of a trial',
      { name: 'measure', outputPrefix: 'executions/nightly/night-1/raw/r1/t0003/a1/' },
      { experiment: 'nightly', execution: 'night-1', rig: 'r1', trial: 't0003' },
    ],
    [
      'command before trials',
      { outputPrefix: 'executions/nightly/night-1/raw/r1/prepare/' },
      { experiment: 'nightly', execution: 'night-1', rig: 'r1' },
    ],
    [
      'event of a failed rig',
      { detail: { name: 'night-1__r1', status: 'FAILED' } },
      { execution: 'night-1', rig: 'r1' },
    ],
    ['pass of the janitor', {}, {}],
    ['invalid executionId', { executionId: 'a b', trial: 3 }, {}],
  ])('returns the names in the event: %s', (_, event, keys) => {
    expect(listLogKeys(event)).toEqual(keys);
  });

  it.each([undefined, null, 'text', [{}], 7])('returns no keys for the invalid event %j', (event) => {
    expect(listLogKeys(event)).toEqual({});
  });
});

describe('formatAnswer', () => {
  it.each([
    [{ clean: true, receiptKey: 'k', left: ['a'], none: null }, 'clean=true receiptKey=k'],
    [{ text: 'x'.repeat(96), living: 0 }, 'living=0'],
    [undefined, ''],
    [['a'], ''],
  ])('returns short members of %j as %j', (answer, text) => {
    expect(formatAnswer(answer)).toBe(text);
  });
});

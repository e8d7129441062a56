import { listReachSteps, parseReach } from '../../../lib/experiment/language/reach';

const HOOK = 'arn:aws:states:us-east-1:123456789012:stateMachine:grow';
const ENTRY = {
  kind: 'external-nfs',
  stages: {
    one: {},
    two: { reach: { confirm: ' Add it. ', within: '24h' } },
    three: { usdPerHour: 2 },
    four: { reach: { hook: HOOK } },
    five: { reach: { hook: 'grow' } },
  },
};
const two = { confirm: 'Add it.', withinSeconds: 86_400 };
const four = { hook: HOOK, withinSeconds: 3600 };

describe('reachOf', () => {
  it('is a person with his time, or a machine with an hour', () => {
    expect(['two', 'four'].map((stage) => parseReach(ENTRY, stage))).toEqual([two, four]);
  });

  it('is null where nothing is said, or nothing right', () => {
    expect(['one', 'three', 'five', null].map((stage) => parseReach(ENTRY, stage))).toEqual([null, null, null, null]);
  });
});

describe('listReachSteps', () => {
  it('is all that is done on the way, in the order of the stages', () => {
    expect(listReachSteps(ENTRY, 'one', 'four')).toEqual([
      { ...two, stage: 'two' },
      { ...four, stage: 'four' },
    ]);
    expect(listReachSteps(ENTRY, 'two', 'four')).toEqual([{ ...four, stage: 'four' }]);
    expect(listReachSteps(ENTRY, undefined, 'two')).toEqual([{ ...two, stage: 'two' }]);
  });

  it('is nothing to where it is', () => {
    expect([listReachSteps(ENTRY, 'two', 'two'), listReachSteps({ kind: 'fio' }, undefined, null)]).toEqual([[], []]);
  });
});

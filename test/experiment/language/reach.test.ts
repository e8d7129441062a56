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

describe('parseReach', () => {
  it('parses a confirmation by a person with its time limit, and a hook with a limit of one hour', () => {
    expect(['two', 'four'].map((stage) => parseReach(ENTRY, stage))).toEqual([two, four]);
  });

  it('returns null when a stage has no `reach` or an invalid hook', () => {
    expect(['one', 'three', 'five', null].map((stage) => parseReach(ENTRY, stage))).toEqual([null, null, null, null]);
  });
});

describe('listReachSteps', () => {
  it('lists all steps between two stages, in the order of the stages', () => {
    expect(listReachSteps(ENTRY, 'one', 'four')).toEqual([
      { ...two, stage: 'two' },
      { ...four, stage: 'four' },
    ]);
    expect(listReachSteps(ENTRY, 'two', 'four')).toEqual([{ ...four, stage: 'four' }]);
    expect(listReachSteps(ENTRY, undefined, 'two')).toEqual([{ ...two, stage: 'two' }]);
  });

  it('returns no steps from a stage to itself, or for a target without stages', () => {
    expect([listReachSteps(ENTRY, 'two', 'two'), listReachSteps({ kind: 'fio' }, undefined, null)]).toEqual([[], []]);
  });
});

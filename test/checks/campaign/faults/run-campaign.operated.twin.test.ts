import { CALM, type Campaign } from '../../../../checks/campaign/faults/campaign';
import { makeSubject } from '../../../../checks/campaign/subject';
import { LUSTRE, makeOptions } from '../../../twin/rehearsal/specs';

const { experiment, startedAt, prices, machineText, scripts } = makeOptions(LUSTRE);
const on = makeSubject({ spec: LUSTRE, experiment, startedAt, prices, machineText, scripts });
const two = { count: 1, apart: 1 };

describe('deployment under operations and faults', () => {
  it.each<[string, Partial<Campaign>, string[], number[]]>([
    ['a stop', { rules: [{ fault: 'person', effect: 'stop', at: 900 }] }, ['ABORTED'], [1]],
    [
      'a pause before the second start',
      { rules: [{ fault: 'person', effect: 'pause', at: 30 }], beside: { count: 1, apart: 60 } },
      ['SUCCEEDED', 'FAILED'],
      [1],
    ],
    [
      'a pause between registration and naming',
      {
        rules: [
          { fault: 'person', effect: 'pause', before: { role: 'admit', action: 'PutObject', key: 'control/', nth: 1 } },
        ],
      },
      ['FAILED'],
      [1],
    ],
    [
      'a delete of both stacks, and a start afterwards',
      { rules: [{ fault: 'person', effect: 'down', at: 900 }], beside: { count: 1, apart: 1000 } },
      ['ABORTED', 'FAILED'],
      [1],
    ],
    [
      'a delete of both stacks while admission takes its name',
      {
        rules: [
          { fault: 'person', effect: 'down', before: { role: 'admit', action: 'PutObject', key: 'pointers/', nth: 1 } },
        ],
      },
      ['ABORTED'],
      [1],
    ],
    [
      'a delete of both stacks when the mail has to be sent again',
      {
        rules: [
          { fault: 'person', effect: 'down', at: 900 },
          { fault: 'state', machine: 'notify', state: 'Compose', nth: 1, effect: 'abort', who: 'itself' },
        ],
      },
      ['ABORTED'],
      [1, 1],
    ],
    [
      'a delete of both stacks before admission, with late events',
      {
        rules: [
          {
            fault: 'person',
            effect: 'down',
            before: { role: 'admit', action: 'PutObject', key: 'control/running.json', nth: 1 },
          },
          { fault: 'event', effect: 'late', times: 10 },
        ],
      },
      ['ABORTED'],
      [1, 1],
    ],
    [
      'a redrive long before the abort',
      {
        rules: [
          { fault: 'state', machine: 'rig', state: 'PrepareHosts', nth: 1, effect: 'abort', who: 'both' },
          { fault: 'hand', effect: 'redrive', at: 10 },
        ],
      },
      ['FAILED'],
      [1, 1],
    ],
    ...(['raced', 'conflict', 'unreadable', 'spoilt', 'gone'] as const).map(
      (effect): [string, Partial<Campaign>, string[], number[]] => [
        `a register that is ${effect}`,
        { rules: [{ fault: 'register', effect, nth: 1, times: 2 }], beside: two, limits: { maxRunning: 4 } },
        ['SUCCEEDED', 'SUCCEEDED'],
        [2],
      ],
    ),
    [
      'a register to which rivals add themselves until the limit is reached',
      { rules: [{ fault: 'register', effect: 'raced', nth: 1 }], limits: { maxRunning: 1 } },
      ['FAILED'],
      [1],
    ],
    ['two starts with the same name', { beside: { ...two, as: 'same-name' } }, ['SUCCEEDED'], []],
    ['two starts at the same moment', { beside: { ...two, as: 'same-moment' } }, ['SUCCEEDED', 'FAILED'], []],
    ['a start of a second experiment', { beside: { ...two, as: 'renamed' } }, ['SUCCEEDED', 'SUCCEEDED'], []],
    ['a start above maxRunning', { beside: two, limits: { maxRunning: 1 } }, ['SUCCEEDED', 'FAILED'], []],
    ['a start above maxUsdPerMonth', { beside: two, limits: { maxUsdPerMonth: 30 } }, ['SUCCEEDED', 'FAILED'], []],
    [
      'hosts and secrets of another stack',
      { rules: [{ fault: 'hand', effect: 'foreign', at: 900 }] },
      ['SUCCEEDED'],
      [1],
    ],
    [
      'a crash of admission',
      { rules: [{ fault: 'function', name: 'admit', effect: 'memory', nth: 1 }] },
      ['SUCCEEDED'],
      [1],
    ],
    [
      'a function that throws',
      { rules: [{ fault: 'function', name: 'analyse', effect: 'throws', nth: 1 }] },
      ['SUCCEEDED'],
      [1],
    ],
  ])('passes all checks after %s', async (_, campaign, statuses, struck) => {
    const outcome = await on.run({ ...CALM, hours: 4, ...campaign }, 'operated');
    expect(outcome).toMatchObject({ complaints: [], statuses, struck });
  });

  it('passes all checks when hosts cannot write to the bucket for a while', async () => {
    const outcome = await on.run(
      { ...CALM, hours: 4, rules: [{ fault: 'bucket', from: 900, until: 2000 }] },
      'operated',
    );
    expect(outcome.complaints).toEqual([]);
    expect(outcome.struck[0]).toBeGreaterThan(0);
  });
});

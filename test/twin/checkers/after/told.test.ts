import { CALM, type Rule } from '../../../../lib/twin/faults/campaign';
import { subjectOf } from '../../../../lib/twin/simulate/subject';
import { LUSTRE, optionsOf } from '../../rehearsal/specs';

jest.setTimeout(120_000);

const { experiment, startedAt, prices, machineText, scripts } = optionsOf(LUSTRE);
const on = subjectOf({ spec: LUSTRE, experiment, startedAt, prices, machineText, scripts });

describe('somebody is told', () => {
  it.each<[string, Rule[]]>([
    [
      'of an execution that was aborted before it was admitted, though the event was lost',
      [
        { fault: 'state', machine: 'experiment', state: 'Admit', nth: 1, effect: 'abort' },
        { fault: 'event', effect: 'lost', times: 10 },
      ],
    ],
    [
      'of a refusal, though nothing can tell for an hour',
      [
        { fault: 'state', machine: 'experiment', state: 'Admit', nth: 1, effect: 'silence' },
        { fault: 'state', machine: 'tell', state: 'Begin', effect: 'runtime', until: 3600 },
      ],
    ],
    [
      'of an execution whose guardians die, all of them, before they can tell',
      [
        { fault: 'state', machine: 'experiment', state: 'Rigs', nth: 1, effect: 'abort' },
        { fault: 'state', machine: 'guardian', state: 'Fenced', effect: 'runtime' },
      ],
    ],
  ])('%s', async (_what, rules) => {
    const { complaints, struck } = await on.run({ ...CALM, rules, hours: 6 }, 'told');
    expect(complaints).toEqual([]);
    expect(struck.every((times) => times > 0)).toBe(true);
  });
});

import { CALM, type Campaign, type Rule } from '../../../checks/campaign/faults/campaign';
import { findPlaces } from '../../../checks/campaign/places';
import { CLASSES, listSingleFaults } from '../../../checks/campaign/single';
import { loadSubjects, makeSubject, makeSubjectFile, type Subject } from '../../../checks/campaign/subject';
import { LUSTRE, makeOptions } from '../../twin/rehearsal/specs';

function subject(): Subject {
  const { experiment, startedAt, prices, machineText, scripts } = makeOptions(LUSTRE);
  return makeSubject({ spec: LUSTRE, experiment, startedAt, prices, machineText, scripts });
}

const on = subject();
const under = (...rules: Rule[]): Campaign => ({ ...CALM, rules });

describe('run of a fault campaign', () => {
  it('returns the same outcome for the same seed', async () => {
    const campaign = under({ fault: 'call', effect: 'error', rate: 0.05, until: 3000 });
    const [one, two] = [await subject().run(campaign, 'seed'), await subject().run(campaign, 'seed')];
    expect(one.struck[0]).toBeGreaterThan(0);
    expect(two).toEqual(one);
  });
});

describe('experiment ontap-change-under-load', () => {
  it('enters the state that changes a file system during a trial, even when shrunk', async () => {
    const file = await makeSubjectFile(process.cwd(), 'experiments/ontap-change-under-load.yaml', false);
    expect(file.leftOut).toEqual(['all but 2 replicates']);
    const [small] = await loadSubjects(process.cwd(), [file]);
    if (small === undefined) throw new Error('no subject');
    const outcome = await small.run({ ...CALM, hours: 4 }, 'seed');
    expect(outcome).toMatchObject({ complaints: [], statuses: ['SUCCEEDED'], hasChangedUnderLoad: true });
    const { states } = await findPlaces(small, 'seed');
    expect(states).toContainEqual(expect.objectContaining({ machine: 'trial-batch', state: 'CommandsAndChange' }));
    expect((await on.run({ ...CALM, hours: 4 }, 'seed')).hasChangedUnderLoad).toBe(false);
  });
});

describe('run of a fault campaign with a rule that never applies', () => {
  it('returns the entered states, so that another fault can be drawn, and none when the rule applied', async () => {
    const never: Rule = { fault: 'state', machine: 'rig', state: 'NoSuchState', effect: 'abort' };
    const { places } = await on.run({ ...under(never), hours: 4 }, 'seed');
    expect(places?.states).toContainEqual(expect.objectContaining({ machine: 'rig', state: 'PrepareHosts' }));
    const always: Rule = { fault: 'call', action: 'CreateFleet', effect: 'slow', seconds: 1, nth: 1 };
    expect((await on.run({ ...under(always), hours: 4 }, 'seed')).places).toBeUndefined();
  });
});

describe('listSingleFaults', () => {
  it('lists faults of every class, at every call and state of a clean run', async () => {
    const places = await findPlaces(on, 'seed');
    const cases = listSingleFaults(places);
    const { several: _, calm: _calm, operated: _operated, ...classes } = CLASSES;
    expect(new Set(cases.map((one) => one.class))).toEqual(new Set(Object.keys(classes)));
    const struckAt = (state: string): boolean =>
      cases.some(({ campaign }) => campaign.rules.some((rule) => 'state' in rule && rule.state === state));
    expect(places.states.filter(({ state }) => !struckAt(state))).toEqual([]);
    expect(places.calls.filter(({ state }) => !struckAt(state))).toEqual([]);
    // Each stands for what is alike: together for all.
    const denied = cases.filter(({ campaign: { rules } }) => {
      const [rule] = rules;
      return rule?.fault === 'call' && rule.effect === 'denied' && rule.nth !== undefined;
    });
    expect(denied.reduce((sum, { stands }) => sum + stands, 0)).toBe(
      places.calls.reduce((sum, { count }) => sum + count, 0),
    );
  });
});

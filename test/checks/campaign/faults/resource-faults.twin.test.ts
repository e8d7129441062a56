import { ensure } from '../../../../lib/shapes/errors';
import { judge } from '../../../../checks/campaign/judge/judge';
import { CALM, type Rule } from '../../../../checks/campaign/faults/campaign';
import { play, type CampaignRun } from '../../../../checks/campaign/faults/run-campaign';
import { type Outcome, makeSubject } from '../../../../checks/campaign/subject';
import { LUSTRE, makeOptions } from '../../../twin/rehearsal/specs';

const options = makeOptions(LUSTRE);
const { experiment, startedAt, prices, machineText, scripts } = options;
const on = makeSubject({ spec: LUSTRE, experiment, startedAt, prices, machineText, scripts });
const run = (...rules: Rule[]): Promise<Outcome> => on.run({ ...CALM, rules, hours: 24 }, 'things');

/** Seconds after the start: file systems and hosts stand. */
const AT = 820;
const HOURS = 3600;

describe('resource that hangs or refuses its deletion', () => {
  it('is deleted after a creation of three hours, with less than 0.1 USD of late cost', async () => {
    const { complaints, struck, lateUsd, personUsd } = await run({
      fault: 'thing',
      effect: 'hangs',
      kind: 'fsx:file-system',
      nth: 1,
      seconds: 3 * HOURS,
    });
    expect({ complaints, struck, personUsd }).toEqual({ complaints: [], struck: [1], personUsd: 0 });
    expect(lateUsd).toBeLessThan(0.1);
  });

  it.each([
    ['fsx:file-system', 2],
    ['ec2:instance', 5],
  ] as const)('does not delay the deletion of other resources: %s', async (kind, things) => {
    const { complaints, struck } = await run(
      { fault: 'hand', effect: 'copies', kind, things, at: AT },
      { fault: 'thing', effect: 'refuses', kind, things, lasts: 3 * HOURS },
    );
    expect({ complaints, made: struck[0] }).toEqual({ complaints: [], made: 1 });
    expect(struck[1]).toBeGreaterThan(things);
  });
});

describe('EBS volume that outlives its host', () => {
  const outlives = (things: number): Rule => ({ fault: 'thing', effect: 'outlives', kind: 'ec2:volume', things });

  it('causes no complaint, and less than 0.05 USD of late cost', async () => {
    const { complaints, struck, lateUsd } = await run(outlives(1));
    expect({ complaints, struck }).toEqual({ complaints: [], struck: [1] });
    expect(lateUsd).toBeLessThan(0.05);
  });

  it('is named in the receipt and in a mail when its deletion never succeeds', async () => {
    const { complaints, struck } = await run(outlives(1), { fault: 'thing', effect: 'refuses', kind: 'ec2:volume' });
    expect({ complaints, stayed: struck[0] }).toEqual({ complaints: [], stayed: 1 });
  });
});

describe('judge of a deployment with a file system that is never deleted', () => {
  let stuck: CampaignRun;
  beforeAll(async () => {
    const rules: Rule[] = [{ fault: 'thing', effect: 'refuses', kind: 'fsx:file-system', things: 1 }];
    stuck = await play({ ...options, spec: LUSTRE, campaign: { ...CALM, rules, hours: 24 }, seed: 'stuck' });
  });
  const codes = async (played: CampaignRun): Promise<string[]> => {
    const { complaints } = await judge(played, experiment, prices);
    return [...new Set(complaints.map(({ code }) => code))].sort();
  };

  it('returns no complaint when a mail reported it', async () => {
    expect(stuck.healedAt).toBeNull();
    expect(stuck.refused.size).toBe(1);
    expect(await codes(stuck)).toEqual([]);
  });

  it('counts the cost of the file system separately, since only a person can end it (personUsd)', async () => {
    const { personUsd, afterUsd } = await judge(stuck, experiment, prices);
    expect(personUsd).toBeGreaterThan(2);
    expect(afterUsd - personUsd).toBeLessThan(0.2);
  });

  it('reports LeftoverNotReported when mails are missing', async () => {
    expect(await codes({ ...stuck, messages: [] })).toEqual(expect.arrayContaining(['LeftoverNotReported']));
  });

  it('reports TeardownIncomplete when another resource is left', async () => {
    const host = ensure(
      stuck.creations.find(({ kind }) => kind === 'ec2:launch-template'),
      'a template',
    );
    const creations = stuck.creations.map((one) => (one === host ? { ...one, goneAt: null } : one));
    expect(await codes({ ...stuck, creations })).toEqual(
      ['NotNamed', 'LeftoverNotReported', 'TeardownIncomplete'].sort(),
    );
  });

  it('reports CreatedAfterEnd for a resource created long after the end of the execution', async () => {
    const creations = stuck.creations.map((one, index) => (index === 0 ? { ...one, at: stuck.now } : one));
    expect(await codes({ ...stuck, creations })).toContain('CreatedAfterEnd');
  });
});

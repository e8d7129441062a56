import { ensure } from '../../../../lib/shapes/errors';
import { judge } from '../../../../checks/campaign/judge/judge';
import { CALM, type Rule } from '../../../../checks/campaign/faults/campaign';
import { play, type CampaignRun } from '../../../../checks/campaign/faults/run-campaign';
import { LUSTRE, makeOptions } from '../../../twin/rehearsal/specs';

const options = makeOptions(LUSTRE);
const { experiment, prices } = options;

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

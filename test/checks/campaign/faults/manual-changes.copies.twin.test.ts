/** Things that somebody makes by hand in the name of an execution: they go with it, and are no work of the product. */
import { judge } from '../../../../checks/campaign/judge/judge';
import { CALM, type Rule } from '../../../../checks/campaign/faults/campaign';
import { play, type CampaignRun } from '../../../../checks/campaign/faults/run-campaign';
import { LUSTRE, makeOptions } from '../../../twin/rehearsal/specs';

const { experiment, startedAt, prices, machineText, scripts } = makeOptions(LUSTRE);
const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };

const WATCHED = `${LUSTRE}alarms: { server_metadata_ops: 5k }\n`;

function playWatched(...rules: Rule[]): Promise<CampaignRun> {
  const campaign = { ...CALM, rules, hours: 24 };
  const options = { spec: WATCHED, experiment, startedAt, prices, machineText, scripts, campaign };
  return play({ ...options, seed: 'copies', log: quiet });
}

async function listComplaints(one: CampaignRun): Promise<string[]> {
  const { complaints } = await judge(one, experiment, prices);
  return complaints.map(({ code, text }) => `${code}: ${text}`);
}

/** The experiment is aborted while its hosts are prepared. */
const ABORTED: Rule = {
  fault: 'state',
  machine: 'rig',
  state: 'PrepareHosts',
  nth: 1,
  effect: 'abort',
  who: 'experiment',
};
/** More than an hour after that, seconds after the start. */
const LATER = 2 * 3600;

describe('duplicate resource made by hand more than an hour after an abort', () => {
  it.each(['ec2:launch-template', 'fsx:file-system', 'cloudwatch:alarm'] as const)(
    'causes no complaint of the judge (%s)',
    async (kind) => {
      const one = await playWatched(ABORTED, { fault: 'hand', effect: 'copies', kind, things: 3, at: LATER });
      expect(one.struck.times).toEqual([1, 1]);
      const late = one.creations.filter(({ at }) => at >= startedAt + LATER * 1000);
      expect(late.map((birth) => birth.kind)).toEqual([kind, kind, kind]);
      expect(new Set(late.map(({ id }) => id))).toEqual(one.copied);
      expect(await listComplaints(one)).toEqual([]);
    },
  );

  it('does not hide resources that fsxbench itself creates too late (CreatedAfterEnd)', async () => {
    const one = await playWatched(
      { fault: 'call', action: 'CreateLaunchTemplate', effect: 'slow', seconds: LATER + 1800 },
      { fault: 'hand', effect: 'copies', kind: 'fsx:file-system', things: 2, at: LATER },
    );
    expect(one.struck.times[1]).toBe(1);
    const late = one.creations.filter(({ at }) => at >= startedAt + LATER * 1000);
    const own = late.filter(({ id }) => !one.copied.has(id));
    expect([own.length > 0, late.length - own.length]).toEqual([true, 2]);
    const complaints = (await listComplaints(one)).filter((text) => text.startsWith('CreatedAfterEnd'));
    expect(complaints).toEqual(
      own.map(({ kind, id }) => `CreatedAfterEnd: ${kind} ${id} was made more than an hour after the end`),
    );
  });

  it('is reported as CreatedAfterEnd when the log of the fault does not list it', async () => {
    const one = await playWatched(ABORTED, {
      fault: 'hand',
      effect: 'copies',
      kind: 'ec2:launch-template',
      things: 3,
      at: LATER,
    });
    const [first = ''] = one.copied;
    const copied = new Set([...one.copied].filter((id) => id !== first));
    expect(await listComplaints({ ...one, copied })).toEqual([
      `CreatedAfterEnd: ec2:launch-template ${first} was made more than an hour after the end`,
    ]);
  });
});

it('records duplicates of hosts together with their EBS volumes', async () => {
  const one = await playWatched({ fault: 'hand', effect: 'copies', kind: 'ec2:instance', things: 3, at: 1020 });
  expect(one.struck.times).toEqual([1]);
  const copies = one.creations.filter(({ id }) => one.copied.has(id)).map(({ kind }) => kind);
  expect(copies.toSorted()).toEqual(['ec2:instance', 'ec2:volume'].flatMap((kind) => [kind, kind, kind]));
  expect(await listComplaints(one)).toEqual([]);
});

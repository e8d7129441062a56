import { rehearse } from '../../../lib/twin/rehearsal/rehearse';
import type { CallRecord } from '../../../lib/twin/cloud/service';
import { makeOptions } from './specs';

const SPEC = `
experiment: lead
question: How soon do hosts start together?
targets: { scratch: { kind: fsx-lustre, deploymentType: SCRATCH_2, storageGiB: 1200 } }
fleet: { client: { count: 20, instanceType: c5n.large } }
factors: { bs: [64k, 1m] }
workloads: { fio: { kind: fio, rw: write, bs: $bs, iodepth: 4, size: 1 GiB, ramp_time: 5s, runtime: 30s } }
design: { replicates: 3 }
decide: { metric: bandwidth, prefer: highest }
`;

/** Expected duration of a trial: ramp, runtime, and a second. */
const TRIAL_SECONDS = 36;

/**
 * Seconds from sending each command with an agreed start until that start, in the order of the trials; of commands that
 * were sent while another one ran, from the expected end of that.
 */
async function listLeads(spec: string): Promise<readonly number[]> {
  const calls: CallRecord[] = [];
  const { complaints, status } = await rehearse({ ...makeOptions(spec), record: (call) => calls.push(call) });
  expect([status, complaints]).toEqual(['SUCCEEDED', []]);
  const sent = calls.flatMap(({ action, input, time }) => {
    const { Parameters: given } = input as { Parameters?: Record<string, readonly string[]> };
    const at = Number(given?.['StartAt']?.[0] ?? 0);
    const follows = given?.['After']?.[0] !== 'none';
    return action === 'SendCommand' && at > 0 ? [{ at, follows, sentAt: Date.parse(time) / 1000 }] : [];
  });
  return sent.map(({ at, follows, sentAt }, nth) => at - (follows ? (sent[nth - 1]?.at ?? 0) + TRIAL_SECONDS : sentAt));
}

it('starts hosts together sooner after the first round, with a margin to what they needed', async () => {
  const leads = await listLeads(SPEC);
  expect(leads).toHaveLength(6);
  // 15 s and 0.1 s for each of 20 hosts; then 1.25 times what they needed, 2 to 4 s, and 4 s.
  for (const lead of leads.slice(0, 2)) expect(lead).toBeCloseTo(17, 1);
  for (const lead of leads.slice(2)) {
    expect(lead).toBeGreaterThan(4 + 1.25 * 2);
    expect(lead).toBeLessThan(4 + 1.25 * 4);
  }
});

it('gives single hosts no start', async () => {
  expect(await listLeads(SPEC.replace('count: 20', 'count: 1'))).toEqual([]);
});

/** Services that an account denies: one that an experiment never uses, and the one that it does. */
import type { Receipt } from '../../lib/shapes/receipt';
import { CALM, type Rule } from '../../checks/campaign/faults/campaign';
import { play } from '../../checks/campaign/faults/run-campaign';
import { toMachineName } from '../../lib/twin/rehearsal/machine-use';
import { LUSTRE, makeOptions } from './rehearsal/specs';

const EFS = LUSTRE.replace(
  /targets:[^]*?fleet:/,
  'targets: { shared: { kind: efs, throughputMode: elastic, storedGiB: 100 } }\nfleet:',
);

const DENIED: Rule = { fault: 'call', service: 'efs', effect: 'denied' };

/** How an experiment ends in an account in which this goes wrong. */
async function playDenied(spec: string, hours: number, ...rules: readonly Rule[]) {
  const { experiment, startedAt, prices, machineText, scripts, log } = makeOptions(spec);
  const campaign = { ...CALM, rules: [...rules], hours };
  const options = { spec, experiment, campaign, seed: 'seed', startedAt, prices, machineText, scripts, log };
  const { deployment, messages, store } = await play(options);
  const executions = deployment.account.sfn.executions();
  const [first] = executions;
  const [key] = (await store.list('executions/')).flatMap((one) => (/receipt.json$/.test(one.key) ? [one.key] : []));
  return {
    status: first?.status,
    endedAt: first?.stopDate ?? Infinity,
    mailedAt: messages[0]?.at ?? Infinity,
    badPasses: executions.filter((one) => toMachineName(one.machineArn) === 'janitor' && one.status === 'FAILED')
      .length,
    receipt: key === undefined ? null : (JSON.parse((await store.get(key))?.text ?? '') as Receipt),
    subjects: messages.map(({ subject }) => subject),
  };
}

it('ends SUCCEEDED with a clean receipt when access to EFS is denied but EFS is not used', async () => {
  const calm = await playDenied(LUSTRE, 3);
  const without = await playDenied(LUSTRE, 3, DENIED);
  expect([without.status, without.badPasses, without.receipt?.clean]).toEqual(['SUCCEEDED', 0, true]);
  expect(without.endedAt - calm.endedAt).toBeLessThan(120_000);
  expect(without.mailedAt - calm.mailedAt).toBeLessThan(120_000);
  expect(without.receipt?.skipped?.map(({ kind }) => kind).toSorted()).toEqual(['efs:file-system', 'efs:mount-target']);
});

it('writes an unclean receipt and sends an ACTION mail when EFS denies access after its create calls', async () => {
  const { receipt, subjects, badPasses } = await playDenied(EFS, 20, { ...DENIED, from: 200 });
  expect(receipt?.clean).toBe(false);
  expect(badPasses).toBeGreaterThan(0);
  expect(receipt?.unlisted.map(({ kind }) => kind)).toContain('efs:file-system');
  expect(subjects.join('\n')).toMatch(/^\[fsxbench\] ACTION .* not deleted$/);
});

it('refuses with CannotList before it creates resources when EFS denies access from the start', async () => {
  const { status, receipt, subjects } = await playDenied(EFS, 1, DENIED);
  expect([status, receipt]).toEqual(['FAILED', null]);
  expect(subjects.join('\n')).toMatch(/refused: CannotList/);
});

/** An account that cannot hold an experiment refuses it before anything is there; launches are tried before, too. */
import type { RunInstancesCommandInput } from '@aws-sdk/client-ec2';
import { ensure } from '../../lib/shapes/errors';
import type { CallRecord } from '../../lib/twin/cloud/service';
import type { QuotaValues } from '../../lib/twin/cloud/service-quotas';
import { rehearse } from '../../lib/twin/rehearsal/rehearse';
import { LUSTRE, makeOptions } from '../twin/rehearsal/specs';

async function rehearseWithQuotas(quotas: QuotaValues) {
  const calls: CallRecord[] = [];
  const found = await rehearse({ ...makeOptions(LUSTRE), quotas, record: (call) => void calls.push(call) });
  return { found, calls, created: calls.filter(({ action }) => action.startsWith('Create')) };
}

it('refuses with QuotaTooSmall, lists all exceeded quotas, and makes no Create calls', async () => {
  const { found, created } = await rehearseWithQuotas({ 'L-1216C47A': 1, 'L-8F1B9C74': 1199 });
  expect(found).toMatchObject({ status: 'FAILED', error: 'QuotaTooSmall', receipt: null });
  expect(found.cause).toContain('(ec2 L-1216C47A): 1 vCPUs, 0 in use, 2 needed');
  expect(found.cause).toContain('(fsx L-8F1B9C74): 1199 GiB of PERSISTENT_2, 0 in use, 1200 needed');
  expect([created, found.complaints]).toEqual([[], []]);
});

it('runs when the quotas are exactly as large as needed, after dry runs with the data of the template', async () => {
  const { found, calls, created } = await rehearseWithQuotas({
    'L-1216C47A': 2,
    'L-8F1B9C74': 1200,
    'L-AD2FC696': 1200,
  });
  expect(found).toMatchObject({ status: 'SUCCEEDED', receipt: { clean: true } });
  const tried = calls.filter(({ action }) => action === 'RunInstances');
  const made = calls.filter(({ action }) => action === 'CreateLaunchTemplate');
  expect(tried.map(({ error }) => error?.name)).toEqual(made.map(() => 'DryRunOperation'));
  const [dryRun, template] = [ensure(tried[0], 'a dry run'), ensure(made[0], 'a template')];
  expect(calls.indexOf(dryRun)).toBeLessThan(calls.indexOf(ensure(created[0], 'a Create call')));
  const { DryRun, MinCount, MaxCount, ...data } = dryRun.input as RunInstancesCommandInput;
  expect([DryRun, MinCount]).toEqual([true, MaxCount]);
  expect(data).toEqual((template.input as { LaunchTemplateData: object }).LaunchTemplateData);
});

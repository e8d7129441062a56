import type { RunInstancesCommandInput } from '@aws-sdk/client-ec2';
import { ensure } from '../../../lib/shapes/errors';
import type { CallRecord } from '../../../lib/twin/cloud/service';
import { rehearse } from '../../../lib/twin/rehearsal/rehearse';
import { LUSTRE, makeOptions } from '../../twin/rehearsal/specs';

it('sends RunInstances dry runs with the data of the launch template before it creates resources', async () => {
  const calls: CallRecord[] = [];
  await rehearse({ ...makeOptions(LUSTRE), record: (call) => calls.push(call) });
  const tried = calls.filter(({ action }) => action === 'RunInstances');
  const made = calls.filter(({ action }) => action === 'CreateLaunchTemplate');
  expect(tried.map(({ error }) => error?.name)).toEqual(made.map(() => 'DryRunOperation'));
  expect(calls.findIndex(({ action }) => action === 'RunInstances')).toBeLessThan(
    calls.findIndex(({ action }) => action.startsWith('Create')),
  );
  const { DryRun, MinCount, MaxCount, ...data } = ensure(tried[0], 'a dry run').input as RunInstancesCommandInput;
  expect({ DryRun, least: MinCount === MaxCount }).toEqual({ DryRun: true, least: true });
  const { LaunchTemplateData } = ensure(made[0], 'a template').input as { LaunchTemplateData: object };
  expect(data).toEqual(LaunchTemplateData);
});

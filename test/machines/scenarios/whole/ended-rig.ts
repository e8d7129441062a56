/**
 * A rig has ended with leftovers, while its experiment continues with others: the janitor has it torn down, at once and
 * by its own tag.
 */
import { LONGEST_TIMING } from '../../../../lib/experiment/plan/timing';
import { getPointerKey } from '../../../../lib/shapes/layout';
import { TAG_KEYS } from '../../../../lib/shapes/tags';
import { BEGINNING, type Complaints, EXECUTION, type Load, same, stage } from '../../stage';

/** The caller that prepares the story: no role of the deployment. */
const BY_HAND = { execution: '', state: '', role: 'person' };
const RIG = `${EXECUTION}__r1`;
const POINTER = {
  experiment: 'play',
  timing: LONGEST_TIMING,
  startedAt: new Date(BEGINNING).toISOString(),
  guardianUntil: BEGINNING / 1000 + 36_000,
};

export async function* endedRig(load: Load): Complaints {
  const on = stage(load, { local: false, deafRule: true });
  await on.store.put(getPointerKey(EXECUTION), JSON.stringify(POINTER), true);
  for (const rig of ['r1', 'r2']) {
    const tags = {
      [TAG_KEYS.stack]: on.deployment.config.stack,
      [TAG_KEYS.experiment]: 'play',
      [TAG_KEYS.execution]: EXECUTION,
      [TAG_KEYS.rig]: `${EXECUTION}__${rig}`,
      [TAG_KEYS.expiresAt]: String(POINTER.guardianUntil),
    };
    const Tags = Object.entries(tags).map(([Key, Value]) => ({ Key, Value }));
    const template = {
      LaunchTemplateName: `${on.deployment.config.stack}-${EXECUTION}__${rig}-client`,
      LaunchTemplateData: { ImageId: 'ami-00000000000000001', InstanceType: 't3.small' },
      TagSpecifications: [{ ResourceType: 'launch-template', Tags }],
    };
    await on.deployment.account.cloud.call('ec2', 'CreateLaunchTemplate', template, BY_HAND);
  }
  // Without its input it ends at its first state, and so does a guardian, which ended too recently to be missed.
  await on.deployment.start('rig', RIG, {});
  await on.clock.sleep(895_000);
  await on.deployment.start('guardian', EXECUTION, {});
  await on.clock.sleep(10_000);
  await on.deployment.start('janitor', 'janitor-1', {});
  await on.deployment.settled();
  const executions = on.deployment.account.sfn.executions();
  const of = (machine: string) =>
    executions
      .filter(({ machineArn }) => machineArn.endsWith(`-${machine}`))
      .map(({ name, status }) => [name.replace(/\d+$/, 'n'), status]);
  yield* same('teardowns', of('teardown'), [[`${RIG}__teardown__ended__n`, 'SUCCEEDED']]);
  yield* same('guardians', of('guardian'), [[EXECUTION.replace(/\d+$/, 'n'), 'FAILED']]);
  yield* same('janitors', of('janitor'), [['janitor-n', 'SUCCEEDED']]);
  yield* same('left', on.deployment.account.ec2.templates(), [`${on.deployment.config.stack}-${EXECUTION}__r2-client`]);
}

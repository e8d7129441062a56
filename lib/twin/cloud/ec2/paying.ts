/**
 * When instances are paid for: while they run, not while they are pending or shutting down.
 * https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/ec2-instance-lifecycle.html
 */
import type { PaidDisk } from '../paid';
import type { Ec2State, Instance } from './state';

/** From now on it costs. */
export function startPaying(state: Ec2State, instance: Instance): void {
  const { instanceId: id, tags, instanceType } = instance.launch;
  const kind = 'ec2:instance';
  const what = { kind, instanceType, disks: disksOf(instance) } as const;
  state.options.onPaid?.({ at: state.options.clock.now(), kind, id, tags, what });
}

/** From now on it does not. */
export function stopPaying(state: Ec2State, instance: Instance): void {
  const { instanceId: id, tags } = instance.launch;
  state.options.onPaid?.({ at: state.options.clock.now(), kind: 'ec2:instance', id, tags, what: null });
}

/** Disks that the template asks for; the root disk of the image is not among them unless it says so. */
function disksOf({ template }: Instance): PaidDisk[] {
  return (template?.data.BlockDeviceMappings ?? []).flatMap(({ Ebs }) => (Ebs === undefined ? [] : [{ ...Ebs }]));
}

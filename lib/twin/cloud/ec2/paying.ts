/**
 * When instances are paid for: while they run, not while they are pending or shutting down. Their disks are paid for on
 * their own (`volumes.ts`).
 * https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/ec2-instance-lifecycle.html
 */
import { DEFAULT_IMAGE, IMAGES } from '../../../shapes/images';
import { publishedImage } from './images';
import type { Ec2State, Instance } from './state';

/** From now on it costs. */
export function startPaying(state: Ec2State, instance: Instance): void {
  const { instanceId: id, tags, instanceType } = instance.launch;
  const kind = 'ec2:instance';
  const image = publishedImage(instance.template?.data.ImageId);
  const { price } = IMAGES[image?.of ?? DEFAULT_IMAGE];
  const what = { kind, instanceType, ...(price === 'linux' ? {} : { system: price }) } as const;
  state.options.onPaid?.({ at: state.options.clock.now(), kind, id, tags, what });
}

/** From now on it does not. */
export function stopPaying(state: Ec2State, instance: Instance): void {
  const { instanceId: id, tags } = instance.launch;
  state.options.onPaid?.({ at: state.options.clock.now(), kind: 'ec2:instance', id, tags, what: null });
}

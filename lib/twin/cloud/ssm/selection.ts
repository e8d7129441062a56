/** Which managed hosts a request means: by ids, by tags, by filters. */
import type { InstanceInformationStringFilter, Target } from '@aws-sdk/client-ssm';
import type { HostView } from '../ec2/ec2';
import { constraintError, ServiceError } from '../service';

/** Bounds of SendCommand. https://docs.aws.amazon.com/systems-manager/latest/APIReference/API_SendCommand.html */
const MAX_INSTANCE_IDS = 50;
const MAX_TARGETS = 5;
const MAX_TARGET_VALUES = 50;

/**
 * The hosts of `InstanceIds`: all of them must be managed.
 * @throws ServiceError DuplicateInstanceId, InvalidInstanceId, or ValidationException above 50
 */
export function byInstanceIds(ids: readonly string[], managed: readonly HostView[], account: string): HostView[] {
  if (ids.length > MAX_INSTANCE_IDS) {
    throw constraintError('instanceIds', `Member must have length less than or equal to ${MAX_INSTANCE_IDS}`);
  }
  if (new Set(ids).size < ids.length) {
    throw new ServiceError('DuplicateInstanceId', "You can't specify a managed node ID in more than one place", 400);
  }
  const known = new Map(managed.map((host) => [host.instanceId, host]));
  const bad = ids.filter((id) => !known.has(id));
  if (bad.length > 0) {
    const message = `Instances [[${bad.join(', ')}]] not in a valid state for account ${account}`;
    throw new ServiceError('InvalidInstanceId', message, 400);
  }
  return ids.flatMap((id) => known.get(id) ?? []);
}

/** The hosts that meet all targets, each by any of its values. None is no error: such a command "succeeds". */
export function byTargets(targets: readonly Target[], managed: readonly HostView[]): HostView[] {
  if (targets.length > MAX_TARGETS) {
    throw constraintError('targets', `Member must have length less than or equal to ${MAX_TARGETS}`);
  }
  const tests = targets.map(({ Key = '', Values = [] }) => {
    if (Values.length === 0 || Values.length > MAX_TARGET_VALUES) {
      const message = `Target '${Key}' needs 1 to ${MAX_TARGET_VALUES} values, it has ${Values.length}`;
      throw new ServiceError('ValidationException', message, 400);
    }
    if (Key === 'InstanceIds') return (host: HostView) => Values.includes(host.instanceId);
    if (!Key.startsWith('tag:')) {
      throw new ServiceError('ValidationException', `Target key '${Key}' is none of tag:KEY, InstanceIds`, 400);
    }
    const tag = Key.slice('tag:'.length);
    return (host: HostView) => hasTag(host, tag, Values);
  });
  return managed.filter((host) => tests.every((test) => test(host)));
}

/** Hosts that pass all filters of DescribeInstanceInformation. */
export function byFilters(
  filters: readonly InstanceInformationStringFilter[],
  hosts: readonly HostView[],
): readonly HostView[] {
  const tests = filters.map(({ Key = '', Values = [] }) => {
    if (Values.length === 0) {
      throw new ServiceError('InvalidInstanceInformationFilterValue', `Filter '${Key}' has no values`, 400);
    }
    if (Key === 'InstanceIds') return (host: HostView) => Values.includes(host.instanceId);
    if (Key === 'PingStatus') return ({ online }: HostView) => Values.includes(online ? 'Online' : 'ConnectionLost');
    if (Key === 'tag-key') return (host: HostView) => Values.some((name) => Object.hasOwn(host.tags, name));
    if (Key.startsWith('tag:')) {
      const tag = Key.slice('tag:'.length);
      return (host: HostView) => hasTag(host, tag, Values);
    }
    throw new ServiceError('InvalidFilterKey', `The specified filter key '${Key}' isn't valid`, 400);
  });
  return hosts.filter((host) => tests.every((test) => test(host)));
}

function hasTag({ tags }: HostView, name: string, values: readonly string[]): boolean {
  const value = tags[name];
  return value !== undefined && values.includes(value);
}

/** Which calls create something, in whose behalf, and when. */
import { isOf } from '../../shapes/execution-names';
import { TAG } from '../../shapes/layout';
import type { CallRecord } from '../cloud/service';

/** Services that hold what costs money or lives on. */
const CREATING_SERVICES = new Set(['ec2', 'fsx', 'efs', 'ebs', 'secretsmanager', 'cloudwatch', 'autoscaling']);
const CREATING_ACTION = /^(?:(?:Create|Run|Request|Allocate|Copy|Import)[A-Z]|PutMetricAlarm$)/;
/** Tags are no things of their own. */
const NOT_CREATING = new Set(['CreateTags']);

/** A call with its place in the order of beginning: by time, and at the same instant by the order of the log. */
export interface PlacedCall {
  readonly call: CallRecord;
  /** Epoch milliseconds at which it began. */
  readonly at: number;
  readonly place: number;
}

/** Calls in the order in which they began. */
export function inOrder(calls: readonly CallRecord[]): PlacedCall[] {
  return calls
    .map((call, index) => ({ call, at: Date.parse(call.time), index }))
    .sort((a, b) => a.at - b.at || a.index - b.index)
    .map(({ call, at }, place) => ({ call, at, place }));
}

/** Makes something that has to be removed. */
export function creates(call: CallRecord): boolean {
  return (
    CREATING_SERVICES.has(call.service.toLowerCase()) &&
    CREATING_ACTION.test(call.action) &&
    !NOT_CREATING.has(call.action)
  );
}

/** Starts work on hosts. */
export function sendsCommand(call: CallRecord): boolean {
  return call.service.toLowerCase() === 'ssm' && call.action === 'SendCommand';
}

/** Made by the execution, by one of its children, or with its tag on it. */
export function belongsTo(call: CallRecord, executionId: string): boolean {
  if (isOf(call.execution, executionId)) return true;
  return tagValues(call.input, TAG.execution).includes(executionId);
}

/** Members of an object; none for anything else. */
export function membersOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
}

/** Items of a list; none for anything else. */
export function itemsOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** A list of `{ Key, Value }` as an object. */
export function tagsOf(value: unknown): Record<string, string> {
  const pairs = itemsOf(value).map((item) => {
    const { Key, Value } = membersOf(item);
    return [typeof Key === 'string' ? Key : '', typeof Value === 'string' ? Value : ''] as const;
  });
  return Object.fromEntries(pairs);
}

/** Value of a tag, wherever in a request it stands. */
function tagValues(value: unknown, key: string): string[] {
  if (Array.isArray(value)) return value.flatMap((item) => tagValues(item, key));
  const members = membersOf(value);
  const own = members['Key'] === key && typeof members['Value'] === 'string' ? [members['Value']] : [];
  return [...own, ...Object.values(members).flatMap((member) => tagValues(member, key))];
}

/** Name and execution of a call, for a complaint. */
export function nameOf(call: CallRecord): string {
  return `${call.service}:${call.action} of ${call.execution || 'nobody'} in ${call.state} at ${call.time}`;
}

/**
 * Names of executions. State machines build the same names; a test compares both. Parts are joined by `__`, not a dot:
 * CloudWatch would not log a name with a dot ("to enable logging with CloudWatch Logs the name should only contain 0-9,
 * A-Z, a-z, - and _", Step Functions API reference, StartExecution).
 */
import { sha256 } from './canonical-json';
import type { MachineName } from './machines';

/** Separates the parts of a name; no part contains it. */
const SEPARATOR = '__';

/** Maximum characters of a name (API reference, StartExecution). */
export const NAME_MAX_LENGTH = 80;

/** Pattern of an executionId: short enough that child executions can append parts, which start with `__`. */
export const EXECUTION_ID_PATTERN = /^(?!.*__)[A-Za-z0-9_-]{1,48}$/;
/** The same in words. */
export const EXECUTION_ID_RULE = '1 to 48 of the characters A-Z a-z 0-9 _ -, without __';
/** Pattern for names of experiment executions. Names by EventBridge have 73 characters: two UUIDs and `_`. */
export const EXECUTION_NAME_PATTERN = /^(?!.*__)[A-Za-z0-9_-]{1,80}$/;
/** The same in words. */
export const EXECUTION_NAME_RULE = '1 to 80 of the characters A-Z a-z 0-9 _ -, without __';
/** Matches an executionId that was made from a longer name: see {@link toExecutionId}. */
const SHORTENED_ID = /^[A-Za-z0-9_-]{39}-[0-9a-f]{8}$/;

/** The executionId of an execution name: a hash replaces the end of long names. */
export function toExecutionId(name: string): string {
  return name.length <= 48 ? name : `${name.slice(0, 39)}-${sha256(name).slice(0, 8)}`;
}

/** Whether an executionId may be made from a longer name, which the execution's pointer then contains. */
export function isShortenedId(executionId: string): boolean {
  return SHORTENED_ID.test(executionId);
}

/** The name of a child: `joinName('night-1', 'r1', 2)` is `night-1__r1__2`. The name of a rig is also its tag. */
export function joinName(parent: string, ...parts: readonly (string | number)[]): string {
  return [parent, ...parts].join(SEPARATOR);
}

/** The name of the n-th guardian in recovery mode. The first guardian has the executionId as its name. */
export function makeRecoveryName(executionId: string, n: number): string {
  return joinName(executionId, 'recover', n);
}

/** An executionId may end in `_`, so parts start after the last two of several underscores. */
const NAME_PARTS = /^(.+?)__(?!_)(.*)$/;

/** The executionId in a name. The name of an experiment or first guardian is the executionId. */
export function parseExecutionId(name: string): string {
  return NAME_PARTS.exec(name)?.[1] ?? name;
}

/** The parts of a name after the executionId; none for experiments and first guardians. */
export function parseParts(name: string): readonly string[] {
  return NAME_PARTS.exec(name)?.[2]?.split(SEPARATOR) ?? [];
}

/** Whether an execution belongs to another one: `night-1__r1` to `night-1`, and not to `night`. */
export function isOwnedBy(name: string, executionId: string): boolean {
  return parseExecutionId(name) === executionId;
}

/** `r1` for the execution of a rig and its children; null for others. */
export function findRig(name: string): string | null {
  const [first = ''] = parseParts(name);
  return /^r\d+$/.test(first) ? first : null;
}

/** Patterns of the parts after the executionId, by machine. */
const PART_PATTERNS: Readonly<Partial<Record<MachineName, readonly RegExp[]>>> = {
  guardian: [/^recover__\d+$/],
  rig: [/^r\d+$/],
  'target-request': [
    /^r\d+__make__c\d+__[A-Za-z][A-Za-z0-9]*__\d+$/,
    /^r\d+__change__\d+__c\d+__\d+__\d+$/,
    /^r\d+__t\d+__change__c\d+__\d+__\d+$/,
  ],
  action: [/^r\d+__act__\d+__c\d+__\d+$/],
  launch: [/^r\d+__launch__\d+__\d+$/],
  'host-command': [/^r\d+__p__c\d+__\d+__\d+$/, /^r\d+__unmount__c\d+__\d+$/, /^r\d+__t\d+__a\d+__\d+__\d+$/],
  'trial-batch': [/^r\d+__\d+$/],
  // A recovering guardian's mail starts with the guardian's name; a mail about leftovers contains the day.
  notify: [
    /^(recover__\d+__)?complete$/,
    /^(left|unguarded)__\d{4}-\d\d-\d\d$/,
    /^(late__\d+|refused)$/,
    /^unable__\d{4}-\d\d-\d\d__[0-9a-f]{8}$/,
  ],
  teardown: [/^(recover__\d+__)?teardown__\d+__\d+$/, /^r\d+__(teardown__((after|ended)__)?|drop__c\d+__)\d+$/],
  results: [/^results__\d+$/, /^(recover__\d+__)?saved__\d+$/, /^(recover__\d+__)?read__\d+__\d+$/],
};

/** The state machine of an execution name; null for names without parts, or with unknown parts. */
export function findMachine(name: string): MachineName | null {
  const rest = parseParts(name).join(SEPARATOR);
  const found = Object.entries(PART_PATTERNS).find(([, forms]) => forms.some((one) => one.test(rest)));
  return found === undefined ? null : (found[0] as MachineName);
}

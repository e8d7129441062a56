/**
 * Names of executions. Machine files build them in the same forms, which a test evaluates. Parts are joined by `__`: a
 * name with a dot is not logged ("to enable logging with CloudWatch Logs the name should only contain 0-9, A-Z, a-z, -
 * and _", Step Functions API reference, StartExecution).
 */
import { sha256 } from './canonical-json';
import type { MachineName } from './machines';

/** Separates the parts of a name; no part contains it. */
const SEPARATOR = '__';

/** Maximum characters of a name (API reference, StartExecution). */
export const NAME_MAX_LENGTH = 80;

/** An executionId: leaves room for the parts of child executions, which start with `__`. */
export const EXECUTION_ID_PATTERN = /^(?!.*__)[A-Za-z0-9_-]{1,48}$/;
/** The same in words. */
export const EXECUTION_ID_RULE = '1 to 48 of the characters A-Z a-z 0-9 _ -, without __';
/** A valid name of an experiment's execution: EventBridge uses two UUIDs and `_`, 73 characters. */
export const EXECUTION_NAME_PATTERN = /^(?!.*__)[A-Za-z0-9_-]{1,80}$/;
/** The same in words. */
export const EXECUTION_NAME_RULE = '1 to 80 of the characters A-Z a-z 0-9 _ -, without __';
/** An id made from a longer name: see {@link toExecutionId}. */
const SHORTENED_ID = /^[A-Za-z0-9_-]{39}-[0-9a-f]{8}$/;

/** The executionId of an execution name: a hash replaces the end of long names. */
export function toExecutionId(name: string): string {
  return name.length <= 48 ? name : `${name.slice(0, 39)}-${sha256(name).slice(0, 8)}`;
}

/** Whether an id may be made from a longer name, which the pointer of the execution then holds. */
export function isShortenedId(executionId: string): boolean {
  return SHORTENED_ID.test(executionId);
}

/** The name of a child: `joinName('night-1', 'r1', 2)` is `night-1__r1__2`. The name of a rig is also its tag. */
export function joinName(parent: string, ...parts: readonly (string | number)[]): string {
  return [parent, ...parts].join(SEPARATOR);
}

/** The name of the n-th guardian in recover mode; the first guardian is named after its execution. */
export function makeRecoveryName(executionId: string, n: number): string {
  return joinName(executionId, 'recover', n);
}

/** An executionId may end in `_`, so the parts start after the last `__` of a run of underscores. */
const NAME_PARTS = /^(.+?)__(?!_)(.*)$/;

/** The executionId of a name; experiments and first guardians have it as their name. */
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

/** Forms of the parts after the executionId, by machine. */
const PART_PATTERNS: Readonly<Partial<Record<MachineName, readonly RegExp[]>>> = {
  guardian: [/^recover__\d+$/],
  rig: [/^r\d+$/],
  'target-request': [/^r\d+__make__c\d+__[A-Za-z][A-Za-z0-9]*__\d+$/, /^r\d+__change__\d+__c\d+__\d+__\d+$/],
  action: [/^r\d+__act__\d+__c\d+__\d+$/],
  launch: [/^r\d+__launch__\d+__\d+$/],
  'host-command': [/^r\d+__p__c\d+__\d+__\d+$/, /^r\d+__unmount__c\d+__\d+$/, /^r\d+__t\d+__a\d+__\d+__\d+$/],
  'trial-batch': [/^r\d+__\d+$/],
  // The first mail of a guardian has its name, or the day for leftovers.
  notify: [
    /^(recover__\d+__)?complete$/,
    /^(left|unguarded)__\d{4}-\d\d-\d\d$/,
    /^(late__\d+|refused)$/,
    /^unable__\d{4}-\d\d-\d\d__[0-9a-f]{8}$/,
  ],
  teardown: [/^(recover__\d+__)?teardown__\d+__\d+$/, /^r\d+__(teardown__((after|ended)__)?|drop__c\d+__)\d+$/],
  results: [/^results__\d+$/, /^(recover__\d+__)?saved__\d+$/, /^(recover__\d+__)?read__\d+__\d+$/],
};

/** The machine of a name; null for names without parts and unknown forms. */
export function findMachine(name: string): MachineName | null {
  const rest = parseParts(name).join(SEPARATOR);
  const found = Object.entries(PART_PATTERNS).find(([, forms]) => forms.some((one) => one.test(rest)));
  return found === undefined ? null : (found[0] as MachineName);
}

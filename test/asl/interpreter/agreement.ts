import { isDeepStrictEqual } from 'node:util';
import type { ConformanceCase, Expectation } from './conformance-case';

/** Differences between a recording and its replay, one line a field; empty where they agree. */
export function listDifferences(recorded: ConformanceCase, actual: Expectation): string[] {
  const expected = maskVolatile(recorded.expected, recorded.volatile);
  const seen = maskVolatile(actual, recorded.volatile);
  const found: string[] = [];
  const compare = (field: string, wanted: unknown, got: unknown): void => {
    if (!isDeepStrictEqual(wanted, got)) found.push(`${field}: ${show(got)} instead of ${show(wanted)}`);
  };
  compare('status', expected.status, seen.status);
  compare('output', expected.output, seen.output);
  compare('error', expected.error, seen.error);
  compare('cause', jsonOrText(expected.cause), jsonOrText(seen.cause));
  compare('taskCalls', expected.taskCalls ?? [], seen.taskCalls ?? []);
  compare('evaluationFailures', expected.evaluationFailures ?? [], seen.evaluationFailures ?? []);
  for (const field of ['stateExits', 'eventTypes'] as const) {
    if (recorded.eventOrder !== 'partial') compare(field, expected[field], seen[field]);
    else for (const one of listMissing(expected[field], seen[field])) found.push(`${field}: no ${show(one)}`);
  }
  return found;
}

/** Elements that the first list has more often than the second. */
function listMissing(wanted: readonly unknown[], got: readonly unknown[]): unknown[] {
  const left = [...got];
  return wanted.filter((one) => {
    const index = left.findIndex((other) => isDeepStrictEqual(one, other));
    if (index !== -1) left.splice(index, 1);
    return index === -1;
  });
}

/** A copy with the values at the JSON pointers replaced by `*`: present, whatever their value. */
function maskVolatile(expected: Expectation, pointers: readonly string[]): Expectation {
  const copy = JSON.parse(JSON.stringify(expected)) as Expectation;
  for (const pointer of pointers) {
    const path = pointer
      .split('/')
      .slice(1)
      .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
    const last = path.pop() ?? '';
    const holder = path.reduce<unknown>((value, part) => (value as Record<string, unknown> | undefined)?.[part], copy);
    if (typeof holder === 'object' && holder !== null && last in holder)
      (holder as Record<string, unknown>)[last] = '*';
  }
  return copy;
}

function jsonOrText(text: string | undefined): unknown {
  if (text === undefined) return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

function show(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > 400 ? `${text.slice(0, 400)}…` : text;
}

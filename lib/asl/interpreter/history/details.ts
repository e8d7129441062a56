/** Details of history events. They are made only if a history is kept; most executions only count events. */
import type { Details } from './history';

/** Marks JSON texts in history events as complete: the simulation truncates none. */
const INCLUDED = { truncated: false };

const toJson = (value: unknown): string => JSON.stringify(value) ?? 'null';

function dropUndefined(members: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));
}

/** `name`, `input` of `*StateEntered`. */
export function makeEntered(name: string, input: unknown): Details {
  return () => ({ stateEnteredEventDetails: { name, input: toJson(input), inputDetails: INCLUDED } });
}

/** `name`, `output`, `assignedVariables` (JSON texts by name) of `*StateExited`. */
export function makeExited(
  name: string,
  output: unknown,
  assigned: Readonly<Record<string, unknown>> | undefined,
): Details {
  return () => {
    const variables = Object.entries(assigned ?? {}).map(([key, value]) => [key, toJson(value)] as const);
    const assignment =
      variables.length === 0
        ? {}
        : { assignedVariables: Object.fromEntries(variables), assignedVariablesDetails: INCLUDED };
    return { stateExitedEventDetails: { name, output: toJson(output), outputDetails: INCLUDED, ...assignment } };
  };
}

/** Makes details with an input, e.g. of ExecutionStarted. */
export function withInput(
  key: `${string}EventDetails`,
  input: unknown,
  more: Readonly<Record<string, unknown>> = {},
): Details {
  return () => ({ [key]: dropUndefined({ ...more, input: toJson(input), inputDetails: INCLUDED }) });
}

/** Makes details with an output, e.g. of TaskSucceeded. */
export function withOutput(
  key: `${string}EventDetails`,
  output: unknown,
  more: Readonly<Record<string, unknown>> = {},
): Details {
  return () => ({ [key]: { ...more, output: toJson(output), outputDetails: INCLUDED } });
}

/** The members as details, without those that are undefined. */
export function plainDetails(key: `${string}EventDetails`, members: Readonly<Record<string, unknown>>): Details {
  return () => ({ [key]: dropUndefined(members) });
}

/** A summary of the run of a single machine, short enough for an expectation. */
import type { Alone } from './alone';

/** Calls as `State seconds`; output, or error and cause. */
export interface Story {
  readonly calls: string;
  readonly end: unknown;
}

/** Called before every report of a clean end, with its own stories: `scenarios/alone/guardian/servers.ts`. */
const EVERYWHERE = 'AskServers';

export function tellStory({ calls: all, status, output, error, cause }: Alone): Story {
  const end = status === 'SUCCEEDED' ? output : [error ?? status, cause ?? ''];
  const calls = all.filter(({ state }) => state !== EVERYWHERE);
  return { calls: calls.map(({ state, at }) => `${state} ${at}`).join(', '), end };
}

/** Arguments of all calls of a state, in order. */
export function listArguments({ calls }: Alone, state: string): unknown[] {
  return calls.filter((call) => call.state === state).map((call) => call.arguments);
}

/** The two kinds of errors that every call may have: a result that is too large is caught by its own name. */
export const TROUBLES = ['States.DataLimitExceeded', 'Trouble'] as const;

/** A call without an answer. */
export const silent = (): Promise<never> => Promise.race([]);

/** What every command is given and gives back. */

import type { Problem } from '../shapes/problem';
import type { Interrupts } from './interrupts';
import { type ExitCode, UserError } from '../shapes/user-error';

export { UserError };

/** The world of a command: tests give another one. */
export interface Cli {
  /** Folder of the installed package: `workloads/` and `state-machines/` lie here. */
  readonly root: string;
  /** Working directory: relative paths of the user, and `.fsxbench/`. */
  readonly cwd: string;
  /** What a person types; absent where nobody can be asked. */
  readonly input?: NodeJS.ReadableStream & { isTTY?: boolean };
  readonly out: NodeJS.WritableStream & { isTTY?: boolean; columns?: number };
  readonly err: NodeJS.WritableStream & { isTTY?: boolean; columns?: number };
  /** Ctrl-C, SIGTERM and a closed terminal. */
  readonly interrupts: Interrupts;
  /** Name of the lock that executions on one machine share: see `local/machine-lock.ts`. */
  readonly lock: string;
}

/** As commander gives them, in camel case. */
export type Options = Readonly<Record<string, unknown>>;

/** A module below `lib/cli/` that is one command. */
export interface CommandModule {
  run(cli: Cli, args: readonly string[], options: Options): Promise<ExitCode>;
}

/** What `--json` prints where a command refuses to do anything, whatever the reason: one shape for all. */
export interface Refusal {
  readonly error: { readonly name: string; readonly message: string };
  /** Of the spec, with their places; none where something else is the reason. */
  readonly problems: readonly Problem[];
}

/** @param problems of the spec, where there are any */
export function toRefusal(
  error: { readonly name: string; readonly message: string },
  problems: readonly Problem[] = [],
): Refusal {
  return { error: { name: error.name, message: error.message }, problems };
}

/** Prints an answer: with `--json` one document, else the text; empty where all was said already. */
export function printAnswer(cli: Pick<Cli, 'out'>, options: Options, document: unknown, text: string): void {
  cli.out.write(options['json'] === true ? `${JSON.stringify(document, null, 2)}\n` : text);
}

/** The contract of commands: streams and folders in, an exit code out. */
import type { Problem } from '../shapes/problem';
import type { Interrupts } from './interrupts';
import { type ExitCode, UserError } from '../shapes/user-error';

export { UserError };

/** Name of the lock that all executions of a machine share, unless `FSXBENCH_LOCK` names another. */
export const MACHINE_LOCK = 'machine';

/** The environment of a command; tests replace it. */
export interface Cli {
  /** Folder of the installed package, with `workloads/` and `state-machines/`. */
  readonly root: string;
  /** Working directory, for relative paths of the user and `.fsxbench/`. */
  readonly cwd: string;
  /** Standard input; absent if questions are impossible. */
  readonly input?: NodeJS.ReadableStream & { isTTY?: boolean };
  readonly out: NodeJS.WritableStream & { isTTY?: boolean; columns?: number };
  readonly err: NodeJS.WritableStream & { isTTY?: boolean; columns?: number };
  /** Ctrl-C, SIGTERM and a closed terminal. */
  readonly interrupts: Interrupts;
  /** Name of the lock shared by executions on one machine: see `local/machine-lock.ts`. */
  readonly lock: string;
}

/** Options as commander passes them, in camel case. */
export type Options = Readonly<Record<string, unknown>>;

/** A module of `lib/cli/` that implements one command. */
export interface CommandModule {
  run(cli: Cli, args: readonly string[], options: Options): Promise<ExitCode>;
}

/** Output of `--json` for every refusal of a command. */
export interface Refusal {
  readonly error: { readonly name: string; readonly message: string };
  /** Problems of the spec, with their places; empty for other reasons. */
  readonly problems: readonly Problem[];
}

export function toRefusal(
  error: { readonly name: string; readonly message: string },
  problems: readonly Problem[] = [],
): Refusal {
  return { error: { name: error.name, message: error.message }, problems };
}

/** Prints an answer: with `--json` one document, else the text, which may be empty. */
export function printAnswer(cli: Pick<Cli, 'out'>, options: Options, document: unknown, text: string): void {
  cli.out.write(options['json'] === true ? `${JSON.stringify(document, null, 2)}\n` : text);
}

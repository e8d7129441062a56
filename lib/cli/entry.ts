/** A command in the table of commands: its name, options and help. */
import type { CommandModule } from './command';

/** An option of a command. */
export interface Option {
  readonly flags: string;
  readonly text: string;
  /** May stand several times; the command gets a list. */
  readonly repeat?: true;
}

/** A command. */
export interface Entry {
  readonly usage: string;
  readonly text: string;
  /** Heading under which the help lists it. */
  readonly group: string;
  readonly options: readonly Option[];
  /** One example that works as it stands, and what else a newcomer should know. */
  readonly help: string;
  readonly load: () => Promise<CommandModule>;
}

/** What every command takes that prints anything. */
export const JSON_OPTION: Option = { flags: '--json', text: 'print one JSON document for machines instead of text' };

/** The command line: maps arguments to a command of the table `ENTRIES`. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Command } from 'commander';
import { findNearest } from '../shapes/suggest';
import { type Cli, toRefusal } from './command';
import { ENTRIES } from './commands';
import data from './commands.json';
import { EXIT, EXIT_WORDS, type ExitCode } from './exit-code';
import { toPrintableLines } from '../shapes/printable';

/** Collects the values of a repeatable option. */
const appendValue = (value: string, before: readonly string[] | undefined): readonly string[] => [
  ...(before ?? []),
  value,
];

function formatExitCodes(): string {
  const names = Object.keys(EXIT) as (keyof typeof EXIT)[];
  return names.map((name) => `  ${String(EXIT[name]).padStart(3)}  ${EXIT_WORDS[name]}`).join('\n');
}

/** Reads the arguments and runs one command. @returns the exit code; 2 for wrong arguments */
export async function main(cli: Cli, argv: readonly string[]): Promise<ExitCode> {
  let code: ExitCode = EXIT.done;
  const unknown = checkCommand(argv);
  if (unknown !== null) {
    cli.err.write(`error: ${unknown}\n`);
    return reportUsage(cli, argv, unknown);
  }
  const program = new Command('npx fsxbench')
    .description('Which storage is fast enough for my workload, and what does it cost?')
    .version(readVersion(cli))
    // Options after a command belong to it: `tools add --version 4.0.0`.
    .enablePositionalOptions()
    .exitOverride()
    .configureOutput({
      writeOut: (text) => cli.out.write(text),
      writeErr: (text) => cli.err.write(toPrintableLines(text)),
    })
    .addHelpText('after', `\nStart here:\n  npx fsxbench run local-disk\n\nExit codes:\n${formatExitCodes()}`);
  for (const entry of ENTRIES) {
    const command = program
      .command(entry.usage)
      .helpGroup(`${entry.group}:`)
      .description(entry.text)
      .addHelpText('after', `\nExample:\n  ${entry.help.replace(/\n/g, '\n  ')}`);
    for (const { flags, text, repeat } of entry.options) {
      if (repeat === true) command.option<readonly string[] | undefined>(flags, text, appendValue);
      else command.option(flags, text);
    }
    command.action(async (...given: unknown[]) => {
      // An omitted optional argument is undefined.
      const args = given
        .slice(0, -2)
        .flat()
        .filter((one) => one !== undefined)
        .map(String);
      const module = await entry.load();
      code = await module.run(cli, args, command.opts());
    });
  }
  try {
    await program.parseAsync([...argv], { from: 'user' });
  } catch (error) {
    if (error instanceof Error && 'code' in error && String(error.code).startsWith('commander.')) {
      if ((error as { exitCode?: number }).exitCode === 0) return EXIT.done;
      return reportUsage(cli, argv, error.message.replace(/^error: /, ''));
    }
    throw error;
  }
  return code;
}

/** With `--json` prints the refusal as a document; commander has printed it as text. */
function reportUsage(cli: Cli, argv: readonly string[], message: string): ExitCode {
  if (argv.includes('--json'))
    cli.out.write(`${JSON.stringify(toRefusal({ name: 'WrongUsage', message }), null, 2)}\n`);
  return EXIT.usage;
}

/** What is wrong with the name of the command; null for a known one or none. */
function checkCommand(argv: readonly string[]): string | null {
  // Otherwise `--help` after an unknown command would show the help of the program.
  const found = argv[0] === 'help' ? argv[1] : argv[0];
  const known = ENTRIES.map(({ usage }) => usage.replace(/ .*$/, ''));
  if (found === undefined || found.startsWith('-') || [...known, 'help'].includes(found)) return null;
  if (found === 'simulate')
    return "'simulate' was removed. Developers test faults in a clone: npm run campaign -- --help";
  const near = Object.hasOwn(ALIASES, found) ? ALIASES[found] : findNearest(found, known);
  const meant = near === undefined ? '' : ` (did you mean '${near}'?)`;
  return `unknown command '${found}'${meant}; commands: ${known.join(', ')}`;
}

/** Other names that users try for commands. */
const ALIASES: Readonly<Record<string, string>> = data.meant;

function readVersion({ root }: Cli): string {
  return (JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }).version;
}

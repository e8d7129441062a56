/** The command line: arguments to one command, from the table of `entries`. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Command } from 'commander';
import { findNearest } from '../shapes/suggest';
import { type Cli, toRefusal } from './command';
import { ENTRIES } from './commands';
import data from './commands.json';
import { EXIT, EXIT_WORDS, type ExitCode } from './outcome';
import { toPrintableLines } from '../shapes/printable';

/** One more value of an option that may stand several times. */
const appendValue = (value: string, before: readonly string[] | undefined): readonly string[] => [
  ...(before ?? []),
  value,
];

function exitCodesText(): string {
  const names = Object.keys(EXIT) as (keyof typeof EXIT)[];
  return names.map((name) => `  ${String(EXIT[name]).padStart(3)}  ${EXIT_WORDS[name]}`).join('\n');
}

/**
 * Reads the arguments and runs one command.
 * @returns the exit code; 2 for arguments that fit no command.
 */
export async function main(cli: Cli, argv: readonly string[]): Promise<ExitCode> {
  let code: ExitCode = EXIT.done;
  const unknown = checkCommand(argv);
  if (unknown !== null) {
    cli.err.write(`error: ${unknown}\n`);
    return reportUsage(cli, argv, unknown);
  }
  const program = new Command('npx fsxbench')
    .description('Which file system, set how, is good enough for my workload, and what does it cost?')
    .version(readVersion(cli))
    // What stands behind the name of a command is the command's: `tools add --version 4.0.0`.
    .enablePositionalOptions()
    .exitOverride()
    .configureOutput({
      writeOut: (text) => cli.out.write(text),
      writeErr: (text) => cli.err.write(toPrintableLines(text)),
    })
    .addHelpText(
      'after',
      `\nStart here:\n  npx fsxbench run experiments/local-disk.yaml\n\nExit codes:\n${exitCodesText()}`,
    );
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
      // An argument that may be left out stands there as undefined.
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

/** Who asked for one document gets one, whatever the reason; people have read it already. */
function reportUsage(cli: Cli, argv: readonly string[], message: string): ExitCode {
  if (argv.includes('--json'))
    cli.out.write(`${JSON.stringify(toRefusal({ name: 'WrongUsage', message }), null, 2)}\n`);
  return EXIT.usage;
}

/** What is wrong with the name of the command; null where it is known or where none is named. */
function checkCommand(argv: readonly string[]): string | null {
  // `--help` after a name that is not known would otherwise show the help of the program, as if all were well.
  const found = argv[0] === 'help' ? argv[1] : argv[0];
  const known = ENTRIES.map(({ usage }) => usage.replace(/ .*$/, ''));
  if (found === undefined || found.startsWith('-') || [...known, 'help'].includes(found)) return null;
  if (found === 'simulate')
    return "'simulate' is no command any more: faults are tried by developers, in a clone: npm run campaign -- --help";
  const near = Object.hasOwn(ALIASES, found) ? ALIASES[found] : findNearest(found, known);
  const meant = near === undefined ? '' : ` (did you mean '${near}'?)`;
  return `unknown command '${found}'${meant}; known are ${known.join(', ')}`;
}

/** Commands that people look for under another name. */
const ALIASES: Readonly<Record<string, string>> = data.meant;

function readVersion({ root }: Cli): string {
  return (JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }).version;
}

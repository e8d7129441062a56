/** Completion for other programs: `fsxbench schema` for editors, `fsxbench completion` for shells. */
import { resolve } from 'node:path';
import { renderSpecSchema } from '../../experiment/language/editor/spec-schema';
import { KINDS } from '../../experiment/kinds';
import { type Cli, type CommandModule, type Options, printAnswer, UserError } from '../command';
import data from '../commands.json';
import { EXIT, type ExitCode } from '../exit-code';
import { listShipped } from '../spec-file';
import { writeUserFile } from '../user-file';

/** Prints the JSON Schema, or writes it to a file. @throws UserError if the file cannot be written */
export async function run(cli: Cli, _args: readonly string[], options: Options): Promise<ExitCode> {
  const text = renderSpecSchema(KINDS);
  const { output } = options;
  if (typeof output !== 'string') {
    cli.out.write(text);
    return EXIT.done;
  }
  writeUserFile(cli.cwd, output, text, { option: '--output: ' });
  const line = `# yaml-language-server: $schema=${output.replace(/^.*\//, '')}`;
  const next = `${output}: written. For YAML editors, start specs in this folder with the line:\n${line}\n`;
  printAnswer(cli, options, { file: resolve(cli.cwd, output) }, next);
  return EXIT.done;
}

const WORDS: Partial<Readonly<Record<string, string>>> = data.completion.words;

/** `fsxbench completion`: prints the completion script. @throws UserError for another shell */
async function printCompletion({ out, root }: Cli, [shell = '']: readonly string[]): Promise<ExitCode> {
  const { shells } = data.completion;
  const head = Object.hasOwn(shells, shell) ? shells[shell as keyof typeof shells] : undefined;
  if (head === undefined)
    throw new UserError('UnknownAction', `completion: found '${shell}'; allowed: ${Object.keys(shells).join(', ')}`);
  const experiments = listShipped(root).join(' ');
  const shared: Partial<Readonly<Record<string, { readonly flags: string }>>> = data.options;
  const cases = data.commands.map(({ usage, options }) => {
    const [name = '', argument = ''] = usage.split(' ');
    const texts = options.flatMap((one) => (typeof one === 'string' ? shared[one] : one)?.flags ?? []);
    const flags = [...texts.flatMap((text) => text.match(/--[\w-]+/g) ?? []), '--help'].join(' ');
    const words = name === 'start' || argument.startsWith('<spec') ? experiments : (WORDS[name] ?? '');
    const files = argument === '<spec>' ? 'specs' : /path|dir/.test(argument) ? 'folders' : 'files';
    return `    ${name}) options='${flags}' words='${words}' files=${files} ;;`;
  });
  const names = data.commands.map(({ usage }) => usage.replace(/ .*/, '')).join(' ');
  const script = [...head, ...data.completion.script].flatMap((line) =>
    line === '{cases}' ? cases : [line.replace('{names}', names)],
  );
  out.write(`${script.join('\n')}\n`);
  return EXIT.done;
}

export const completion: CommandModule = { run: printCompletion };

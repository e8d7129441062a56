/** `fsxbench schema`: the JSON Schema of a spec, for editors. */
import { resolve } from 'node:path';
import { specSchemaText } from '../../experiment/language/editor/spec-schema';
import { KINDS } from '../../experiment/kinds';
import { type Cli, type Options, printAnswer } from '../command';
import { EXIT, type ExitCode } from '../outcome';
import { writeUserFile } from '../user-file';

/**
 * Prints it, or writes it into a file and says how a spec names that.
 * @throws UserError where the file cannot be written.
 */
export async function run(cli: Cli, _args: readonly string[], options: Options): Promise<ExitCode> {
  const text = specSchemaText(KINDS);
  const { output } = options;
  if (typeof output !== 'string') {
    cli.out.write(text);
    return EXIT.done;
  }
  writeUserFile(cli.cwd, output, text, { option: '--output: ' });
  const line = `# yaml-language-server: $schema=${output.replace(/^.*\//, '')}`;
  const next = `${output}: written. The first line of a spec in its folder, for editors that speak YAML:\n${line}\n`;
  printAnswer(cli, options, { file: resolve(cli.cwd, output) }, next);
  return EXIT.done;
}

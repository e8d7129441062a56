/** `fsxbench schema`: the JSON Schema of a spec, for editors. */
import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { specSchemaText } from '../../experiment/language/editor/spec-schema';
import { KINDS } from '../../experiment/kinds';
import { type Cli, UserError } from '../command';
import { EXIT, type ExitCode } from '../outcome';
import { whyUnwritable } from '../user-file';

/**
 * Prints it, or writes it into a file and says how a spec names that.
 * @throws UserError where the file cannot be written.
 */
export async function run(
  cli: Cli,
  _args: readonly string[],
  options: Readonly<Record<string, unknown>>,
): Promise<ExitCode> {
  const text = specSchemaText(KINDS);
  const { output } = options;
  if (typeof output !== 'string') {
    cli.out.write(text);
    return EXIT.done;
  }
  const file = resolve(cli.cwd, output);
  try {
    // An empty name would be the working folder.
    writeFileSync(output === '' ? '' : file, text);
  } catch (error) {
    const why = whyUnwritable(output, error as NodeJS.ErrnoException);
    throw new UserError('OutputUnwritable', `--output: '${output}' cannot be written: ${why}`);
  }
  if (options['json'] === true) cli.out.write(`${JSON.stringify({ file }, null, 2)}\n`);
  else
    cli.out.write(
      `${output}: written. The first line of a spec beside it, for editors that speak YAML:\n` +
        `# yaml-language-server: $schema=${output.replace(/^.*\//, '')}\n`,
    );
  return EXIT.done;
}

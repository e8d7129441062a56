/** `fsxbench init`: writes a first experiment, by three answers. */
import { existsSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { KINDS } from '../../experiment/kinds';
import { readSpec } from '../../experiment/reading/read';
import { NAME } from '../../experiment/language/schema';
import { listed } from '../../shapes/suggest';
import { expected } from '../../shapes/errors';
import { type Cli, UserError } from '../command';
import { ask } from '../init/ask';
import { type Choices, choicesOf, givenAnswers, QUESTIONS, type Question } from '../init/choices';
import { firstSpec } from '../init/spec';
import { textOf } from '../options';
import { EXIT, type ExitCode } from '../outcome';
import { whyUnwritable } from '../user-file';

/**
 * Writes the file, and says what to do with it.
 * @throws UserError where an answer is wrong, or missing and nobody can be asked; where the file cannot be written, or
 * is there already.
 */
export async function run(
  cli: Cli,
  args: readonly string[],
  options: Readonly<Record<string, unknown>>,
): Promise<ExitCode> {
  const given = givenAnswers(options);
  const [named] = args;
  // Nobody is to answer questions for a file that is there already.
  if (named !== undefined) refuseTaken(cli, named);
  const answered = await allAnswers(cli, given, textOf(options['reach']));
  if (answered === null) return EXIT.interrupted;
  const file = named ?? `${answered.target}-${answered.load}.yaml`;
  refuseTaken(cli, file);
  const path = resolve(cli.cwd, file);
  const text = firstSpec(answered, { name: nameOf(file, answered), file: typed(file), schema: schemaOf(cli, path) });
  refuseReach(text, file);
  try {
    // What came into being meanwhile is not overwritten either.
    writeFileSync(file === '' ? '' : path, text, { flag: 'wx' });
  } catch (error) {
    throw new UserError(
      'OutputUnwritable',
      `'${file}' cannot be written: ${why(file, error as NodeJS.ErrnoException)}`,
    );
  }
  const local = expected(KINDS.targetOf(answered.target), `the target kind ${answered.target}`).local;
  const next = `fsxbench ${local ? 'run' : 'rehearse'} ${typed(file)}`;
  const { target, load, decision, reach } = answered;
  cli.out.write(
    options['json'] === true
      ? `${JSON.stringify({ file: path, target, workload: load, decide: decision, reach, next }, null, 2)}\n`
      : `${file}: written. Its comments say what to change. Next:\n  fsxbench plan ${typed(file)}\n  ${next}\n`,
  );
  return EXIT.done;
}

/** Null where a person ended it. */
async function allAnswers(
  cli: Cli,
  given: ReadonlyMap<Question['flag'], string>,
  reach: string | undefined,
): Promise<Choices | null> {
  const missing = QUESTIONS.filter(({ flag }) => !given.has(flag));
  if (missing.length === 0) return choicesOf(given, reach);
  if (cli.input?.isTTY !== true)
    throw new UserError(
      'BadChoice',
      'this is no terminal, so nobody can be asked; needed:\n' +
        missing.map(({ flag, answers }) => `  ${flag}: ${listed(Object.keys(answers))}`).join('\n'),
    );
  const answered = await ask({ input: cli.input, output: cli.err }, QUESTIONS, given, reach);
  return answered === null ? null : choicesOf(answered.answers, answered.reach);
}

function refuseTaken(cli: Cli, file: string): void {
  if (file !== '' && existsSync(resolve(cli.cwd, file)))
    throw new UserError('FileExists', `${file} is there already, and nothing is overwritten: give another name`);
}

/** What is needed is the only part of it that a person wrote. @throws UserError where it is none */
function refuseReach(text: string, file: string): void {
  const problems = readSpec(text, file).problems.filter(({ severity }) => severity === 'error');
  const ofReach = problems.filter(({ path }) => path[0] === 'decide');
  if (ofReach.length > 0)
    throw new UserError('BadChoice', ofReach.map(({ message }) => `--reach: ${message}`).join('\n'));
  expected(problems.length === 0 ? text : undefined, 'a first experiment without a mistake');
}

/** Of the experiment: that of its file, as far as it can be one. */
function nameOf(file: string, { target, load }: Choices): string {
  const name = basename(file)
    .replace(/\.ya?ml$/, '')
    .replace(/[^A-Za-z0-9_-]+/g, '-')
    .replace(/^[-_]+|-+$/g, '');
  return NAME.test(name) ? name : `${target}-${load}`;
}

/** As a shell takes it. */
function typed(file: string): string {
  return /^[\w./-]+$/.test(file) ? file : `'${file.replaceAll("'", "'\\''")}'`;
}

/** Where the JSON Schema of specs lies, as the file names it; null where this installation has none. */
function schemaOf({ root }: Cli, path: string): string | null {
  const schema = join(root, 'dist/spec.schema.json');
  return existsSync(schema) ? relative(dirname(path), schema) : null;
}

function why(file: string, error: NodeJS.ErrnoException): string {
  return error.code === 'EEXIST' ? 'it is there already, and nothing is overwritten' : whyUnwritable(file, error);
}

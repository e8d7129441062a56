/** `fsxbench init`: writes a first spec from three answers, given by flags or in a terminal. */
import { existsSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { KINDS } from '../../experiment/kinds';
import { NAME_PATTERN } from '../../shapes/spec-schema';
import { ensure } from '../../shapes/errors';
import { quoteIfNeeded } from '../../shapes/shell-quote';
import { joinNames, findNearest } from '../../shapes/suggest';
import { TARGET_KINDS, type TargetKind, findTarget } from '../../targets/registry';
import { checkSpec } from '../check-spec';
import { type Cli, type Options, printAnswer, UserError } from '../command';
import { type Choices, type Decision, DECISIONS, makeFirstSpec, type WorkloadName, WORKLOADS } from '../init/spec';
import { toText } from '../options';
import { refuseBadFolders } from './try';
import { EXIT, type ExitCode } from '../exit-code';
import { alignColumns } from '../../report/lines';
import { toPrintable, toPrintableLines } from '../../shapes/printable';
import { countProblems, formatCounts, formatProblems, supportsColour } from '../text/problems';
import { writeUserFile } from '../user-file';
import { openWorkspace, loadPrices } from '../workspace';

/** One question, and its answers: name and meaning. */
interface Question {
  readonly flag: '--target' | '--workload' | '--decide';
  readonly asks: string;
  readonly answers: Readonly<Record<string, string>>;
}
type Answers = ReadonlyMap<Question['flag'], string>;

const QUESTIONS: readonly Question[] = [
  {
    flag: '--target',
    asks: 'Which storage do you want to measure?',
    answers: Object.fromEntries(
      TARGET_KINDS.map((kind) => [kind, ensure(findTarget(kind), `the target kind ${kind}`).summary]),
    ),
  },
  {
    flag: '--workload',
    asks: 'With which workload?',
    answers: Object.fromEntries(Object.entries(WORKLOADS).map(([name, { words }]) => [name, words])),
  },
  { flag: '--decide', asks: 'Which question should the report answer?', answers: DECISIONS },
];

/**
 * Writes the file, checks it, and prints the next commands.
 * @throws UserError for a wrong answer, a missing one without a terminal, and a file that exists or is not writable
 */
export async function run(cli: Cli, args: readonly string[], options: Options): Promise<ExitCode> {
  const given = readAnswers(options);
  const folders = readFolders(cli, given, options);
  const [named] = args;
  // Check before the questions, so that no answers are lost if the file cannot be written.
  if (named !== undefined) refuseUnwritable(cli, named);
  const workspace = await openWorkspace(cli, loadPrices(cli, {}).book);
  const fileOf = (choices: Choices): string => named ?? findFreeName(cli, choices);
  const textOfFile = (choices: Choices): string => {
    const file = fileOf(choices);
    const schema = findSchema(cli, resolve(cli.cwd, file));
    return makeFirstSpec(choices, { name: makeName(file, choices), file: quoteIfNeeded(file), schema });
  };
  const answered = await completeAnswers(cli, given, { reach: toText(options['reach']), folders }, textOfFile);
  if (answered === null) return EXIT.interrupted;
  const { target, load, decision, reach } = answered;
  const [file, text] = [fileOf(answered), textOfFile(answered)];
  // `wx` also refuses a file that was created meanwhile.
  writeUserFile(cli.cwd, file, text, { flag: 'wx' });
  const { local } = ensure(KINDS.targetOf(target), `the target kind ${target}`);
  const next = `npx fsxbench ${local ? 'run' : 'rehearse'} ${quoteIfNeeded(file)}`;
  const { problems } = checkSpec(workspace, { file, text }, { executionId: 'first', stack: 'local', startedAt: 0 });
  const document = { file: resolve(cli.cwd, file), target, workload: load, decide: decision, reach, problems, next };
  const lines = formatProblems(problems, file, text, supportsColour(cli.out));
  const found = `${lines}${toPrintable(file)}: ${formatCounts(countProblems(problems))}`;
  const steps = `  npx fsxbench plan ${quoteIfNeeded(file)}\n  ${next}\n`;
  const written = `${toPrintable(file)}: written. Comments in it say what to change. Next:\n${steps}`;
  printAnswer(cli, options, document, `${found}\n${written}`);
  return EXIT.done;
}

/** For an empty answer: the first spec names two example folders. */
const EXAMPLES_TEXT = 'two examples, to be changed in the file';

/** Answers from flags; a question without a flag is absent. @throws UserError for an unknown answer */
function readAnswers(options: Options): Answers {
  const given = QUESTIONS.flatMap((question) => {
    const text = toText(options[question.flag.slice(2)]);
    return text === undefined ? [] : [{ question, text }];
  });
  const wrong = given.flatMap(({ question, text }) => {
    const why = findAnswerProblem(question, text);
    return why === null ? [] : [`${question.flag}: ${why}`];
  });
  if (wrong.length > 0) throw new UserError('BadChoice', wrong.join('\n'));
  return new Map(given.map(({ question, text }) => [question.flag, text]));
}

/** Folders of `--folder`. @throws UserError for another target, and with a line per folder that cannot be a target */
function readFolders(cli: Cli, given: Answers, options: Options): readonly string[] {
  const folders = (options['folder'] ?? []) as readonly string[];
  if (folders.length === 0) return [];
  const target = given.get('--target') ?? 'directory';
  if (target !== 'directory')
    throw new UserError('BadChoice', `--folder: requires \`--target directory\`, found \`--target ${target}\``);
  refuseBadFolders(cli, folders);
  return folders;
}

/** Null for a valid answer, else what is wrong with it. */
function findAnswerProblem({ answers }: Question, text: string): string | null {
  const names = Object.keys(answers);
  if (names.includes(text)) return null;
  const near = findNearest(text, names);
  return `found '${text}'; ${near === undefined ? '' : `did you mean \`${near}\`? `}allowed: ${joinNames(names)}`;
}

/** Null after Ctrl-C. @param check throws if no spec can be made of the choices */
async function completeAnswers(
  cli: Cli,
  given: Answers,
  { reach, folders }: TypedOptions,
  check: (choices: Choices) => void,
): Promise<Choices | null> {
  const missing = QUESTIONS.filter(({ flag }) => !given.has(flag));
  const decision = given.get('--decide');
  if (reach !== undefined && decision !== undefined && decision !== 'cheapest')
    throw new UserError('BadChoice', `--reach: requires \`--decide cheapest\`, found \`--decide ${decision}\``);
  const needed = decision === 'cheapest' && reach === undefined;
  const { input } = cli;
  if (missing.length === 0 && !needed) {
    const choices = toChoices(given, reach ?? null, folders);
    check(choices);
    return choices;
  }
  if (input?.isTTY === true) return askMissing(cli, input, given, { reach, folders }, check);
  const lines = missing.map(({ flag, answers }) => `  ${flag}: ${joinNames(Object.keys(answers))}\n`).join('');
  const limit = needed ? '  --reach: the threshold, e.g. "20k IOPS", "500 MB/s", or "90s" (at most)\n' : '';
  throw new UserError(
    'BadChoice',
    `cannot ask questions without a terminal; set these flags:\n${lines}${limit}`.trimEnd(),
  );
}

/** @param answers to all questions. @param reach as typed; null without a threshold */
function toChoices(answers: Answers, reach: string | null, folders: readonly string[]): Choices {
  const of = <T extends string>(flag: Question['flag']): T => ensure(answers.get(flag), `an answer to ${flag}`) as T;
  return {
    target: of<TargetKind>('--target'),
    load: of<WorkloadName>('--workload'),
    decision: of<Decision>('--decide'),
    reach,
    folders,
  };
}

/** What was typed after flags other than those of questions. */
interface TypedOptions {
  readonly reach: string | undefined;
  readonly folders: readonly string[];
}

/**
 * Asks the questions without a flag; repeats a question after a wrong answer.
 * @returns null after Ctrl-C
 * @throws UserError if the input ends before the last answer
 */
async function askMissing(
  cli: Cli,
  input: NodeJS.ReadableStream,
  given: Answers,
  typed: TypedOptions,
  check: (choices: Choices) => void,
): Promise<Choices | null> {
  const { err: output } = cli;
  const { reach } = typed;
  const lines = createInterface({ input, output, terminal: 'setRawMode' in input });
  let interrupted = false;
  lines.on('SIGINT', () => {
    interrupted = true;
    lines.close();
  });
  const typedLines = lines[Symbol.asyncIterator]();
  const next = async (prompt: string): Promise<string> => {
    lines.setPrompt(prompt);
    lines.prompt();
    const answer = await typedLines.next();
    if (answer.done !== true) return answer.value.trim();
    throw new UserError('BadChoice', 'the input ended before the last answer; no file was written');
  };
  const oneOf = async (question: Question): Promise<string> => {
    const names = Object.keys(question.answers);
    const list = Object.entries(question.answers).map(([name, words], index) => [String(index + 1), name, words]);
    output.write(`${[question.asks, ...alignColumns(list).map((line) => `  ${line}`)].join('\n')}\n`);
    for (;;) {
      const text = (await next('Number or name [1]: ')) || '1';
      const answer = /^\d+$/.test(text) ? (names[Number(text) - 1] ?? text) : text;
      const why = findAnswerProblem(question, answer);
      if (why === null) return answer;
      output.write(`${why}, or a number from 1 to ${names.length}\n`);
    }
  };
  try {
    // A threshold (`--reach`) implies `--decide cheapest`.
    const answers = new Map(reach === undefined ? given : new Map([...given, ['--decide', 'cheapest'] as const]));
    for (const question of QUESTIONS)
      if (!answers.has(question.flag)) answers.set(question.flag, await oneOf(question));
    let { folders } = typed;
    while (folders.length === 0 && answers.get('--target') === 'directory') {
      const text = await next(`Which folders, with blanks between them? [${EXAMPLES_TEXT}]: `);
      if (text === '') break;
      const why = findRefusal(() => refuseBadFolders(cli, text.split(/\s+/)));
      if (why === null) folders = text.split(/\s+/);
      else output.write(`${toPrintableLines(why)}\n`);
    }
    if (answers.get('--decide') !== 'cheapest') return toChoices(answers, null, folders);
    const { reach: proposed, unit } = WORKLOADS[toChoices(answers, null, folders).load];
    for (let limit = reach; ; limit = undefined) {
      const typedLimit = limit ?? ((await next(`Threshold (${unit})? [${proposed}]: `)) || proposed);
      const choices = toChoices(answers, typedLimit, folders);
      const why = findRefusal(() => check(choices));
      if (why === null) return choices;
      output.write(`${toPrintableLines(why).replace(/^--reach: /gm, '')}\n`);
    }
  } catch (error) {
    if (interrupted) return null;
    throw error;
  } finally {
    lines.close();
  }
}

/** The message of a thrown `BadChoice` or `BadFolders`; null if none is thrown. */
function findRefusal(check: () => void): string | null {
  try {
    check();
    return null;
  } catch (error) {
    if (error instanceof UserError && ['BadChoice', 'BadFolders'].includes(error.name)) return error.message;
    throw error;
  }
}

function refuseUnwritable(cli: Cli, file: string): void {
  const path = resolve(cli.cwd, file);
  if (file !== '' && existsSync(path))
    throw new UserError(
      'FileExists',
      `${file} already exists, and existing files are not overwritten: choose another name`,
    );
  if (!existsSync(dirname(path)))
    throw new UserError('OutputUnwritable', `'${file}' cannot be written: its folder does not exist`);
}

/** The first free file name. */
function findFreeName({ cwd }: Cli, { target, load }: Choices): string {
  for (let number = 1; ; number += 1) {
    const file = `${target}-${load}${number === 1 ? '' : `-${number}`}.yaml`;
    if (!existsSync(resolve(cwd, file))) return file;
  }
}

/** Experiment name: from the file name, if that makes a valid one. */
function makeName(file: string, { target, load }: Choices): string {
  const name = basename(file)
    .replace(/\.ya?ml$/, '')
    .replace(/[^A-Za-z0-9_-]+/g, '-')
    .replace(/^[-_]+|-+$/g, '');
  return NAME_PATTERN.test(name) ? name : `${target}-${load}`;
}

/** Path of the JSON Schema of specs, relative to the file; null if this installation has none. */
function findSchema({ root }: Cli, path: string): string | null {
  const schema = join(root, 'dist/spec.schema.json');
  return existsSync(schema) ? relative(dirname(path), schema) : null;
}

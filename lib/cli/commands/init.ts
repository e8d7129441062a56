/** `fsxbench init`: writes a first experiment, by three answers that flags give, or a person on a terminal. */
import { existsSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { KINDS } from '../../experiment/kinds';
import { NAME } from '../../shapes/spec-schema';
import { ensure } from '../../shapes/errors';
import { joinNames, findNearest } from '../../shapes/suggest';
import { TARGET_KINDS, type TargetKind, findTarget } from '../../targets/registry';
import { checkSpec } from '../check-spec';
import { type Cli, type Options, printAnswer, UserError } from '../command';
import { type Choices, type Decision, DECISIONS, makeFirstSpec, type WorkloadName, WORKLOADS } from '../init/spec';
import { toText } from '../options';
import { EXIT, type ExitCode } from '../outcome';
import { alignColumns } from '../text/lines';
import { toPrintable, toPrintableLines } from '../../shapes/printable';
import { countProblems, countsText, problemsText, takesColour } from '../text/problems';
import { writeUserFile } from '../user-file';
import { openWorkspace, loadPrices } from '../workspace';

/** One question, and what may be answered: a name each, with what it means. */
interface Question {
  readonly flag: '--target' | '--workload' | '--decide';
  readonly asks: string;
  readonly answers: Readonly<Record<string, string>>;
}
type Answers = ReadonlyMap<Question['flag'], string>;

const QUESTIONS: readonly Question[] = [
  {
    flag: '--target',
    asks: 'What is measured?',
    answers: Object.fromEntries(
      TARGET_KINDS.map((kind) => [kind, ensure(findTarget(kind), `the target kind ${kind}`).summary]),
    ),
  },
  {
    flag: '--workload',
    asks: 'With which load?',
    answers: Object.fromEntries(Object.entries(WORKLOADS).map(([name, { words }]) => [name, words])),
  },
  { flag: '--decide', asks: 'What is to be decided?', answers: DECISIONS },
];

/**
 * Writes the file, checks it, and says what to do with it.
 * @throws UserError where an answer is wrong, or missing and nobody can be asked; where the file cannot be written, or
 * is there already.
 */
export async function run(cli: Cli, args: readonly string[], options: Options): Promise<ExitCode> {
  const given = readAnswers(options);
  const [named] = args;
  // Nobody is to answer questions for a file that cannot be written.
  if (named !== undefined) refuseUnwritable(cli, named);
  const workspace = await openWorkspace(cli, loadPrices(cli, {}).book);
  const fileOf = (choices: Choices): string => named ?? findFreeName(cli, choices);
  const textOfFile = (choices: Choices): string => {
    const file = fileOf(choices);
    const schema = findSchema(cli, resolve(cli.cwd, file));
    return makeFirstSpec(choices, { name: makeName(file, choices), file: quoteForShell(file), schema });
  };
  const answered = await completeAnswers(cli, given, toText(options['reach']), textOfFile);
  if (answered === null) return EXIT.interrupted;
  const { target, load, decision, reach } = answered;
  const [file, text] = [fileOf(answered), textOfFile(answered)];
  // What came into being meanwhile is not overwritten either.
  writeUserFile(cli.cwd, file, text, { flag: 'wx' });
  const { local } = ensure(KINDS.targetOf(target), `the target kind ${target}`);
  const next = `npx fsxbench ${local ? 'run' : 'rehearse'} ${quoteForShell(file)}`;
  const { problems } = checkSpec(workspace, { file, text }, { executionId: 'first', stack: 'local', startedAt: 0 });
  const document = { file: resolve(cli.cwd, file), target, workload: load, decide: decision, reach, problems, next };
  const lines = problemsText(problems, file, text, takesColour(cli.out));
  const found = `${lines}${toPrintable(file)}: ${countsText(countProblems(problems))}`;
  const steps = `  npx fsxbench plan ${quoteForShell(file)}\n  ${next}\n`;
  const written = `${toPrintable(file)}: written. Its comments say what to change. Next:\n${steps}`;
  printAnswer(cli, options, document, `${found}\n${written}`);
  return EXIT.done;
}

/** Answers that flags gave; a question without one is absent. @throws UserError for what is no answer */
function readAnswers(options: Options): Answers {
  const given = QUESTIONS.flatMap((question) => {
    const text = toText(options[question.flag.slice(2)]);
    return text === undefined ? [] : [{ question, text }];
  });
  const wrong = given.flatMap(({ question, text }) => {
    const why = whyNoAnswer(question, text);
    return why === null ? [] : [`${question.flag}: ${why}`];
  });
  if (wrong.length > 0) throw new UserError('BadChoice', wrong.join('\n'));
  return new Map(given.map(({ question, text }) => [question.flag, text]));
}

/** Null for an answer of the question; else what is wrong with it. */
function whyNoAnswer({ answers }: Question, text: string): string | null {
  const names = Object.keys(answers);
  if (names.includes(text)) return null;
  const near = findNearest(text, names);
  return `found '${text}'; ${near === undefined ? '' : `did you mean \`${near}\`? `}allowed: ${joinNames(names)}`;
}

/** Null where a person ended it. @param check throws where the choices make no experiment */
async function completeAnswers(
  cli: Cli,
  given: Answers,
  reach: string | undefined,
  check: (choices: Choices) => void,
): Promise<Choices | null> {
  const missing = QUESTIONS.filter(({ flag }) => !given.has(flag));
  const decision = given.get('--decide');
  if (reach !== undefined && decision !== undefined && decision !== 'cheapest')
    throw new UserError('BadChoice', `--reach: goes with \`--decide cheapest\` only, found \`--decide ${decision}\``);
  const needed = decision === 'cheapest' && reach === undefined;
  const { input } = cli;
  if (missing.length === 0 && !needed) {
    const choices = toChoices(given, reach ?? null);
    check(choices);
    return choices;
  }
  if (input?.isTTY === true) return askMissing({ input, output: cli.err }, given, reach, check);
  const lines = missing.map(({ flag, answers }) => `  ${flag}: ${joinNames(Object.keys(answers))}\n`).join('');
  const limit = needed ? '  --reach: what is needed, e.g. "20k IOPS", "500 MB/s", or at most "90s"\n' : '';
  throw new UserError('BadChoice', `this is no terminal, so nobody can be asked; needed:\n${lines}${limit}`.trimEnd());
}

/** @param answers of all questions. @param reach as the user gave it; null for no limit */
function toChoices(answers: Answers, reach: string | null): Choices {
  const of = <T extends string>(flag: Question['flag']): T => ensure(answers.get(flag), `an answer to ${flag}`) as T;
  return {
    target: of<TargetKind>('--target'),
    load: of<WorkloadName>('--workload'),
    decision: of<Decision>('--decide'),
    reach,
  };
}

/**
 * Asks what no flag said; a wrong answer is named, and asked again.
 * @returns null where the person ended it by Ctrl-C
 * @throws UserError where the input ends before all is answered
 */
async function askMissing(
  { input, output }: { readonly input: NodeJS.ReadableStream; readonly output: NodeJS.WritableStream },
  given: Answers,
  reach: string | undefined,
  check: (choices: Choices) => void,
): Promise<Choices | null> {
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
    throw new UserError('BadChoice', 'the input ended before all was answered: nothing was written');
  };
  const oneOf = async (question: Question): Promise<string> => {
    const names = Object.keys(question.answers);
    const list = Object.entries(question.answers).map(([name, words], index) => [String(index + 1), name, words]);
    output.write(`${[question.asks, ...alignColumns(list).map((line) => `  ${line}`)].join('\n')}\n`);
    for (;;) {
      const text = (await next('Number or name [1]: ')) || '1';
      const answer = /^\d+$/.test(text) ? (names[Number(text) - 1] ?? text) : text;
      const why = whyNoAnswer(question, answer);
      if (why === null) return answer;
      output.write(`${why}, or a number from 1 to ${names.length}\n`);
    }
  };
  try {
    // A limit that was given is one that something is to reach.
    const answers = new Map(reach === undefined ? given : new Map([...given, ['--decide', 'cheapest'] as const]));
    for (const question of QUESTIONS)
      if (!answers.has(question.flag)) answers.set(question.flag, await oneOf(question));
    if (answers.get('--decide') !== 'cheapest') return toChoices(answers, null);
    const { reach: proposed, unit } = WORKLOADS[toChoices(answers, null).load];
    for (let limit = reach; ; limit = undefined) {
      const typedLimit = limit ?? ((await next(`What has to be reached (${unit})? [${proposed}]: `)) || proposed);
      const choices = toChoices(answers, typedLimit);
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

/** The message of a `BadChoice` that it throws; null where it throws none. */
function findRefusal(check: () => void): string | null {
  try {
    check();
    return null;
  } catch (error) {
    if (error instanceof UserError && error.name === 'BadChoice') return error.message;
    throw error;
  }
}

function refuseUnwritable(cli: Cli, file: string): void {
  const path = resolve(cli.cwd, file);
  if (file !== '' && existsSync(path))
    throw new UserError('FileExists', `${file} is there already, and nothing is overwritten: give another name`);
  if (!existsSync(dirname(path)))
    throw new UserError('OutputUnwritable', `'${file}' cannot be written: its folder does not exist`);
}

/** The first that is free. */
function findFreeName({ cwd }: Cli, { target, load }: Choices): string {
  for (let number = 1; ; number += 1) {
    const file = `${target}-${load}${number === 1 ? '' : `-${number}`}.yaml`;
    if (!existsSync(resolve(cwd, file))) return file;
  }
}

/** Of the experiment: that of its file, as far as it can be one. */
function makeName(file: string, { target, load }: Choices): string {
  const name = basename(file)
    .replace(/\.ya?ml$/, '')
    .replace(/[^A-Za-z0-9_-]+/g, '-')
    .replace(/^[-_]+|-+$/g, '');
  return NAME.test(name) ? name : `${target}-${load}`;
}

/** As a shell takes it. */
function quoteForShell(file: string): string {
  return /^[\w./-]+$/.test(file) ? file : `'${file.replaceAll("'", "'\\''")}'`;
}

/** Where the JSON Schema of specs lies, as the file names it; null where this installation has none. */
function findSchema({ root }: Cli, path: string): string | null {
  const schema = join(root, 'dist/spec.schema.json');
  return existsSync(schema) ? relative(dirname(path), schema) : null;
}

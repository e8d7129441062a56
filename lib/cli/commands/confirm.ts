/** `fsxbench confirm`: lists stages that wait for confirmation, and confirms or declines one. */
import {
  answerQuestion,
  type ConfirmCalls,
  makeConfirmCalls,
  dropToken,
  type OpenQuestion,
  listQuestions,
} from '../../aws/confirm/questions';
import { type Cli, type Options, printAnswer, UserError } from '../command';
import { openDeployment } from '../options';
import { EXIT, type ExitCode } from '../exit-code';

/** @returns 0: listed or answered; 2: no stage waits */
export async function run(cli: Cli, args: readonly string[], options: Options): Promise<ExitCode> {
  return answerConfirmation(cli, await openDeployment('confirm', options, makeConfirmCalls), args, options);
}

/** The command with its calls, which tests replace. @param now epoch milliseconds */
export async function answerConfirmation(
  cli: Cli,
  calls: ConfirmCalls,
  [executionId]: readonly string[],
  options: Options,
  now: number = Date.now(),
): Promise<ExitCode> {
  const no = options['no'] === true || options['yes'] === false;
  const found = await listQuestions(calls, executionId, now);
  const [first, second] = found;
  const print = (answered: string | null, lines: readonly string[]): void => {
    const document = { waiting: found.map(dropToken), answered };
    printAnswer(cli, options, document, `${lines.join('\n')}\n`);
  };
  if (executionId === undefined) {
    if (no) throw new UserError('WrongUsage', 'confirm: --no needs the name of an execution');
    print(null, first === undefined ? ['No execution waits for confirmation.'] : found.flatMap(formatWaiting));
    return EXIT.done;
  }
  if (first === undefined)
    throw new UserError('WrongUsage', `confirm: execution '${executionId}' does not wait for confirmation`);
  if (!(await answerQuestion(calls, first, no)))
    throw new UserError(
      'WrongUsage',
      `confirm: execution '${executionId}' no longer waits: it was answered, or it ended`,
    );
  const what = `stage ${first.stage} of ${first.target}`;
  const more = second === undefined ? [] : [`It also waits for stage ${second.stage} of ${second.target}.`];
  print(no ? 'refused' : 'confirmed', [
    no ? `${what} is declined: trials that need it are not run.` : `${what} is confirmed: ${executionId} continues.`,
    ...more,
  ]);
  return EXIT.done;
}

function formatWaiting({ executionId, experiment, target, stage, text, since, until }: OpenQuestion): string[] {
  return [
    `${executionId}  ${experiment}: ${target} to stage ${stage}, since ${since}, until ${until}`,
    ...text.split('\n').map((line) => `    ${line}`),
    `    npx fsxbench confirm ${executionId}  or, to decline:  npx fsxbench confirm ${executionId} --no`,
  ];
}

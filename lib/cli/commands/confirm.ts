/** `fsxbench confirm`: what executions of a deployment wait for a person for, and the answer. */
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
import { EXIT, type ExitCode } from '../outcome';

/** @returns 0: listed, or answered; 2: nothing waits that could be answered, or several things do */
export async function run(cli: Cli, args: readonly string[], options: Options): Promise<ExitCode> {
  return confirm(cli, await openDeployment('confirm', options, makeConfirmCalls), args, options);
}

/** The command with its calls: tests give others. @param now epoch milliseconds */
export async function confirm(
  cli: Cli,
  calls: ConfirmCalls,
  [executionId]: readonly string[],
  options: Options,
  now: number = Date.now(),
): Promise<ExitCode> {
  const no = options['no'] === true || options['yes'] === false;
  const found = await listQuestions(calls, executionId, now);
  const [first, second] = found;
  const told = (answered: string | null, lines: readonly string[]): void => {
    const document = { waiting: found.map(dropToken), answered };
    printAnswer(cli, options, document, `${lines.join('\n')}\n`);
  };
  if (executionId === undefined) {
    if (no) throw new UserError('WrongUsage', 'confirm: --no needs the name of an execution');
    told(null, first === undefined ? ['Nothing waits for a person.'] : found.flatMap(formatWaiting));
    return EXIT.done;
  }
  if (first === undefined)
    throw new UserError('WrongUsage', `confirm: nothing of execution '${executionId}' waits for a person`);
  if (!(await answerQuestion(calls, first, no)))
    throw new UserError('WrongUsage', `confirm: execution '${executionId}' waits no longer: it was answered, or ended`);
  const what = `stage ${first.stage} of ${first.target}`;
  const more = second === undefined ? [] : [`It waits for more: stage ${second.stage} of ${second.target}.`];
  told(no ? 'refused' : 'confirmed', [
    no ? `${what} is refused: what needs it is not run.` : `${what} is confirmed: ${executionId} goes on.`,
    ...more,
  ]);
  return EXIT.done;
}

function formatWaiting({ executionId, experiment, target, stage, text, since, until }: OpenQuestion): string[] {
  return [
    `${executionId}  ${experiment}: ${target} to stage ${stage}, since ${since}, until ${until}`,
    ...text.split('\n').map((line) => `    ${line}`),
    `    npx fsxbench confirm ${executionId}  or, where it cannot be done:  npx fsxbench confirm ${executionId} --no`,
  ];
}

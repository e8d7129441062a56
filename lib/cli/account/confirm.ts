/** `fsxbench confirm`: what executions of a deployment wait for a person for, and the answer. */
import { realConfirmCalls } from '../../aws/confirm/clients';
import { answer, type ConfirmCalls, shown, type Waiting, waiting } from '../../aws/confirm/questions';
import { DEFAULT_STACK_NAME, isStackName, STACK_NAME } from '../../shapes/stack-name';
import { type Cli, UserError } from '../command';
import { textOf } from '../options';
import { EXIT, type ExitCode } from '../outcome';

type Options = Readonly<Record<string, unknown>>;

/** @returns 0: listed, or answered; 2: nothing waits that could be answered, or several things do */
export async function run(cli: Cli, args: readonly string[], options: Options): Promise<ExitCode> {
  const stackName = textOf(options['stack']) ?? DEFAULT_STACK_NAME;
  if (!isStackName(stackName))
    throw new UserError('NotDeployed', `--stack: found '${stackName}'; allowed: ${STACK_NAME.allowed}`);
  return confirm(cli, await callsOf(stackName, textOf(options['region'])), args, options);
}

/** The command with its calls: tests give others. @param now epoch milliseconds */
export async function confirm(
  cli: Cli,
  calls: ConfirmCalls,
  [executionId]: readonly string[],
  options: Options,
  now: number = Date.now(),
): Promise<ExitCode> {
  const [json, no] = [options['json'] === true, options['no'] === true || options['yes'] === false];
  const found = await waiting(calls, executionId, now);
  const [first, second] = found;
  const told = (answered: string | null, lines: readonly string[]): void => {
    const document = { waiting: found.map(shown), answered };
    cli.out.write(json ? `${JSON.stringify(document, null, 2)}\n` : `${lines.join('\n')}\n`);
  };
  if (executionId === undefined) {
    if (no) throw new UserError('WrongUsage', 'confirm: --no needs the name of an execution');
    told(null, first === undefined ? ['Nothing waits for a person.'] : found.flatMap(linesOf));
    return EXIT.done;
  }
  if (first === undefined)
    throw new UserError('WrongUsage', `confirm: nothing of execution '${executionId}' waits for a person`);
  if (!(await answer(calls, first, no)))
    throw new UserError('WrongUsage', `confirm: execution '${executionId}' waits no longer: it was answered, or ended`);
  const what = `stage ${first.stage} of ${first.target}`;
  const more = second === undefined ? [] : [`It waits for more: stage ${second.stage} of ${second.target}.`];
  told(no ? 'refused' : 'confirmed', [
    no ? `${what} is refused: what needs it is not run.` : `${what} is confirmed: ${executionId} goes on.`,
    ...more,
  ]);
  return EXIT.done;
}

function linesOf({ executionId, experiment, target, stage, text, since, until }: Waiting): string[] {
  return [
    `${executionId}  ${experiment}: ${target} to stage ${stage}, since ${since}, until ${until}`,
    ...text.split('\n').map((line) => `    ${line}`),
    `    fsxbench confirm ${executionId}    or, where it cannot be done:    fsxbench confirm ${executionId} --no`,
  ];
}

async function callsOf(stackName: string, region: string | undefined): Promise<ConfirmCalls> {
  try {
    return await realConfirmCalls(stackName, region);
  } catch (error) {
    const { name, message } = error as Error;
    const code = name === 'NotDeployed' || name === 'ValidationError' ? 'NotDeployed' : 'NoCredentials';
    throw new UserError(code, `confirm: ${message}; \`aws sts get-caller-identity\` must work first`);
  }
}

/** `fsxbench states run`: one state machine in JSONata mode, its tasks answered from a file. */
import { randomUUID } from 'node:crypto';
import { randomFrom } from '../../shapes/random';
import { Execution } from '../../asl/interpreter/execution';
import type { Machine } from '../../asl/interpreter/machine';
import { QueuedTasks } from '../../asl/interpreter/tasks/queued-tasks';
import { type Transcript, transcript } from '../../asl/interpreter/history/transcript';
import { realClock } from '../../asl/clock/real';
import { virtualClock } from '../../asl/clock/virtual';
import { type Cli, UserError } from '../command';
import { EXIT, type ExitCode } from '../outcome';
import { readInput, readMachine, readObjects, readTasks } from './states-input';

/** Longest value that is shown. */
const SHOWN = 160;
/** Name of the execution, as `$states.context.Execution.Name` shows it. */
const NAME = 'states-run';
/** Account, region and role are made up: nothing here is on AWS. */
const ARN = 'arn:aws:states:us-east-1:111111111111';
/** The moment at which virtual time begins: always the same, so that the same files give the same output. */
const BEGINNING = Date.UTC(2026, 0, 1);

/**
 * Runs the machine and prints what it did.
 * @returns 0 whatever the status is that the execution ended with; 130 where Ctrl-C ended it.
 * @throws UserError for anything that is not what it should be: then nothing is run.
 */
export async function run(
  cli: Cli,
  args: readonly string[],
  options: Readonly<Record<string, unknown>>,
): Promise<ExitCode> {
  const [action = '', file = ''] = args;
  if (action !== 'run') throw new UserError('UnknownAction', `states: '${action}' is no action; known: run`);
  const { input, tasks, objects, set } = options;
  const machine = readMachine(cli, file, Array.isArray(set) ? set.map(String) : []);
  const answers = typeof tasks === 'string' ? readTasks(cli, tasks) : [];
  const stored = typeof objects === 'string' ? readObjects(cli, objects) : [];
  const runner = new QueuedTasks(answers, stored, NAME);
  const given = readInput(cli, typeof input === 'string' ? input : '{}');
  const execution = prepare(machine, given, runner, options['virtual'] === true);
  let interrupted = false;
  const stop = (): void => {
    interrupted = true;
    execution.stop(undefined, 'Interrupted.');
  };
  // In virtual time all is over before anybody could press a key.
  const release =
    options['virtual'] === true ? null : cli.interrupts.take({ first: stop, second: () => EXIT.interrupted });
  const told = await transcript(execution.start(), runner.calls);
  release?.();
  cli.out.write(options['json'] === true ? `${JSON.stringify(told, null, 2)}\n` : transcriptText(told));
  for (const note of notes(runner)) cli.err.write(`${note}\n`);
  return interrupted ? EXIT.interrupted : EXIT.done;
}

function prepare(machine: Machine, input: unknown, tasks: QueuedTasks, virtual: boolean): Execution {
  const random = randomFrom(NAME);
  let made = 0;
  // Virtual time is repeatable, and so are the ids in it.
  const counted = (): string => `00000000-0000-4000-8000-${String((made += 1)).padStart(12, '0')}`;
  return new Execution({
    machine,
    machineArn: `${ARN}:stateMachine:${machine.name}`,
    arn: `${ARN}:execution:${machine.name}:${NAME}`,
    name: NAME,
    roleArn: 'arn:aws:iam::111111111111:role/states-run',
    input,
    clock: virtual ? virtualClock(BEGINNING) : realClock(),
    tasks,
    random: virtual ? random : Math.random,
    uuid: virtual ? counted : randomUUID,
  });
}

function notes({ unanswered, silent }: QueuedTasks): string[] {
  const list = (states: ReadonlySet<string>): string => [...states].map((state) => `'${state}'`).join(', ');
  return [
    ...(unanswered.size === 0
      ? []
      : [`note: --tasks has no answer (left) for ${list(unanswered)}: failed with Fsxbench.NothingQueued`]),
    ...(silent.size === 0
      ? []
      : [`note: no answer ever came to ${list(silent)} (silent); such a task ends by a time-out only`]),
  ];
}

/** Status, result, then one line for each state that was left and each attempt of a task. */
function transcriptText(told: Transcript): string {
  const lines = [`status       ${told.status}`];
  if ('output' in told) lines.push(`output       ${short(told.output)}`);
  if (told.error !== undefined) lines.push(`error        ${told.error}`);
  if (told.cause !== undefined) lines.push(`cause        ${told.cause}`);
  lines.push(`transitions  ${told.transitions}`, `events       ${told.eventTypes.length}`);
  if (told.stateExits.length > 0) lines.push('', 'states, as they were left');
  for (const { name, output, assigned } of told.stateExits) {
    lines.push(`  ${name}: ${short(output)}${assigned === undefined ? '' : `, assigned ${short(assigned)}`}`);
  }
  if (told.taskCalls.length > 0) lines.push('', 'attempts of tasks');
  for (const { state, arguments: args, timeoutInSeconds, heartbeatInSeconds, credentials } of told.taskCalls) {
    const more = [
      timeoutInSeconds === undefined ? '' : `, time-out ${timeoutInSeconds} s`,
      heartbeatInSeconds === undefined ? '' : `, heartbeat ${heartbeatInSeconds} s`,
      credentials === undefined ? '' : `, as ${credentials.roleArn}`,
    ];
    lines.push(`  ${state}: ${short(args)}${more.join('')}`);
  }
  return `${lines.join('\n')}\n`;
}

function short(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > SHOWN ? `${text.slice(0, SHOWN - 3)}...` : text;
}

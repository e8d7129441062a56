/**
 * One machine by itself, in virtual time: a table answers its calls. This covers in milliseconds how a machine handles
 * every answer, including those that services cannot give for long.
 */
import { Execution } from '../../lib/asl/interpreter/execution';
import type { ExecutionResult } from '../../lib/asl/interpreter/child-execution';
import type { History } from '../../lib/asl/interpreter/history/history';
import { loadMachine } from '../../lib/asl/interpreter/loader';
import { StateError, type TaskCall } from '../../lib/asl/interpreter/tasks/task';
import type { Machine } from '../../lib/asl/interpreter/machine';
import type { MapRun } from '../../lib/asl/interpreter/map/map-run';
import { MACHINES } from '../../lib/shapes/machines';
import type { Clock } from '../../lib/asl/clock/clock';
import { makeVirtualClock } from '../../lib/asl/clock/virtual';

/** JSON of a machine by name. */
export type Load = (machine: string) => string;

/** Start of every run, epoch milliseconds: 2026-01-01. */
export const BEGINNING = 1_767_225_600_000;

/**
 * A result, a {@link StateError} (thrown), {@link InTurn}, {@link Later}, or a function of the call that returns one of
 * these.
 */
export type Answer = unknown;
/** By state. */
export type Answers = Readonly<Record<string, Answer>>;

/** Consecutive answers; the last one repeats. */
export class InTurn {
  constructor(readonly answers: readonly Answer[]) {}
}

/** An answer after some seconds. */
export class Later {
  constructor(
    readonly seconds: number,
    readonly answer: Answer,
  ) {}
}

/** Above the calls of any case: a machine in an endless loop is stopped before its history is full. */
const CALLS_MAX = 3_000;

/** These machines get the version of their caller; cases of other versions set it. */
const MEASURING: readonly string[] = MACHINES.bench.filter((name) => name !== 'experiment');

/** The last compiled machine of each name: consecutive runs seldom change it. */
const compiled = new Map<string, { readonly text: string; readonly machine: Machine }>();

function compile(name: string, text: string): Machine {
  const last = compiled.get(name);
  if (last?.text === text) return last.machine;
  const placeholders = [...text.matchAll(/\$\{(\w+)\}/g)].map(([, found]) => found ?? '');
  const machine = loadMachine(name, text, Object.fromEntries(placeholders.map((found) => [found, found])));
  compiled.set(name, { text, machine });
  return machine;
}

/** `checks/machines/house/calls.ts` checks which calls have the version. */
function withoutVersion(given: unknown): unknown {
  const { Input, Payload, ...rest } = given as Record<string, unknown>;
  const bare = Object.entries({ Input, Payload }).flatMap(([name, value]) => {
    const { version: _, ...members } = (value ?? {}) as { readonly version?: unknown };
    return value === undefined ? [] : [[name, members] as const];
  });
  return bare.length === 0 ? given : { ...rest, ...Object.fromEntries(bare) };
}

/** The run of a machine. `at` is seconds since the beginning. */
export interface MachineRun extends ExecutionResult {
  readonly calls: readonly { readonly state: string; readonly arguments: unknown; readonly at: number }[];
  /** Including children. */
  readonly exits: readonly { readonly state: string; readonly output: unknown }[];
  /** Time of its end. */
  readonly at: number;
  /** Of its own history: AWS ends an execution at 25,000. */
  readonly events: number;
}

/**
 * Runs a machine to its end. Placeholders keep their names: `${StackName}` becomes `StackName`.
 * @param redriveAfter seconds after a bad end until a redrive, once
 */
export async function playMachine(
  load: Load,
  machine: string,
  input: unknown,
  answers: Answers,
  redriveAfter?: number,
): Promise<MachineRun> {
  const clock = makeVirtualClock(BEGINNING);
  const calls: { state: string; arguments: unknown; at: number }[] = [];
  const runs: MapRun[] = [];
  let made = 0;
  const counts = new Map<string, number>();
  const seconds = (): number => (clock.now() - BEGINNING) / 1000;
  const run = async (call: TaskCall): Promise<unknown> => {
    calls.push({ state: call.state, arguments: withoutVersion(call.arguments), at: seconds() });
    if (calls.length > CALLS_MAX) throw new Error(`${machine} calls again and again, ${call.state} too`);
    const count = counts.get(call.state) ?? 0;
    counts.set(call.state, count + 1);
    return give(answers[call.state], count, call, clock);
  };
  const execution = new Execution({
    machine: compile(machine, load(machine)),
    machineArn: `arn:aws:states:eu-west-1:123456789012:stateMachine:${machine}`,
    arn: `arn:aws:states:eu-west-1:123456789012:execution:${machine}:play-1`,
    name: 'play-1',
    roleArn: `arn:aws:iam::123456789012:role/${machine}`,
    input: MEASURING.includes(machine) ? { version: 'ContractVersion', ...(input as object) } : input,
    clock,
    tasks: { run },
    random: () => 0.5,
    uuid: () => `uuid-${(made += 1)}`,
    onMapRun: (one) => runs.push(one),
  });
  let result = await execution.start().done;
  if (redriveAfter !== undefined && execution.getRedriveRefusal() === undefined) {
    await clock.sleep(1000 * redriveAfter);
    result = await execution.redrive().done;
  }
  const histories = [execution.history, ...runs.flatMap(({ children }) => children.map(({ history }) => history))];
  return {
    ...result,
    calls,
    exits: histories.flatMap(listExits),
    at: seconds(),
    events: execution.history.events().length,
  };
}

async function give(answer: Answer, count: number, call: TaskCall, clock: Clock): Promise<unknown> {
  if (answer instanceof InTurn) {
    return give(answer.answers[Math.min(count, answer.answers.length - 1)], 0, call, clock);
  }
  if (answer instanceof Later) {
    await clock.sleep(1000 * answer.seconds, call.cancelled);
    return give(answer.answer, 0, call, clock);
  }
  if (answer instanceof StateError) throw answer;
  if (typeof answer === 'function') {
    return give(await (answer as (call: TaskCall) => unknown)(call), 0, call, clock);
  }
  if (answer === undefined) throw new Error(`no answer for the state ${call.state}`);
  return answer;
}

function listExits(history: History): { state: string; output: unknown }[] {
  return history.events().flatMap((event) => {
    const details = event['stateExitedEventDetails'] as { name: string; output: string } | undefined;
    return details === undefined ? [] : [{ state: details.name, output: JSON.parse(details.output) as unknown }];
  });
}

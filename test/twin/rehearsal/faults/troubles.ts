/** What can go wrong with one call: somebody stops the execution meanwhile, nobody answers, the answer is lost. */
import type { Fault } from '../../../../lib/twin/cloud/cloud';
import { EXECUTION } from '../specs';
import { Counter, nameOfCall, nameOfTask, type Place } from './place';
import type { Scene, Trouble } from './play';

export type Kind = 'abort' | 'silence' | 'time-out' | 'lost';

/** Notes every place of an execution in which nothing goes wrong. */
export function listening(): { trouble: Trouble; calls: Counter; tasks: Counter; handlers: Set<string> } {
  const calls = new Counter();
  const tasks = new Counter();
  const handlers = new Set<string>();
  const trouble: Trouble = () => ({
    fault: (call) => {
      const name = nameOfCall(call);
      if (name === null) return undefined;
      calls.next(name);
      if (!call.caller.role.startsWith('arn:')) handlers.add(name);
      return undefined;
    },
    aroundTasks: (runner) => ({
      run: (call) => {
        tasks.next(nameOfTask(call));
        return runner.run(call);
      },
    }),
  });
  return { trouble, calls, tasks, handlers };
}

/** One kind of trouble at one place, once; `struck` says whether the place was met. */
export function troubleAt(kind: Kind, place: Place): { trouble: Trouble; struck: () => boolean } {
  let met = false;
  const counter = new Counter();
  const here = (name: string | null): boolean => {
    if (met || name !== place.name) return false;
    met = counter.next(name) === place.nth;
    return met;
  };
  const trouble: Trouble = (scene) =>
    kind === 'silence'
      ? { aroundTasks: (runner) => ({ run: (call) => (here(nameOfTask(call)) ? never() : runner.run(call)) }) }
      : { fault: (call) => (here(nameOfCall(call)) ? strike(kind, scene()) : undefined) };
  return { trouble, struck: () => met };
}

function strike(kind: Kind, scene: Scene): Fault | undefined {
  if (kind === 'lost') return 'lost';
  if (kind === 'time-out') throw new TimeoutError();
  stop(scene);
  return undefined;
}

/** As the SDK's HTTP handler says it. https://github.com/smithy-lang/smithy-typescript, `node-http-handler` */
class TimeoutError extends Error {
  override readonly name = 'TimeoutError';

  constructor() {
    super('Connection timed out');
  }
}

/** Stops the experiment, or its guardian once the experiment has ended: it comes before the call is answered. */
function stop({ world }: Scene): void {
  const { experiment, guardian } = world.config.machineArns;
  const arnOf = (machine: string): string => `${machine.replace(':stateMachine:', ':execution:')}:${EXECUTION}`;
  const running = world.account.sfn
    .executions()
    .find(({ arn, status }) => arn === arnOf(experiment) && status === 'RUNNING');
  const executionArn = running === undefined ? arnOf(guardian) : arnOf(experiment);
  const caller = { execution: '', state: '', role: 'person' };
  world.account.cloud.call('sfn', 'StopExecution', { executionArn }, caller).catch(() => undefined);
}

/** A call that nobody answers: a race of nobody never ends. */
function never(): Promise<never> {
  return Promise.race([]);
}

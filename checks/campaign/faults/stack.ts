/** Deletes the bench stack during an execution; and limits the concurrency of functions. */
import type { ChildExecution } from '../../../lib/asl/interpreter/child-execution';
import { FUNCTION_NAMES, MACHINES } from '../../../lib/shapes/machines';
import type { Fault, PendingCall } from '../../../lib/twin/cloud/cloud';
import { toFunctionName } from '../../../lib/twin/cloud/lambda';
import { ServiceError } from '../../../lib/twin/cloud/service';
import { MACHINE_DELETED_ERROR } from '../../oracles/execution-record';
import type { SimulatedDeployment } from '../../../lib/twin/simulated-deployment';
import { makeTooManyRequests } from './calls';
import { type Campaign, pickRules } from './campaign';
import { toMachineName } from '../../../lib/twin/rehearsal/machine-use';
import type { Schedule } from './schedule';
import type { LambdaOptions } from '../../../lib/twin/cloud/lambda';
import type { ObjectStore } from '../../../lib/twin/cloud/s3/store';

type Part = keyof typeof MACHINES;

/** Both stacks, before and after their deletion. */
export class Stacks {
  private readonly gone = new Set<string>();
  private readonly deleted = new Set<Part>();

  constructor(private readonly deployment: () => SimulatedDeployment) {}

  /**
   * Deletes machines and functions. Running executions end without an event: undocumented, so the harder case is
   * assumed.
   */
  remove(part: Part): void {
    this.deleted.add(part);
    for (const execution of this.deployment().account.sfn.executions()) {
      if (!hasName(MACHINES[part], toMachineName(execution.machineArn))) continue;
      this.gone.add(execution.arn);
      execution.stop(MACHINE_DELETED_ERROR, 'The state machine was deleted.');
    }
  }

  /** Whether an execution ended with its machine. */
  took({ arn }: ChildExecution): boolean {
    return this.gone.has(arn);
  }

  /** Whether ends of executions still start a function: the rule is part of the safety stack. */
  hasRule(): boolean {
    return !this.deleted.has('safety');
  }

  /** The error of a call to a deleted resource of a stack. */
  fault({ service, input }: PendingCall): Fault | undefined {
    if (this.deleted.size === 0) return undefined;
    const asked = input as Readonly<Record<string, unknown>>;
    const isGone = (names: Readonly<Record<Part, readonly string[]>>, name: string): boolean =>
      [...this.deleted].some((part) => hasName(names[part], name));
    if (service === 'lambda') {
      const name = toFunctionName(String(asked['FunctionName'])).replace(/^fsxbench-/, '');
      if (!isGone(FUNCTION_NAMES, name)) return undefined;
      return new ServiceError('ResourceNotFoundException', `Function not found: ${name}`, 404);
    }
    if (service !== 'sfn') return undefined;
    const { stateMachineArn: machine, executionArn: execution, mapRunArn } = asked;
    if (typeof machine === 'string' && isGone(MACHINES, toMachineName(machine)))
      return new ServiceError('StateMachineDoesNotExist', `State Machine Does Not Exist: '${machine}'`, 400);
    if (typeof execution === 'string' && isGone(MACHINES, toMachineName(execution)))
      return new ServiceError('ExecutionDoesNotExist', `Execution Does Not Exist: '${execution}'`, 400);
    if (typeof mapRunArn === 'string' && isGone(MACHINES, toMachineName(mapRunArn)))
      return new ServiceError('ResourceNotFound', `Map Run Does Not Exist: '${mapRunArn}'`, 400);
    return undefined;
  }
}

function hasName(names: readonly string[], name: string): boolean {
  return names.includes(name);
}

/** Default duration of an invocation. Assumed: most functions make few calls. */
const INVOCATION_SECONDS = 2;

/** Functions that crash, before or after their work. */
export function makeCrashes(
  campaign: Campaign,
  strikes: Schedule,
  now: () => number,
): NonNullable<LambdaOptions['crash']> {
  const rules = pickRules(campaign, 'function');
  return (name) => {
    const short = name.replace(/^fsxbench-/, '');
    const found = rules.find(
      ({ index, rule }) => (rule.name ?? short) === short && strikes.strikes(index, rule, now()),
    );
    if (found === undefined) return undefined;
    return found.rule.effect === 'throws' ? 'before' : 'after';
  };
}

/** The results bucket of hosts, which at times rejects writes. */
export function limitWrites(store: ObjectStore, campaign: Campaign, strikes: Schedule, now: () => number): ObjectStore {
  const rules = pickRules(campaign, 'bucket');
  return {
    get: (key) => store.get(key),
    head: (key) => store.head(key),
    list: (prefix) => store.list(prefix),
    put: async (key, content, onlyIfAbsent) => {
      if (rules.some(({ index, rule }) => strikes.strikes(index, rule, now())))
        throw new ServiceError('AccessDenied', 'Access Denied', 403);
      return store.put(key, content, onlyIfAbsent);
    },
  };
}

/** Refuses invocations above the concurrency of the account. */
export function makeConcurrencyFaults(campaign: Campaign, strikes: Schedule): (call: PendingCall) => Fault | undefined {
  const rules = pickRules(campaign, 'concurrency');
  let running: number[] = [];
  return ({ service, action, at }) => {
    if (service !== 'lambda' || action !== 'Invoke') return undefined;
    for (const { index, rule } of rules) {
      if (!strikes.within(rule, at)) continue;
      running = running.filter((end) => end > at);
      if (running.length >= rule.most) {
        strikes.note(index, at);
        return makeTooManyRequests();
      }
      running.push(at + 1000 * (rule.seconds ?? INVOCATION_SECONDS));
    }
    return undefined;
  };
}

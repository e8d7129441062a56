/**
 * Faults at states of an execution: it is aborted, times out, breaks, gets no answer to its task, or the stacks are
 * updated.
 */
import type { ChildExecution } from '../../../lib/asl/interpreter/child-execution';
import type { TaskRunner } from '../../../lib/asl/interpreter/tasks/task';
import { CONTRACT_VERSION } from '../../../lib/shapes/contract-version';
import type { MachineName } from '../../../lib/shapes/machines';
import { toMachineName } from '../../../lib/twin/rehearsal/machine-use';
import type { SimulatedDeployment } from '../../../lib/twin/simulated-deployment';
import { type Campaign, type RuleOf, pickRules } from './campaign';
import type { Schedule } from './schedule';

/** Called for every entered state. */
export function makeStateFaults(
  campaign: Campaign,
  strikes: Schedule,
  now: () => number,
  deployment: () => SimulatedDeployment,
): (execution: ChildExecution, state: string) => void {
  const rules = pickRules(campaign, 'state').filter(({ rule }) => rule.effect !== 'silence');
  return (execution, state) => {
    const machine = toMachineName(execution.machineArn);
    for (const { index, rule } of rules) {
      if (rule.machine !== machine || rule.state !== state || !strikes.strikes(index, rule, now())) continue;
      if (rule.effect === 'deploy' || rule.effect === 'deploy-same')
        deployment().deploy(CONTRACT_VERSION + (rule.effect === 'deploy' ? 1 : 0));
      else for (const one of pickExecutions(rule, execution, deployment())) end(one, rule.effect);
    }
  };
}

/**
 * Excused seconds of silence. A state that keeps a resource alive may wait for an answer at most for a whole teardown
 * plus half an hour.
 */
const SILENCE_SECONDS = 2.5 * 3600;

/**
 * Tasks without an answer: the promise never settles, and the time-out of the state ends it. Then the fault is over.
 */
export function makeSilentTasks(
  campaign: Campaign,
  strikes: Schedule,
  now: () => number,
): (tasks: TaskRunner) => TaskRunner {
  const rules = pickRules(campaign, 'state').filter(({ rule }) => rule.effect === 'silence');
  return (tasks) => ({
    run: (call) => {
      const machine = toMachineName(call.executionArn);
      const struck = rules.some(
        ({ index, rule }) =>
          rule.machine === machine && rule.state === call.state && strikes.strikes(index, rule, now()),
      );
      if (!struck) return tasks.run(call);
      const most = now() + SILENCE_SECONDS * 1000;
      call.cancelled.addEventListener('abort', () => strikes.lasting(Math.min(now(), most)), { once: true });
      return Promise.race([]);
    },
  });
}

function pickExecutions(
  { who = 'itself' }: RuleOf<'state'>,
  execution: ChildExecution,
  deployment: SimulatedDeployment,
): ChildExecution[] {
  if (who === 'itself') return [execution];
  const wanted: readonly MachineName[] = who === 'both' ? ['experiment', 'guardian'] : [who];
  return deployment.account.sfn
    .executions()
    .filter(
      ({ status, machineArn }) => status === 'RUNNING' && wanted.some((name) => toMachineName(machineArn) === name),
    );
}

function end(execution: ChildExecution, effect: RuleOf<'state'>['effect']): void {
  if (effect === 'abort') execution.stop();
  else if (effect === 'timed-out') execution.breakOff('TIMED_OUT');
  else execution.breakOff('FAILED', 'States.Runtime', 'An error of the service, which nothing catches.');
}

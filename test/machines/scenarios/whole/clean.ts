/** Without faults, the calls are exactly those of the plan, in its order. */
import type { Plan } from '../../../../lib/shapes/plan';
import type { AttemptEnded, AttemptStarted, RigOutcome } from '../../../../lib/shapes/outcomes';
import type { CallRecord } from '../../../../lib/twin/cloud/service';
import {
  broken,
  type Complaints,
  EXECUTION,
  json,
  KEYS,
  type Load,
  readPlan,
  play,
  prefixComplaints,
  RIVALS,
  same,
  SPEC,
  type Stage,
  stage,
} from '../../stage';
import { sentSteps } from './clean-steps';
import { launches } from './clean-launches';

/** Runs once with a rig for each target, once with both in one rig, and checks all. */
export async function* clean(load: Load): Complaints {
  yield* cleanOf(load, SPEC);
  yield* prefixComplaints('rivals', cleanOf(load, RIVALS));
}

async function* cleanOf(load: Load, spec: string): Complaints {
  const on = stage(load);
  const execution = await play(on, spec);
  const plan = await readPlan(on);
  yield* same('experiment', [execution.status, execution.error], ['SUCCEEDED', undefined]);
  yield* await broken(on);
  yield* executions(on, plan);
  yield* history(on, plan);
  yield* launches(on, plan);
  yield* sentSteps(on, plan);
  yield* marks(on, plan);
  yield* order(on, plan);
  yield* checkMessages(on);
  yield* checkGuardian(on, plan);
}

function listExecutions(on: Stage): string[] {
  return on.deployment.account.sfn
    .executions()
    .map((one) => `${one.machineArn.split('fsxbench-')[1]} ${one.name} ${one.status}`);
}

function executions(on: Stage, plan: Plan): string[] {
  const expected = [
    `experiment ${EXECUTION}`,
    `guardian ${EXECUTION}`,
    `notify ${EXECUTION}`,
    ...plan.rigs.flatMap(({ rig, roles, copies }) => [
      `rig ${EXECUTION}__${rig}`,
      ...roles.map((_, index) => `launch ${EXECUTION}__${rig}__launch__${index + 1}__0`),
      ...copies.flatMap(({ copy, prepare }) =>
        prepare.map((_, index) => `host-command ${EXECUTION}__${rig}__p__${copy}__${index + 1}__0`),
      ),
      `trial-batch ${EXECUTION}__${rig}__1`,
      ...plan.trials
        .filter((one) => one.rig === rig)
        .map(({ trial }) => `host-command ${EXECUTION}__${rig}__${trial}__a1__1__0`),
      `teardown ${EXECUTION}__${rig}__teardown__0`,
    ]),
    `results ${EXECUTION}__results__0`,
    `teardown ${EXECUTION}__teardown__1__0`,
  ].map((name) => `${name} SUCCEEDED`);
  return same('executions', listExecutions(on).sort(), expected.sort());
}

/** The plan's worst case is never exceeded, counted as AWS counts. */
function history(on: Stage, plan: Plan): string[] {
  return on.deployment.account.sfn.executions().flatMap((one) => {
    const machine = one.machineArn.split('fsxbench-')[1] ?? '';
    const most = plan.worstCase.events[machine] ?? 0;
    const events = one.history.count;
    const bytes = one.history.largestPayloadBytes;
    return [
      ...(events <= most ? [] : [`${machine} ${one.name}: ${events} events, the plan says at most ${most}`]),
      ...(bytes <= plan.worstCase.payloadBytes
        ? []
        : [`${machine} ${one.name}: a payload of ${bytes} bytes, the plan says ${plan.worstCase.payloadBytes}`]),
    ];
  });
}

async function* marks(on: Stage, plan: Plan): Complaints {
  for (const { trial, rig, steps: its } of plan.trials) {
    const started = await json<AttemptStarted>(on, `${KEYS.attempt(rig, trial, 1)}started.json`);
    const ended = await json<AttemptEnded>(on, `${KEYS.attempt(rig, trial, 1)}ended.json`);
    yield* same('started.json', { ...started, startedAt: 0 }, { trial, attempt: 1, startedAt: 0 });
    yield* same(
      'ended.json',
      { ...ended, endedAt: 0 },
      {
        trial,
        attempt: 1,
        endedAt: 0,
        steps: its.map(({ name }) => ({ name, status: 'SUCCEEDED', failed: [] })),
      },
    );
    if (!(Date.parse(ended?.endedAt ?? '') > Date.parse(started?.startedAt ?? '')))
      yield `${trial} ended before it started`;
  }
  for (const { rig } of plan.rigs) {
    const outcome = await json<RigOutcome>(on, KEYS.rigOutcome(rig));
    yield* same('outcome', [outcome?.rig, outcome?.status, outcome?.reason], [rig, 'SUCCEEDED', null]);
    yield* same(
      'marks',
      outcome?.marks.map(({ mark }) => mark),
      ['creating', 'launching', 'preparing', 'measuring', 'deleting', 'done'],
    );
    yield* same(
      'marks in their order',
      outcome?.marks.map(({ at }) => at),
      outcome?.marks.map(({ at }) => at).sort(),
    );
    yield* same(
      'marks at instants',
      outcome?.marks.filter(({ at }) => Number.isNaN(Date.parse(at))),
      [],
    );
  }
}

/** Rigs one after another, as in this plan; trials in the plan's order. */
function order(on: Stage, plan: Plan): string[] {
  const begun = on.hosts.seen.map((line) => line.split(' ')[1]).filter((name) => name?.startsWith('t') === true);
  const rigs = on.deployment.account.sfn.executions().filter((one) => one.machineArn.endsWith('fsxbench-rig'));
  const [first, second] = rigs;
  const apart = second === undefined || (second.startDate ?? 0) >= (first?.stopDate ?? Number.POSITIVE_INFINITY);
  const output = rigs.map((one) => one.output);
  return [
    ...same(
      'order of trials',
      [...new Set(begun)],
      plan.trials.map(({ trial }) => `${trial}.a1`),
    ),
    ...(apart ? [] : ['two rigs were measured at once']),
    ...same(
      'rig outputs',
      output,
      plan.rigs.map(({ rig }) => ({ rig, status: 'SUCCEEDED' })),
    ),
  ];
}

function checkMessages(on: Stage): string[] {
  const [message] = on.messages;
  const lines = ['ANSWER\n', 'trials   8 VALID of 8 trials', 'cleanup  verified: ', '/report/index.html'];
  const text = (message?.message ?? '').replaceAll('%2F', '/');
  return [
    ...same('messages', on.messages.length, 1),
    ...same('subject', message?.subject, `[fsxbench] ${EXECUTION} finished: inconclusive, 8 of 8 valid`),
    ...lines.filter((line) => !text.includes(line)).map((line) => `the mail does not say ${line}: ${text}`),
    ...same(
      'events',
      on.events.map(({ source, detailType, detail }) => [source, detailType, (detail as { end?: string }).end]),
      [['fsxbench', 'Execution Finished', 'Answered']],
    ),
  ];
}

/** The guardian runs next to the experiment from before the first create, and settles between teardown and receipt. */
function checkGuardian(on: Stage, plan: Plan): string[] {
  const at = (call: CallRecord | undefined): number => Date.parse(call?.time ?? '');
  const first = on.calls.find((call) => call.action === 'CreateLaunchTemplate');
  const [experiment, guardian] = on.deployment.account.sfn.executions();
  const fence = on.calls.find((call) => call.state === 'CloseFence' && call.action === 'PutObject');
  const receipt = on.calls.find((call) => call.state === 'WriteReceipt' && call.action === 'Invoke');
  const teardown = on.deployment.account.sfn.executions().find((one) => one.name === `${EXECUTION}__teardown__1__0`);
  const looks = on.calls.filter((call) => call.state === 'Watch' && call.action === 'DescribeExecution').map(at);
  const gaps = looks.slice(1).map((time, index) => (time - (looks[index] ?? 0)) / 1000);
  const settled = (at(receipt) - (teardown?.stopDate ?? Number.POSITIVE_INFINITY)) / 1000;
  const patient = gaps.every((gap) => gap >= plan.timing.guardianPollSeconds && gap < 3);
  const report = on.calls
    .filter((call) => call.state === 'Report' && call.action === 'PutObject')
    .map(({ input }) => /(summary|report|observations|cells|history)/.exec((input as { Key: string }).Key)?.[1]);
  return [
    ...((guardian?.startDate ?? Number.POSITIVE_INFINITY) <= at(first)
      ? []
      : ['something was created before the guardian began']),
    ...(at(fence) >= (experiment?.stopDate ?? Number.POSITIVE_INFINITY)
      ? []
      : ['the fence was closed while the experiment went on']),
    ...(settled >= plan.timing.settleSeconds && settled < plan.timing.settleSeconds + 2
      ? []
      : [`settled for ${settled} s`]),
    ...(patient ? [] : [`the guardian looked with gaps of ${Math.min(...gaps)} to ${Math.max(...gaps)} s`]),
    ...same('made again with the receipt', report, ['summary', 'report', 'observations', 'cells', 'history']),
    ...same('guardian output', guardian?.output, { executionId: EXECUTION, outcome: 'SUCCEEDED', clean: true }),
    ...same('output', (experiment?.output as { end?: unknown } | undefined)?.end, 'Answered'),
  ];
}

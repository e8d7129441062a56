/** Faults of a rig: no capacity, hosts that never answer or end themselves, scripts that fail. */
import type { RigOutcome } from '../../../../lib/shapes/outcomes';
import type { TrialRow } from '../../../../lib/shapes/verdict';
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
  same,
  SMALL,
  SPEC,
  type Stage,
  stage,
  type StageOptions,
  stopAfter,
} from '../../stage';
import type { ChildExecution } from '../../../../lib/asl/interpreter/child-execution';

interface ExpectedFailure {
  readonly code: string;
  readonly says: RegExp;
}

/** Both rigs fail for the same reason; the rest of the execution continues to its end. */
const failing = (load: Load, options: StageOptions, expected: ExpectedFailure): Complaints =>
  prefixComplaints(expected.code, playFailed(load, options, expected));

async function* playFailed(load: Load, options: StageOptions, { code, says }: ExpectedFailure): Complaints {
  const on = stage(load, options);
  const execution = await play(on, SPEC);
  yield* await broken(on);
  yield* same('experiment', [execution.status, execution.error], ['FAILED', 'RigsFailed']);
  if (!/r1, r2/.test(execution.cause ?? '')) yield `the experiment does not name its rigs: ${execution.cause}`;
  yield* same('rigs told', rigsTold(on), ['r1', 'r2']);
  const plan = await readPlan(on);
  for (const { rig } of plan.rigs) {
    const outcome = await json<RigOutcome>(on, KEYS.rigOutcome(rig));
    const rigs = on.deployment.account.sfn.executions().filter(({ name }) => name === `${EXECUTION}__${rig}`);
    yield* same('outcome', [outcome?.status, outcome?.reason?.code], ['FAILED', code]);
    if (!says.test(outcome?.reason?.text ?? '')) yield `${code} says: ${outcome?.reason?.text}`;
    const ends = rigs.map(({ status, error }) => [status, error]);
    yield* same('rig execution', ends, [['FAILED', code]]);
  }
  for (const { trial } of plan.trials) {
    const row = await json<TrialRow>(on, KEYS.row(trial));
    yield* same(`row of ${trial}`, row?.verdict, 'NOT_RUN');
  }
}

function rigsTold(on: Stage): unknown {
  const [, block = ''] = /^FAILED RIGS\n((?:.+\n)+)/m.exec(on.messages[0]?.message ?? '') ?? [];
  return block.split('\n').flatMap((line) => /^(r\d+)  \S/.exec(line)?.[1] ?? []);
}

export async function* noCapacity(load: Load): Complaints {
  yield* failing(
    load,
    { ec2: { capacity: (_, count) => count - 1 } },
    { code: 'Capacity', says: /client: \d of 2 hosts .*Insufficient.*do not have sufficient/ },
  );
  yield* failing(load, { ec2: { capacity: () => 0 } }, { code: 'Capacity', says: /client: 0 of 2 hosts/ });
}

export function neverOnline(load: Load): Complaints {
  return failing(
    load,
    { hosts: { bootSeconds: () => 100_000 } },
    { code: 'HostsNotOnline', says: /0 of 3 hosts answered in time/ },
  );
}

export function endedAtBoot(load: Load): Complaints {
  return failing(
    load,
    { hosts: { bootSeconds: () => 'never' } },
    { code: 'HostLost', says: /\d of 3 hosts ended .*boot script failed/ },
  );
}

export function notPrepared(load: Load): Complaints {
  const behave = (host: string): { exitCode: number } => ({ exitCode: host === 'client-1' ? 3 : 0 });
  return failing(
    load,
    { hosts: { behave } },
    { code: 'PrepareFailed', says: /client-1: exit code 3: the tool said why$/ },
  );
}

/** More trials than fit into a batch: the second batch follows the first. */
export async function* twoBatches(load: Load): Complaints {
  const on = stage(load, { hosts: { behave: () => ({ seconds: 0.2 }) } });
  await play(on, SMALL.replace('replicates: 1', 'replicates: 103'));
  const plan = await readPlan(on);
  const batches = on.deployment.account.sfn.executions().filter(({ machineArn }) => machineArn.endsWith('trial-batch'));
  const [first, second] = batches;
  yield* await broken(on);
  yield* same(
    'batches',
    batches.map(({ name, output }) => [name, output]),
    [
      [`${EXECUTION}__r1__1`, { batch: 1, stopped: [] }],
      [`${EXECUTION}__r1__2`, { batch: 2, stopped: [] }],
    ],
  );
  if (!((second?.startDate ?? 0) >= (first?.stopDate ?? Number.POSITIVE_INFINITY)))
    yield 'two batches were measured at once';
  yield* same(
    'trials',
    new Set(on.hosts.seen.map((line) => line.split(' ')[1]).filter((name) => name?.startsWith('t'))).size,
    plan.trials.length,
  );
  yield* on.deployment.account.sfn.executions().flatMap((one) => {
    const machine = one.machineArn.split('fsxbench-')[1] ?? '';
    const most = plan.worstCase.events[machine] ?? 0;
    return one.history.count <= most ? [] : [`${machine}: ${one.history.count} events, the plan says at most ${most}`];
  });
}

/** A single stopped rig is torn down at once: it does not cost money until the other one is done. */
export async function* stoppedRig(load: Load): Complaints {
  const on = stage(load);
  const execution = await on.deployment.start('experiment', EXECUTION, { spec: SPEC });
  await on.clock.sleep(12_000);
  await stopAfter(
    on,
    0,
    `${on.deployment.config.machineArns.rig.replace(':stateMachine:', ':execution:')}:${EXECUTION}__r1`,
  );
  await on.deployment.settled();
  const find = (name: string): ChildExecution | undefined =>
    on.deployment.account.sfn.executions().find((one) => one.name === `${EXECUTION}__${name}`);
  const after = find('r1__teardown__after__0');
  const soon = (after?.stopDate ?? Number.POSITIVE_INFINITY) <= (find('r2')?.startDate ?? 0);
  yield* await broken(on);
  yield* same('rig', find('r1')?.status, 'ABORTED');
  yield* same('its teardown', after?.status, 'SUCCEEDED');
  if (!soon) yield 'the next rig began before the stopped one was gone';
  yield* same('experiment', [execution.status, execution.error], ['FAILED', 'RigsFailed']);
  if (!/: r1\./.test(execution.cause ?? '')) yield `the experiment says ${execution.cause}`;
  yield* same('rigs told', rigsTold(on), ['r1']);
}

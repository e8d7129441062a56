/** A stopped execution: at every moment, whichever it is, everything is torn down and has its row. */
import { getStartKey } from '../../../../lib/shapes/start-notes';
import { LONGEST_TIMING } from '../../../../lib/experiment/plan/timing';
import { getPointerKey, getProofKey } from '../../../../lib/shapes/layout';
import type { Receipt } from '../../../../lib/shapes/receipt';
import { ServiceError } from '../../../../lib/twin/cloud/service';
import {
  BEGINNING,
  broken,
  type Complaints,
  EXECUTION,
  janitorUntil,
  json,
  KEYS,
  type Load,
  play,
  same,
  SMALL,
  type Stage,
  stage,
  stopAfter,
} from '../../stage';

const SPREAD = 14;

/** Times spread over the calls of a small execution, milliseconds after the beginning. */
async function moments(load: Load): Promise<number[]> {
  const on = stage(load);
  await play(on, SMALL);
  const times = [...new Set(on.calls.map((call) => Date.parse(call.time) - BEGINNING))].sort((a, b) => a - b);
  return Array.from({ length: SPREAD }, (_, index) => (times[Math.floor((index * times.length) / SPREAD)] ?? 0) + 25);
}

function makeExecutionArn(on: Stage, machine: 'experiment' | 'guardian'): string {
  return `${on.deployment.config.machineArns[machine].replace(':stateMachine:', ':execution:')}:${EXECUTION}`;
}

async function playStopped(load: Load, who: readonly ('experiment' | 'guardian')[], after: number): Promise<string[]> {
  const on = stage(load);
  await on.deployment.start('experiment', EXECUTION, { spec: SMALL });
  await Promise.all(who.map((machine) => stopAfter(on, after, makeExecutionArn(on, machine))));
  await on.deployment.settled();
  // After a stopped guardian, the event rule starts the next one; the janitor is not needed.
  const begun = on.calls.some(({ action }) => action === 'CreateLaunchTemplate');
  // Stopped before its guardian began: nothing was created, so no receipt is needed.
  const found = (await broken(on)).filter((text) => begun || !/NoReceipt|rows-complete/.test(text));
  const lost = terminal(on);
  // A stopped guardian must not end a healthy experiment: the next one joins it.
  const healthy = on.deployment.account.sfn.executions().find(({ arn }) => arn === makeExecutionArn(on, 'experiment'));
  if (!who.includes('experiment') && healthy?.status !== 'SUCCEEDED')
    lost.push(`the experiment ended ${healthy?.status}: ${healthy?.cause}`);
  return [...found, ...lost].map((text) => `${who.join(' and ')} stopped after ${after} ms: ${text}`);
}

/** Every execution ends. */
function terminal(on: Stage): string[] {
  return on.deployment.account.sfn
    .executions()
    .flatMap(({ name, status }) => (status === 'RUNNING' ? [`${name} still runs`] : []));
}

export async function* stops(load: Load): Complaints {
  for (const after of await moments(load)) {
    for (const who of [['experiment'], ['guardian'], ['experiment', 'guardian']] as const) {
      const found = await playStopped(load, who, after);
      if (found.length > 0) {
        yield* found;
        return;
      }
    }
  }
}

/** The event rule fails too: the janitor finds the leftovers of a stopped guardian. */
export async function* forgotten(load: Load): Complaints {
  for (const after of (await moments(load)).filter((_, index) => index % 3 === 1)) {
    const on = stage(load, { deafRule: true });
    await on.deployment.start('experiment', EXECUTION, { spec: SMALL });
    await Promise.all([
      stopAfter(on, after, makeExecutionArn(on, 'experiment')),
      stopAfter(on, after, makeExecutionArn(on, 'guardian')),
    ]);
    await on.deployment.settled();
    await janitorUntil(on, 2);
    const left = (await broken(on)).filter((text) => text.startsWith('nothing-left') || text.includes('still lives'));
    yield* left.map((text) => `nobody told, stopped after ${after} ms: ${text}`);
    if (left.length > 0) return;
  }
}

/** The janitor runs while an experiment is healthy: it only reads. */
export async function* playUndisturbed(load: Load): Complaints {
  for (const after of (await moments(load)).filter((_, index) => index % 5 === 4)) {
    const on = stage(load);
    const experiment = await on.deployment.start('experiment', EXECUTION, { spec: SMALL });
    await on.clock.sleep(after);
    const janitor = await on.deployment.start('janitor', 'janitor-1', {});
    await on.deployment.settled();
    const executions = on.deployment.account.sfn.executions();
    const guardians = executions.filter(({ machineArn }) => machineArn.endsWith('guardian')).map(({ name }) => name);
    const found = [
      ...same('janitor', [janitor.status, janitor.output], ['SUCCEEDED', { recovered: [] }]),
      ...same('experiment', experiment.status, 'SUCCEEDED'),
      ...same('guardians', guardians, [EXECUTION]),
      ...(await broken(on)),
    ];
    yield* found.map((text) => `the janitor came after ${after} ms: ${text}`);
    if (found.length > 0) return;
  }
}

/**
 * An execution that was admitted and ended before it created anything has no tags. The janitor starts one guardian for
 * its receipt, and later ignores it.
 */
export function unproven(load: Load): Complaints {
  return provenAtLast(load, [[getPointerKey(EXECUTION), { ...ADMITTED, guardianUntil: BEGINNING / 1000 + 36_000 }]]);
}

/** The same without its pointer: its fence shows that it existed, its plan where it belongs. */
export function playStrayed(load: Load): Complaints {
  return provenAtLast(load, [
    [KEYS.fence, { executionId: EXECUTION, by: 'start-guardian', fencedAt: ADMITTED.startedAt }],
    [KEYS.plan, { ...ADMITTED, deadline: BEGINNING / 1000 + 3600 }],
  ]);
}

/** Admitted by a version without version numbers, or by a later one with an unreadable plan: it ends like others. */
export async function* otherVersions(load: Load): Complaints {
  yield* provenAtLast(load, [[getPointerKey(EXECUTION), { ...ADMITTED, timing: undefined, guardianUntil: 1 }]]);
  yield* provenAtLast(load, [
    [getPointerKey(EXECUTION), { version: 9, experiment: 'play', times: {} }],
    [KEYS.plan, { schemaVersion: 9, experiment: 'play', jobs: [{ host: 'h' }] }],
  ]);
}

const ADMITTED = { experiment: 'play', timing: LONGEST_TIMING, startedAt: new Date(BEGINNING).toISOString() };

async function* provenAtLast(load: Load, objects: readonly (readonly [string, object])[]): Complaints {
  const on = stage(load, { local: false, deafRule: true });
  await on.store.put(getStartKey(ADMITTED.startedAt, EXECUTION), '{}', true);
  for (const [key, object] of objects) await on.store.put(key, JSON.stringify(object), true);
  await janitorUntil(on, 2);
  const executions = on.deployment.account.sfn.executions();
  const guardians = executions.filter(({ machineArn }) => machineArn.endsWith('guardian'));
  const janitors = executions.filter(({ machineArn }) => machineArn.endsWith('janitor'));
  yield* same(
    'guardians',
    guardians.map(({ name, status }) => [name, status]),
    [[`${EXECUTION}__recover__1`, 'SUCCEEDED']],
  );
  yield* same('clean', (await json<Receipt>(on, KEYS.receipt))?.clean, true);
  yield* same('proven', (await on.store.get(getProofKey(EXECUTION))) === undefined, false);
  yield* same('janitors', [...new Set(janitors.map(({ status }) => status))], ['SUCCEEDED']);
}

/** A refusal without a possible mail for an hour: the janitor makes sure that there is one, once. */
export async function* untold(load: Load): Complaints {
  const on = stage(load, {
    local: false,
    deafRule: true,
    fault: ({ action, input, at }) =>
      action === 'StartExecution' &&
      at < BEGINNING + 3_600_000 &&
      (input as StartArguments).stateMachineArn.includes('-notify')
        ? new ServiceError('AccessDeniedException', 'not now', 400)
        : undefined,
  });
  await on.deployment.start('experiment', EXECUTION, { spec: 'no spec' });
  await janitorUntil(on, 3);
  const executions = on.deployment.account.sfn.executions();
  const looks = executions.filter(({ machineArn }) => machineArn.endsWith('janitor')).map(({ status }) => status);
  yield* same(
    'told',
    on.messages.map(({ subject, at }) => [subject, at >= BEGINNING + 3_600_000, at < BEGINNING + 5_400_000]),
    [[`[fsxbench] ${EXECUTION} refused: NotAdmitted`, true, true]],
  );
  yield* same('janitors', [...new Set(looks)], ['SUCCEEDED']);
}

type StartArguments = { readonly stateMachineArn: string };

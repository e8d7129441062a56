/**
 * Worst case of a plan: history events of one execution of each machine, and bytes of the largest payload. A state that
 * is entered and left makes 2 events; a Task makes 5 (also scheduled, started and succeeded or failed), 6 if it waits
 * for another execution; a Map makes 4, plus 2 for each item. Standard executions end at 25,000 events and 262,144
 * bytes (https://docs.aws.amazon.com/step-functions/latest/dg/service-quotas.html): the limits here leave room for
 * retries, which make 3 events each.
 */
import rules from '../rules.json';
import bounds from '../../shapes/machine-bounds.json';
import type { BatchDocument, RigChange, RigDocument } from '../../shapes/documents';
import type { Plan, PlannedChange, PlannedStep } from '../../shapes/plan';
import { MAX_GUARDIAN_POLL_SECONDS, TEARDOWN_ROUNDS, type Timing } from '../../shapes/timing';
import { problemAt, problemIf, type Problem } from '../../shapes/problem';

export const MAX_EVENTS = 20_000;
export const MAX_PAYLOAD_BYTES = 200_000;

const STATE = 2;
const TASK = 5;
const SYNC = 6;
const MAP = 4;
/** Events of a distributed Map, whose items are separate executions. */
const DISTRIBUTED = 6;
const ITEM = 2;
const EXECUTION = 2;

export const MAX_ATTEMPTS = bounds.trialAttempts;
const MAX_LAUNCHES = 1 + bounds.launchRetries;
/** Events of a query for server-side metrics: query, wait, second query. */
const METRIC_QUERY = 2 * TASK + 2 * STATE;
/** Events of one poll: a wait, the call and a choice. */
const POLL = STATE + TASK + STATE;
/** Events of one delete in a teardown. All hosts are one delete; templates and file systems are one each. */
const DELETE = ITEM + STATE + TASK + STATE;
/**
 * Maximum deletes of one teardown (and those of its last pass), and retries for one resource that refuses: after 1, 2,
 * 4 and 8 times 48 s, then every ten minutes (`teardown.asl.yaml`).
 */
const MAX_DELETES = bounds.teardownDeletes + 280;
const MAX_RETRIES = 17;
/** Bytes of one host in the response of CreateFleet, measured with 200 hosts, and of the envelope. */
const FLEET_BYTES_PER_HOST = 220;
const EXTRA_BYTES = 4096;
/** Bytes of a mail with its event: answer, 20 lines about leftovers, 100 ids, and reasons of some rigs. */
const MAIL_BYTES = 24_000;

export interface RigLoad {
  readonly document: RigDocument;
  readonly batches: readonly BatchDocument[];
}

/** @param batchesOfRigs most batches of rigs: 1, or in a walk by price one for each candidate */
export function computeWorstCase(
  timing: Timing,
  horizonSeconds: number,
  rigs: readonly RigLoad[],
  batchesOfRigs = 1,
): Plan['worstCase'] {
  const commands = rigs.flatMap(({ document, batches }) => [
    ...document.copies.flatMap(({ prepare, unmount }) => [...prepare, ...unmount]),
    ...batches.flatMap((batch) => batch.trials.flatMap((trial) => [...trial.fixtures, ...trial.steps])),
  ]);
  const batches = rigs.flatMap((rig) => rig.batches);
  const made = Math.max(...rigs.map(({ document }) => document.roles.length + listRequests(document).length));
  const calls = Math.min(MAX_DELETES, rigs.length * made * MAX_RETRIES);
  const events = {
    // In a walk by price, a choice before each batch, and one that ends them.
    experiment: EXECUTION + 5 * TASK + SYNC + 4 * STATE + batchesOfRigs * (DISTRIBUTED + TASK + 2 * STATE),
    rig: maxCount(rigs.map(({ document }) => countRigEvents(document, timing))),
    launch: EXECUTION + 3 * STATE + 2 * TASK + MAX_LAUNCHES * (2 * STATE + 3 * TASK),
    'trial-batch': maxCount(batches.map(countBatchEvents)),
    'host-command': maxCount(commands.map((command) => countCommandEvents(command, timing))),
    'target-request': maxCount(
      rigs.flatMap(({ document, batches: its }) =>
        [
          ...listRequests(document),
          ...listChanges(document).filter(isRequest),
          ...its.flatMap(({ trials }) => trials.flatMap(({ change }) => change?.requests ?? [])),
        ].map(countRequestEvents),
      ),
    ),
    action: EXECUTION + 5 * STATE + 3 * TASK + SYNC,
    results: EXECUTION + DISTRIBUTED + TASK,
    guardian: countGuardianEvents(timing, horizonSeconds) + TASK + METRIC_QUERY,
    teardown: EXECUTION + STATE + TEARDOWN_ROUNDS * (3 * STATE + TASK + MAP) + calls * DELETE + STATE,
    notify: EXECUTION + 4 * STATE + 3 * TASK,
    janitor: EXECUTION + TASK + MAP + rigs.length * (ITEM + TASK) + STATE,
  };
  const documents = [...rigs.map((rig) => countHistoryBytes(rig.document)), ...batches.map(countHistoryBytes)];
  const fleets = rigs.flatMap(({ document }) => document.roles.map((role) => role.count * FLEET_BYTES_PER_HOST));
  const list = rigs.length * countRigEntryBytes(rigs);
  return { events, payloadBytes: EXTRA_BYTES + Math.max(...documents, ...fleets, list, MAIL_BYTES) };
}

function countRigEntryBytes([first]: readonly RigLoad[]): number {
  return first === undefined ? 0 : countBytes({ rig: 'r1000', key: first.document.bucketKeys.outcome }) + 100;
}

/** Refuses plans that exceed Step Functions in the worst case. @param rigs inputs of the worst case */
export function checkWorstCase(worst: Plan['worstCase'], rigs: readonly RigLoad[] = []): Problem[] {
  const refusals = Object.entries(worst.events).flatMap(([machine, count]) =>
    problemIf(count > MAX_EVENTS, rules.tooManyEvents, ['design'], { machine, count, maxEvents: MAX_EVENTS }),
  );
  if (worst.payloadBytes <= MAX_PAYLOAD_BYTES) return refusals;
  const carried = { bytes: worst.payloadBytes, most: MAX_PAYLOAD_BYTES };
  const room = MAX_PAYLOAD_BYTES - EXTRA_BYTES;
  const hosts = Math.floor(room / FLEET_BYTES_PER_HOST);
  const roles = new Map(
    rigs.flatMap(({ document }) => document.roles.map(({ role, count }) => [role, count] as const)),
  );
  const fitting = Math.floor(room / countRigEntryBytes(rigs));
  const found = [
    ...[...roles].flatMap(([role, count]) =>
      problemIf(count > hosts, rules.roleTooLarge, ['fleet', role, 'count'], { ...carried, role, count, hosts }),
    ),
    ...problemIf(rigs.length > fitting, rules.tooManyRigs, ['design'], { ...carried, rigs: rigs.length, fitting }),
  ];
  return [...refusals, ...(found.length > 0 ? found : [problemAt(rules.rigTooLarge, ['fleet'], carried)])];
}

/** Bytes of a document in the history: a string inside JSON, its quotes escaped. */
export function countHistoryBytes(document: unknown): number {
  return countBytes(JSON.stringify(document));
}

function countBytes(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value), 'utf8');
}

function listRequests({ copies }: RigDocument): RigDocument['copies'][number]['requests'] {
  return copies.flatMap(({ requests }) => requests);
}

function listChanges({ batches }: RigDocument): RigChange['requests'] {
  return batches.flatMap(({ changes }) => changes.flatMap(({ requests }) => requests));
}

function isRequest(one: RigChange['requests'][number]): one is PlannedChange {
  return !('action' in one);
}

/** Events after each Map over target instances: budget check, failure check, next state. */
const RIG_CHECK = 3 * STATE;

/** Events of a rig in which every target instance fails in its last step and is then deleted (`rig.asl.yaml`). */
function countRigEvents(document: RigDocument, timing: Timing): number {
  const { copies, batches, roles } = document;
  const around = EXECUTION + 6 * STATE + MAP + 3 * TASK + SYNC + 5 * STATE;
  const waves = copies.flatMap(({ requests }) => [...new Set(requests.map(({ wave }) => wave))]);
  const made =
    MAP +
    copies.length * (ITEM + 6 * STATE + 2 * TASK) +
    waves.length * (STATE + MAP) +
    listRequests(document).length * (ITEM + SYNC) +
    RIG_CHECK;
  const launched = STATE + MAP + roles.length * (ITEM + SYNC);
  const online = Math.ceil(timing.hostsOnlineSeconds / timing.pollSeconds + 2) * POLL;
  const steps = copies.flatMap(({ prepare }) => prepare);
  const prepared = MAP + copies.length * (ITEM + MAP) + steps.length * (ITEM + SYNC + 2 * STATE) + RIG_CHECK;
  const changing = batches.filter(({ changes }) => changes.length > 0);
  const changed = changing.flatMap(({ changes }) => changes);
  const changes =
    changing.length * (2 * STATE + MAP + RIG_CHECK) +
    changed.length * (ITEM + STATE + MAP) +
    changed.filter(({ recordKey }) => recordKey !== undefined).length * (TASK + 2 * STATE) +
    listChanges(document).length * (ITEM + STATE + SYNC);
  const measured = batches.length * (2 * STATE + SYNC);
  // Each target instance fails once. If others remain, it is unmounted and deleted immediately.
  const left = copies.length * (3 * STATE + (copies.length > 1 ? SYNC + TASK : 0));
  return around + made + launched + online + prepared + changes + measured + left;
}

/** A pause, a check of the fence, the request, a first wait, and polls until the timeout. */
function countRequestEvents({ timeoutSeconds, pollSeconds }: { timeoutSeconds: number; pollSeconds: number }): number {
  return EXECUTION + 6 * STATE + 3 * TASK + Math.ceil(timeoutSeconds / pollSeconds + 1) * POLL;
}

function countBatchEvents({ trials }: BatchDocument): number {
  const each = trials.map(({ steps, fixtures, change, guarded = false }) => {
    const commands = fixtures.length + steps.length;
    // Each command is in a Parallel. Beside one are a wait, two records, and each request as a separate execution.
    const beside = change === undefined ? 0 : MAP + ITEM + 3 * STATE;
    const meanwhile = change === undefined ? 0 : 3 * STATE + 2 * TASK + MAP + change.requests.length * (ITEM + SYNC);
    const attempt = 5 * STATE + 4 * TASK + MAP + commands * (ITEM + SYNC + 2 * STATE + beside) + meanwhile;
    return 5 * STATE + (change === undefined ? MAX_ATTEMPTS : 1) * attempt + (guarded ? TASK + 2 * STATE : 0);
  });
  return EXECUTION + TASK + 3 * STATE + each.reduce((sum, count) => sum + count, 0);
}

function countCommandEvents(command: PlannedStep, timing: Timing): number {
  const span = command.timeoutSeconds + timing.barrierLeadSeconds + timing.deliverySeconds - command.expectedSeconds;
  // Polls before the expected end: the first after ten poll intervals, then each after twice the previous wait.
  const early = Math.ceil(Math.log2(Math.max(2, command.expectedSeconds / (10 * timing.pollSeconds)))) + 1;
  // Polls after the expected end: each waits at least 3 s, half of the time since then, at most a poll interval.
  const quick = 3 + Math.ceil(Math.log(Math.max(1, command.pollSeconds / 3)) / Math.log(1.5));
  return EXECUTION + 8 * STATE + 6 * TASK + (early + quick + Math.ceil(span / command.pollSeconds + 1)) * POLL;
}

function countGuardianEvents(timing: Timing, horizonSeconds: number): number {
  const stopping = Math.ceil(timing.stopSeconds / timing.pollSeconds + 2) * (POLL + STATE);
  const round = SYNC + 2 * TASK + 4 * STATE;
  return (
    EXECUTION +
    9 * STATE +
    5 * TASK +
    SYNC +
    countPolls(timing, horizonSeconds) * (timing.guardianPollSeconds < 1 ? POLL : POLL - STATE + SYNC) +
    stopping +
    bounds.guardianPasses * round
  );
}

/** Waits until the horizon: constant at first, then growing, then constant again. */
export function countPolls(
  { guardianPollSeconds: poll, guardianPollGrowth: growth }: Timing,
  horizonSeconds: number,
): number {
  if (growth === 0 || horizonSeconds * growth <= poll) return Math.ceil(horizonSeconds / poll) + 1;
  const longest = Math.min(horizonSeconds * growth, MAX_GUARDIAN_POLL_SECONDS);
  const growing = Math.ceil(Math.log(longest / poll) / Math.log(1 + growth));
  return Math.ceil(1 / growth) + growing + Math.ceil((horizonSeconds - longest / growth) / longest) + 1;
}

function maxCount(counts: readonly number[]): number {
  return Math.max(0, ...counts);
}

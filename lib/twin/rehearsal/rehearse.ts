/** An execution in virtual time: original machines and handlers, simulated account. Reproducible to the byte. */
import { readJson, writeText } from '../../aws/bucket';
import type { Log } from '../../aws/context';
import type { MachineName } from '../../shapes/machines';
import type { StartInput } from '../../aws/admission/start-input';
import { readResults } from '../../aws/results';
import { joinName } from '../../shapes/execution-names';
import { layout, getRigTag } from '../../shapes/layout';
import { TAG_KEYS } from '../../shapes/tags';
import type { Plan } from '../../shapes/plan';
import { makeStreams } from '../../shapes/random';
import type { PriceBook } from '../../shapes/price';
import { RESOURCES } from '../../shapes/resources';
import { analyse } from '../../report/render';
import { listBars } from '../../results/timeline';
import type { AttemptEnded, AttemptStarted, RigOutcome } from '../../shapes/outcomes';
import type { Receipt } from '../../shapes/receipt';
import type { Summary } from '../../results/summary';
import type { TimelineBar } from '../../shapes/timeline';
import type { ScriptFiles } from '../../workloads/contract';
import type { ChildExecution } from '../../asl/interpreter/child-execution';
import type { Clock } from '../../asl/clock/clock';
import { makeVirtualClock } from '../../asl/clock/virtual';
import { makeMemoryStore, type ObjectStore } from '../cloud/s3/store';
import type { PublishedMessage } from '../cloud/messages';
import type { CallRecord } from '../cloud/service';
import type { QuotaValues } from '../cloud/service-quotas';
import type { HostDriver } from '../hosts/driver';
import { SimulatedFixtures } from '../hosts/modelled/fixtures';
import { makeModelledHosts } from '../hosts/modelled/hosts';
import { makeExternalHosts, type ExternalHosts } from '../hosts/registered-hosts';
import { type BillingLedger, makeBillingLedger } from '../ledger';
import { makeSimulatedDeployment, type SimulatedDeployment } from '../simulated-deployment';
import {
  type Bill,
  makeBill,
  computeCriticalPath,
  makeTargetInstanceTraffic,
  type RigSegments,
  type PathStep,
} from './bill/bill';
import { countStateMachineUse, type StateMachineUse } from './machine-use';
import { type PricedInterval, priceInterval } from './bill/prices';
import { toResourceBars, trackServerLoads } from './resource-bars';
import { splitIntoPhases, type TimeRange } from './segments';

/** Account of a rehearsal: valid for AWS, but not real. */
const REHEARSAL_ACCOUNT_ID = '000000000000';

/** Watches a rehearsal from outside. */
export interface RehearsalObserver {
  /** Replaces the given driver. */
  readonly hosts: HostDriver;
  /** Called for every AWS call while the execution runs. */
  record(call: CallRecord): void;
  onMessage(message: PublishedMessage): void;
  /** Broken promises, one line each. */
  complaints(experiment: string, execution: ChildExecution, prices: PriceBook): Promise<readonly string[]>;
}

/** What an observer gets before the deployment is made. */
export interface ObservedParts {
  readonly clock: Clock;
  readonly store: ObjectStore;
  readonly ledger: BillingLedger;
  readonly driver: HostDriver;
  /** The actual fixtures of its hosts. */
  readonly fixtures: SimulatedFixtures;
  readonly deployment: () => SimulatedDeployment;
}

export interface RehearsalOptions {
  readonly experiment: string;
  readonly executionId: string;
  readonly input: StartInput;
  /** Start, epoch milliseconds. */
  readonly startedAt: number;
  readonly prices: PriceBook;
  readonly machineText: (name: MachineName) => string;
  readonly scripts: ScriptFiles;
  readonly log: Log;
  /** External hosts. Default: as many as the spec requests. */
  readonly registered?: ExternalHosts;
  readonly record?: (call: CallRecord) => void;
  /** Quotas that differ from the simulated defaults. */
  readonly quotas?: QuotaValues;
  /** Checks more than that nothing is left. */
  readonly observe?: (parts: ObservedParts) => RehearsalObserver;
}

export interface Rehearsal {
  readonly status: string;
  readonly error?: string;
  readonly cause?: string;
  /** Null if the execution was refused before it had a plan. */
  readonly plan: Plan | null;
  readonly summary: Summary | null;
  readonly receipt: Receipt | null;
  readonly bill: Bill;
  /** From the start of the experiment to the end of its last guardian, seconds. */
  readonly seconds: number;
  readonly path: readonly PathStep[];
  readonly machines: readonly StateMachineUse[];
  /** Resources that are left in the simulated account, and what an observer says. */
  readonly complaints: readonly string[];
  /** The results bucket. */
  readonly store: ObjectStore;
  readonly deployment: SimulatedDeployment;
}

/** Runs a whole execution, and waits until all its state machine executions have ended. */
export async function rehearse(options: RehearsalOptions): Promise<Rehearsal> {
  const { experiment, executionId, startedAt, prices } = options;
  const [clock, ledger] = [makeVirtualClock(startedAt), makeBillingLedger()];
  const store = makeMemoryStore(clock);
  const seed = `${executionId}\n${options.input.seed ?? ''}`;
  const fixtures = new SimulatedFixtures();
  const { registered = makeExternalHosts(options.input.spec) } = options;
  const moved = makeTargetInstanceTraffic();
  const servers = trackServerLoads(store);
  const listeners = { onMoved: moved.add, onLoad: servers.add };
  const driver = makeModelledHosts({ clock, store, seed, fixtures, registered, ...listeners });
  const observer = options.observe?.({ clock, store, ledger, driver, fixtures, deployment: () => deployment });
  const deletedAt = new Map<string, number>();
  let over = false;
  const deployment: SimulatedDeployment = makeSimulatedDeployment({
    clock,
    store,
    hosts: observer?.hosts ?? driver,
    registered,
    random: makeStreams(seed),
    machineText: options.machineText,
    scripts: options.scripts,
    log: options.log,
    local: false,
    simulated: true,
    place: { region: prices.region, account: REHEARSAL_ACCOUNT_ID },
    prices,
    onPaid: ledger.onPaid,
    serverLoads: servers.of,
    ...(options.quotas === undefined ? {} : { quotas: options.quotas }),
    record: (call) => {
      if (over) return;
      noteDelete(deletedAt, call);
      observer?.record(call);
      options.record?.(call);
    },
    onMessage: (message) => observer?.onMessage(message),
  });
  deployment.loadMachines();
  const execution = await deployment.start('experiment', executionId, options.input);
  await deployment.settled();
  over = true;
  const now = clock.now();
  const keys = layout(experiment, executionId);
  const plan = await readJson<Plan>(deployment.context, keys.plan);
  const intervals = ledger.intervals(now).map((one) => priceInterval(one, prices, moved.stored(one.tags)));
  const results = plan === null ? null : await readResults(plan, deployment.context);
  const rigs = plan === null ? [] : await listRigSegments(deployment, plan);
  const tagOf = ({ interval }: PricedInterval): string | undefined => interval.tags[TAG_KEYS.rig];
  const bill = makeBill(intervals, rigs, { tagOf, deletedAt, once: moved.priced(prices) });
  const bars = [...toChangeBars(rigs), ...toResourceBars(intervals.map((one) => one.interval))];
  const { status, error, cause, stopDate = now } = execution;
  const ended = { from: startedAt, until: stopDate };
  const receipt = await readJson<Receipt>(deployment.context, keys.receipt);
  return {
    status,
    ...(error === undefined ? {} : { error }),
    ...(cause === undefined ? {} : { cause }),
    plan,
    summary: plan === null || results === null ? null : await writeReport(deployment, plan, results, bill, bars, now),
    receipt,
    bill,
    seconds: (now - startedAt) / 1000,
    path: computeCriticalPath(rigs, { from: startedAt, until: now }, ended, findVerificationTime(receipt)),
    machines: countStateMachineUse(deployment.account),
    complaints: [...listLeftovers(deployment), ...((await observer?.complaints(experiment, execution, prices)) ?? [])],
    store,
    deployment,
  };
}

function findVerificationTime(receipt: Receipt | null): number | undefined {
  return receipt === null ? undefined : Date.parse(receipt.verifiedAt);
}

/** Changes in place, on the lanes of their rigs. */
function toChangeBars(rigs: readonly RigSegments[]): TimelineBar[] {
  return rigs.flatMap(({ rig, segments }) =>
    segments
      .filter(({ phase }) => phase === 'changing')
      .map(({ phase, from, until }) => {
        const [begin, end] = [new Date(from).toISOString(), new Date(until).toISOString()];
        return { lane: rig, phase, label: 'changing', from: begin, to: end };
      }),
  );
}

/** Notes when the delete of a file system was accepted, epoch milliseconds by id. */
function noteDelete(deletedAt: Map<string, number>, { action, error, input, time }: CallRecord): void {
  if (action !== RESOURCES['fsx:file-system'].remove || error !== undefined) return;
  deletedAt.set((input as { FileSystemId: string }).FileSystemId, Date.parse(time));
}

/** What still exists in the account, or on managed hosts, after all executions have ended. */
function listLeftovers({ account: { ec2, stored }, registered, context }: SimulatedDeployment): string[] {
  const hosts = ec2.hosts().filter(({ state }) => state !== 'terminated');
  const left = [
    ...hosts.map(({ instanceId }) => `ec2:instance ${instanceId}`),
    ...ec2.volumes().map(({ id }) => `ec2:volume ${id}`),
    ...ec2.templates().map((id) => `ec2:launch-template ${id}`),
    ...stored.left().map(({ kind, id }) => `${kind} ${id}`),
    ...registered.listLeftovers(context.now()).map(({ id }) => `data on the managed host ${id}`),
  ];
  return left.map((one) => `left in the simulated account: ${one}`);
}

/** Phases of every rig; none for rigs that never began. */
async function listRigSegments(deployment: SimulatedDeployment, plan: Plan): Promise<RigSegments[]> {
  const executions = deployment.account.sfn.executions();
  const keys = layout(plan.experiment, plan.executionId);
  const stretch = ({ startDate, stopDate }: { startDate: number; stopDate?: number }): TimeRange => ({
    from: startDate,
    until: stopDate ?? startDate,
  });
  const found: RigSegments[] = [];
  for (const { rig } of plan.rigs) {
    const tag = getRigTag(plan.executionId, rig);
    const own = executions.find(({ name }) => name === tag);
    if (own === undefined) continue;
    const segments = splitIntoPhases({
      ...stretch(own),
      outcome: await readJson<RigOutcome>(deployment.context, keys.rigOutcome(rig)),
      trials: await listAttempts(deployment, plan, rig, own.stopDate ?? own.startDate),
      changes: executions
        .filter(({ name }) => ['change', 'act'].some((what) => name.startsWith(joinName(tag, what, ''))))
        .map(stretch),
    });
    found.push({ rig, tag, segments });
  }
  return found;
}

/** Attempts of the trials of a rig. An attempt without an end lasted until the rig ended. */
async function listAttempts({ context }: SimulatedDeployment, plan: Plan, rig: string, end: number) {
  const keys = layout(plan.experiment, plan.executionId);
  const found: TimeRange[] = [];
  for (const { trial } of plan.trials.filter((one) => one.rig === rig)) {
    for (let attempt = 1; ; attempt += 1) {
      const folder = keys.attempt(rig, trial, attempt);
      const started = await readJson<AttemptStarted>(context, `${folder}started.json`);
      if (started === null) break;
      const ended = await readJson<AttemptEnded>(context, `${folder}ended.json`);
      found.push({ from: Date.parse(started.startedAt), until: ended === null ? end : Date.parse(ended.endedAt) });
    }
  }
  return found;
}

/** The report again, with all resources and costs. Null if there are no results. */
async function writeReport(
  deployment: SimulatedDeployment,
  plan: Plan,
  results: Awaited<ReturnType<typeof readResults>>,
  bill: Bill,
  more: readonly TimelineBar[],
  endedAt: number,
): Promise<Summary | null> {
  const keys = layout(plan.experiment, plan.executionId);
  const { context } = deployment;
  if ((await readJson<Summary>(context, keys.summary)) === null) return null;
  const { summary, html } = analyse({
    ...results,
    receipt: await readJson<Receipt>(context, keys.receipt),
    bars: [...listBars(results.outcomes, results.rows), ...more],
    endedAt: new Date(endedAt).toISOString(),
    spend: bill,
  });
  await writeText(context, keys.summary, `${JSON.stringify(summary)}\n`);
  await writeText(context, keys.report, html);
  return summary;
}

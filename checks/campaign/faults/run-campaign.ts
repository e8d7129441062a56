/**
 * One experiment under one campaign, from its start until long after its end. The janitor follows its schedule all the
 * time, and the checks wait until the faults are over.
 */
import type { Log } from '../../../lib/aws/context';
import type { ChildExecution } from '../../../lib/asl/interpreter/child-execution';
import type { Clock } from '../../../lib/asl/clock/clock';
import { makeVirtualClock } from '../../../lib/asl/clock/virtual';
import type { MachineName } from '../../../lib/shapes/machines';
import type { PriceBook } from '../../../lib/shapes/price';
import { makeRandom, makeStreams } from '../../../lib/shapes/random';
import type { ScriptFiles } from '../../../lib/workloads/contract';
import { type Fault, keepCallForCheckers, type PendingCall } from '../../../lib/twin/cloud/cloud';
import { makeMemoryStore, type MemoryStore } from '../../../lib/twin/cloud/s3/store';
import type { CallRecord } from '../../../lib/twin/cloud/service';
import type { PublishedMessage, PutEvent } from '../../../lib/twin/cloud/messages';
import { SimulatedFixtures } from '../../../lib/twin/hosts/modelled/fixtures';
import { makeModelledHosts } from '../../../lib/twin/hosts/modelled/hosts';
import { makeExternalHosts } from '../../../lib/twin/hosts/registered-hosts';
import { type BillingLedger, makeBillingLedger } from '../../../lib/twin/ledger';
import * as twin from '../../../lib/twin/simulated-deployment';
import type { Observations, ExecutionStart } from '../../oracles/execution-record';
import { CreationLog, recordHostCommands } from '../../oracles/creation-log';
import { applyTimedRules } from './timed-rules';
import { makeCallFaults } from './calls';
import { endFirstGuardian, isDisabled, showOpenFence, failLookupsById } from './disabled-safeguards';
import { type Campaign, pickRules } from './campaign';
import { healing, LATE_SECONDS, getReadingSeconds } from './healing';
import { startAll, toDeploymentLimits } from './starts';
import { Persons, type StackRemoval } from './persons';
import { Register, type RegisterVersion } from './register';
import { makeAffectedTest } from '../judge/kinds';
import { type ReceiptWrite, ReceiptWitness } from '../judge/receipt-snapshots';
import { muteHosts, wrapHosts, type Skews } from './hosts';
import { Stacks, makeConcurrencyFaults, makeCrashes, limitWrites } from './stack';
import { toMachineName } from '../../../lib/twin/rehearsal/machine-use';
import { makeSilentTasks, makeStateFaults } from './states';
import { Schedule, type AppliedRules } from './schedule';
import { toListingDelays, makeLastingVolumes, makeStorageFaults, makeHostDeleteFaults } from './resource-faults';

export interface PlayOptions {
  readonly spec: string;
  readonly experiment: string;
  readonly campaign: Campaign;
  /** Seed of random numbers: durations, jitter, identifiers, rules with a rate. */
  readonly seed: string;
  /** Epoch milliseconds. */
  readonly startedAt: number;
  readonly prices: PriceBook;
  readonly machineText: (name: MachineName) => string;
  readonly scripts: ScriptFiles;
  readonly log: Log;
  /** Called at every place where a fault is possible. */
  readonly listen?: {
    readonly call?: (call: PendingCall) => void;
    /** With its answer. */
    readonly answered?: (call: CallRecord) => void;
    readonly state?: (execution: ChildExecution, state: string) => void;
  };
}

/** A deployment long after a campaign. */
export interface CampaignRun extends Observations {
  readonly campaign: Campaign;
  readonly struck: AppliedRules;
  /** Ids of resources whose delete was refused. */
  readonly refused: ReadonlySet<string>;
  readonly events: readonly PutEvent[];
  readonly receipts: readonly ReceiptWrite[];
  /** Stacks that a person deleted with `down`. */
  readonly removals: readonly StackRemoval[];
  /** Every version of the register of running executions. */
  readonly register: readonly RegisterVersion[];
}

/** The schedule of the janitor, seconds: `lib/stacks/safety-stack.ts`. */
const JANITOR_SECONDS = 900;
/** Account id: valid for AWS, but not real. */
const ACCOUNT = '000000000000';

/** Runs a campaign to its end. */
export async function play(options: PlayOptions): Promise<CampaignRun> {
  const { campaign, seed, startedAt } = options;
  const clock = makeVirtualClock(campaign.start === undefined ? startedAt : Date.parse(campaign.start));
  const beginning = clock.now();
  const strikes = new Schedule(campaign, beginning, makeRandom(`${seed} rates`));
  for (const { index } of pickRules(campaign, 'lag')) strikes.note(index, beginning);
  const calls: CallRecord[] = [];
  const messages: PublishedMessage[] = [];
  const events: PutEvent[] = [];
  const ledger = makeBillingLedger();
  const store = makeMemoryStore(clock);
  const refused = new Set<string>();
  const get = (): twin.SimulatedDeployment => deployment;
  const creations = new CreationLog(get, () => clock.now());
  const witness = new ReceiptWitness(creations, get);
  const { deployment, hosts, stacks, persons, register, deleting } = makeFaultyDeployment(
    options,
    { clock, store, strikes, ledger, refused },
    (call) => {
      keepCallForCheckers(calls, call);
      options.listen?.answered?.(call);
      creations.recordCall(call);
      witness.see(call);
    },
    { onMessage: (message) => messages.push(message), onEvent: (event) => events.push(event) },
  );
  const kept = { before: new Map<string, string>(), untagged: new Set<string>(), copied: new Set<string>() };
  let over = false;
  void runJanitors(deployment, clock, campaign, strikes, () => over);
  const parts = { stacks, persons, deployment: get, store, calls };
  void applyTimedRules(campaign, clock, strikes, { ...kept, ...parts });
  const started = await startAll(options, deployment, clock);
  await waitForEnds(started);
  const healedAt = healing(campaign, beginning, strikes);
  const until = Math.max(clock.now(), healedAt ?? 0) + campaign.hours * 3_600_000;
  await clock.sleep(until - clock.now());
  if (healedAt !== null) await clock.sleep(1000 * getReadingSeconds(deployment));
  over = true;
  // Restores lost and damaged objects, so that the checks can read them.
  for (const [key, text] of kept.before) await store.put(key, text, false);
  creations.scan('');
  const struck = strikes.struck();
  return {
    campaign,
    deployment,
    store,
    ledger,
    calls,
    messages,
    events,
    receipts: witness.writes,
    removals: persons.removals,
    register: register.versions,
    creations: creations.all(),
    work: hosts.work,
    deleting,
    untagged: kept.untagged,
    copied: kept.copied,
    refused,
    isStruck: makeAffectedTest(campaign, refused),
    started,
    struck,
    startedAt: beginning,
    healedAt: healing(campaign, beginning, strikes),
    now: clock.now(),
  };
}

interface Parts {
  readonly clock: Clock;
  readonly store: MemoryStore;
  readonly strikes: Schedule;
  readonly ledger: BillingLedger;
  readonly refused: Set<string>;
}

/** A deployment with the faults of a campaign. */
function makeFaultyDeployment(
  { spec, campaign, seed, listen, prices, machineText, scripts, log }: PlayOptions,
  { clock, store, strikes, ledger, refused }: Parts,
  record: (call: CallRecord) => void,
  told: Pick<twin.SimulatedDeploymentOptions, 'onMessage' | 'onEvent'>,
) {
  const now = (): number => clock.now();
  const get = (): twin.SimulatedDeployment => deployment;
  const stacks = new Stacks(get);
  const persons = new Persons({ campaign, strikes, clock, store, stacks, deployment: get });
  const register = new Register(store, now);
  const faults = [
    stacks.fault.bind(stacks),
    persons.beforeCalls(),
    register.makeFaults(campaign, strikes),
    ...listCallFaults(campaign, strikes, now, refused),
  ];
  const [unguarded, onState] = [endFirstGuardian(campaign), makeStateFaults(campaign, strikes, now, get)];
  const deleting = new Map<string, number>();
  const [skews, mute]: [Skews, Set<string>] = [new Map(), new Set()];
  const fixtures = new SimulatedFixtures();
  const registered = makeExternalHosts(spec);
  const seen = limitWrites(store, campaign, strikes, now);
  const modelled = makeModelledHosts({
    clock,
    store: seen,
    seed,
    fixtures,
    registered,
    skewOf: (id) => skews.get(id) ?? 0,
  });
  const faulty = wrapHosts(modelled, { campaign, strikes, clock, skews, mute, fixtures, deployment: get });
  const hosts = recordHostCommands(faulty, { clock, fixtures });
  const deployment: twin.SimulatedDeployment = twin.makeSimulatedDeployment({
    clock,
    store: register.watch(),
    hosts: muteHosts(hosts.driver, mute, clock),
    registered,
    random: makeStreams(seed),
    machineText,
    scripts,
    log,
    local: false,
    simulated: true,
    place: { region: prices.region, account: ACCOUNT },
    prices,
    onPaid: ledger.onPaid,
    record,
    ...told,
    fault: (call) => {
      listen?.call?.(call);
      return findFault(faults, call);
    },
    onState: (execution, state) => {
      listen?.state?.(execution, state);
      if (state === 'Deleting' && toMachineName(execution.machineArn) === 'rig') deleting.set(execution.name, now());
      unguarded(execution);
      onState(execution, state);
    },
    aroundTasks: makeSilentTasks(campaign, strikes, now),
    deliveries: (execution) =>
      stacks.took(execution) || !stacks.hasRule() ? [] : deliveries(campaign, strikes, now()),
    fsx: { faults: makeStorageFaults(campaign, strikes, now, refused), ...toListingDelays(campaign) },
    lambda: { crash: makeCrashes(campaign, strikes, now) },
    ...(campaign.limits === undefined ? {} : { limits: toDeploymentLimits(campaign.limits) }),
    ec2: { ...toListingDelays(campaign), outlives: makeLastingVolumes(campaign, strikes, now) },
  });
  return { deployment, hosts, stacks, persons, register, deleting };
}

type CallFault = (call: PendingCall) => Fault | undefined;

function listCallFaults(campaign: Campaign, strikes: Schedule, now: () => number, refused: Set<string>): CallFault[] {
  return [
    makeCallFaults(campaign, strikes),
    makeConcurrencyFaults(campaign, strikes),
    showOpenFence(campaign),
    failLookupsById(campaign),
    makeHostDeleteFaults(campaign, strikes, now, refused),
  ];
}

/** The first fault. */
function findFault(faults: readonly CallFault[], call: PendingCall): Fault | undefined {
  for (const fault of faults) {
    const found = fault(call);
    if (found !== undefined) return found;
  }
  return undefined;
}

function deliveries(campaign: Campaign, strikes: Schedule, now: number): readonly number[] {
  if (isDisabled(campaign, 'event-rule')) return [];
  for (const { index, rule } of pickRules(campaign, 'event')) {
    if (!strikes.strikes(index, rule, now)) continue;
    const { effect, seconds = LATE_SECONDS } = rule;
    if (effect === 'lost') return [];
    return effect === 'twice' ? [0, 0] : [seconds * 1000];
  }
  return [0];
}

/** The schedule of the janitor, from before the experiment until long after it. */
async function runJanitors(
  deployment: twin.SimulatedDeployment,
  clock: Clock,
  campaign: Campaign,
  strikes: Schedule,
  over: () => boolean,
): Promise<void> {
  if (isDisabled(campaign, 'janitor')) return;
  for (let nth = 1; ; nth += 1) {
    await clock.sleep(JANITOR_SECONDS * 1000);
    if (over()) return;
    const down = pickRules(campaign, 'janitor').filter(({ rule }) => strikes.within(rule, clock.now()));
    for (const { index } of down) strikes.note(index, clock.now());
    if (down.length > 0) continue;
    // A schedule that cannot start a machine tries again; the next start does the same.
    await deployment.start('janitor', `janitor-${nth}`, {}).catch(() => undefined);
  }
}

async function waitForEnds(started: readonly ExecutionStart[]): Promise<void> {
  await Promise.all(started.flatMap(({ execution }) => (execution === null ? [] : [execution.done])));
}

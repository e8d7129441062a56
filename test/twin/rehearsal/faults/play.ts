/** An execution with one fault at one place, and its state in the end. */
import { layout } from '../../../../lib/shapes/layout';
import { makeStreams } from '../../../../lib/shapes/random';
import type { Receipt } from '../../../../lib/shapes/receipt';
import { type loadMachine as Load, loadMachine } from '../../../../lib/asl/interpreter/loader';
import type { Machine } from '../../../../lib/asl/interpreter/machine';
import { checkExecution, formatComplaint } from '../../../../lib/twin/checkers/check-execution';
import { gatherFacts } from '../../../../lib/twin/checkers/facts';
import { makeVirtualClock } from '../../../../lib/asl/clock/virtual';
import { makeMemoryStore, type ObjectStore } from '../../../../lib/twin/cloud/s3/store';
import type { CallRecord } from '../../../../lib/twin/cloud/service';
import { makeModelledHosts } from '../../../../lib/twin/hosts/modelled/hosts';
import { type BillingLedger, makeBillingLedger } from '../../../../lib/twin/ledger';
import {
  makeSimulatedDeployment,
  type SimulatedDeployment,
  type SimulatedDeploymentOptions,
} from '../../../../lib/twin/simulated-deployment';
import type { Clock } from '../../../../lib/asl/clock/clock';
import { BEGINNING, EXECUTION, makeOptions } from '../specs';

/** A deployment in which an execution is about to begin, or has ended. */
export interface Scene {
  readonly experiment: string;
  readonly clock: Clock;
  readonly deployment: SimulatedDeployment;
  readonly store: ObjectStore;
  readonly ledger: BillingLedger;
  readonly calls: readonly CallRecord[];
}

/** The fault; `scene` is available from the first call on. */
export type Trouble = (
  scene: () => Scene,
) => Pick<SimulatedDeploymentOptions, 'fault' | 'aroundTasks' | 'lambda' | 'fsx' | 'ec2'>;

/** Machines are the same in all scenes: each is compiled once. */
const compiled = new Map<string, Machine>();
const load: typeof Load = (name, text, substitutions) => {
  const machine = compiled.get(name) ?? loadMachine(name, text, substitutions);
  compiled.set(name, machine);
  return machine;
};

/** Runs an experiment until nothing of it runs any more. */
export async function play(spec: string, trouble: Trouble): Promise<Scene> {
  const { experiment, input, prices, machineText, scripts, log } = makeOptions(spec);
  const clock = makeVirtualClock(BEGINNING);
  const store = makeMemoryStore(clock);
  const ledger = makeBillingLedger();
  const calls: CallRecord[] = [];
  const deployment: SimulatedDeployment = makeSimulatedDeployment({
    clock,
    store,
    hosts: makeModelledHosts({ clock, store, seed: 'faults' }),
    random: makeStreams('faults'),
    machineText,
    load,
    scripts,
    log,
    local: false,
    simulated: true,
    place: { region: prices.region, account: '000000000000' },
    prices,
    onPaid: ledger.onPaid,
    record: (call) => calls.push(call),
    ...trouble(() => scene),
  });
  const scene: Scene = { experiment, clock, deployment, store, ledger, calls };
  await deployment.start('experiment', EXECUTION, input);
  await deployment.settled();
  return scene;
}

/** All problems, in the end. */
export async function listProblems(scene: Scene): Promise<string[]> {
  const { experiment, deployment, store, ledger, calls } = scene;
  const facts = await gatherFacts(deployment, { experiment, executionId: EXECUTION }, calls, null);
  const receipt = await store.get(layout(experiment, EXECUTION).receipt);
  const clean = receipt === undefined ? undefined : (JSON.parse(receipt.text) as Receipt).clean;
  return [
    ...checkExecution(facts).map(formatComplaint),
    ...ledger.left().map(({ kind, id }) => `${kind} ${id} is still paid for`),
    ...deployment.account.fsx.left().map(({ kind, id }) => `${kind} ${id} exists`),
    ...deployment.account.ec2.templates().map((id) => `launch template ${id} exists`),
    ...deployment.account.sfn
      .executions()
      .flatMap(({ name, status }) => (status === 'RUNNING' ? [`${name} runs`] : [])),
    ...(clean === true ? [] : [clean === false ? 'the receipt is not clean' : 'there is no receipt']),
  ];
}

/**
 * The simulated account as handlers see it, for tests of Lambda functions: listings have small pages, calls are
 * recorded, and any call may fail. Only tests start executions in it.
 */
import type { FileSystem, Volume } from '@aws-sdk/client-fsx';
import { ensure } from '../../lib/shapes/errors';
import type { Config, PlanningContext } from '../../lib/aws/context';
import { NO_PRICES } from '../../lib/pricing/price-book';
import type { SummaryInput } from '../../lib/results/summary';
import { layout } from '../../lib/shapes/layout';
import { ALL_MACHINES, type MachineName } from '../../lib/shapes/machines';
import { type AccountOptions, LOCAL_ACCOUNT } from '../../lib/twin/cloud/account';
import type { Fault, PendingCall } from '../../lib/twin/cloud/cloud';
import { formatArn, type Caller } from '../../lib/twin/cloud/service';
import type { ScriptFiles } from '../../lib/workloads/contract';
import { makeMachine } from '../twin/cloud/machines';
import { PARAMETERS } from '../twin/cloud/ssm/commands';
import { BUCKET, fleetInput, makeServices, T0, tagList, templateInput } from '../twin/cloud/services';
import STATES from './account.states.json';
import { refusal } from './answers';

export { T0 } from '../twin/cloud/services';
export const STACK = 'bench';
export const ID = 'exec';
export const LONG = 3_600_000; // longer than FSx takes for anything
export const CONFIG: Config = {
  stack: STACK,
  bucket: BUCKET,
  document: 'bench-run-script',
  machineArns: Object.fromEntries(
    ALL_MACHINES.map((name) => [name, formatArn(LOCAL_ACCOUNT, 'states', `stateMachine:fsxbench-${name}`)]),
  ) as Record<MachineName, string>,
  network: {
    subnetId: 'subnet-00000000000000001',
    storageSecurityGroupId: 'sg-00000000000000001',
    zone: `${LOCAL_ACCOUNT.region}a`,
    subnetId2: 'subnet-00000000000000002',
    routeTableId: 'rtb-00000000000000000',
    endpointRange: '10.0.255.192/26',
  },
  images: { x86_64: { imageId: 'ami-1', rootDevice: '/dev/xvda' } },
  local: false,
  simulated: false,
};

/** ARN of an execution of a machine. */
export function makeArn(machine: MachineName, name: string): string {
  return formatArn(LOCAL_ACCOUNT, 'states', `execution:fsxbench-${machine}:${name}`);
}

/** Tags of a resource of an execution; `changes` with an undefined value removes one. */
export function makeTags(changes: Changes = {}): Record<string, string> {
  const tags: Changes = {
    'fsxbench:stack': STACK,
    'fsxbench:experiment': 'disks',
    'fsxbench:execution': ID,
    'fsxbench:rig': `${ID}__r1`,
    'fsxbench:role': 'client',
    'fsxbench:expires-at': String(T0 / 1000 + 36_000),
    ...changes,
  };
  return Object.fromEntries(Object.entries(tags).filter((tag): tag is [string, string] => tag[1] !== undefined));
}

type Changes = Readonly<Record<string, string | undefined>>;
type Input = Record<string, unknown>;
type Decide = (call: PendingCall) => Fault | undefined;

/** An execution of any machine: with Map runs, with an immediate end, or without either. */
const EXECUTION = makeMachine(STATES);

const HANDLER: Caller = { execution: ID, state: 'Call', role: 'fsxbench-function' };
const TEST: Caller = { execution: '', state: '', role: 'test' };

/** @param more `pageItems` is 2: three items make two pages, where the service allows pages that small */
export function makeAccount(more: Partial<AccountOptions> = {}) {
  const faults: Decide[] = [];
  const services = makeServices({
    pageItems: 2,
    ec2: { timing: { pendingMs: 0, visibleMs: 0 } },
    fault: (call) => (call.caller === HANDLER ? findFault(faults, call) : undefined),
    ...more,
  });
  for (const name of ALL_MACHINES) services.sfn.register(`fsxbench-${name}`, EXECUTION, 'a role');
  const call = (service: string, action: string, input: object): Promise<unknown> =>
    services.cloud.call(service, action, input, TEST);
  const logged: { readonly level: string; readonly message: string }[] = [];
  const log = (level: string) => (message: string) => void logged.push({ level, message });
  const byHandlers = (action: string): Input[] =>
    services.calls.filter((one) => one.role === HANDLER.role && one.action === action).map((one) => one.input as Input);

  const account = {
    ...services,
    logged,
    /** Texts of `workloads/`, for planning. */
    scripts: {} as ScriptFiles,
    aws: services.account.calls(HANDLER),

    context(changes: Partial<Config> = {}): PlanningContext {
      return {
        aws: account.aws,
        config: { ...CONFIG, ...changes },
        now: () => services.clock.now(),
        sleep: async (milliseconds) => void (await services.clock.sleep(milliseconds)),
        scripts: account.scripts,
        prices: NO_PRICES,
        log: { info: log('info'), warn: log('warn'), error: log('error') },
      };
    },

    /** Makes calls of handlers fail for which an error is returned. */
    fault: (decide: Decide): void => void faults.push(decide),
    /** Makes each call of one action by handlers fail for which `when` holds. */
    refuse: (action: string, name: string, when: (input: Input) => boolean = () => true): void =>
      void faults.push((one) => (one.action === action && when(one.input as Input) ? refusal(name) : undefined)),
    heal: (): void => void faults.splice(0),
    /** Inputs of the calls of handlers. */
    inputs: byHandlers,
    /** All calls of handlers, as `service:action`. */
    called: (): string[] =>
      services.calls.filter((one) => one.role === HANDLER.role).map((one) => `${one.service}:${one.action}`),

    put: async (key: string, text: string): Promise<void> => void (await services.store.put(key, text, false)),
    /** The bytes of an object; fails where there is none. */
    bytes: async (key: string): Promise<Uint8Array> => ensure(await services.store.get(key), `the object ${key}`).bytes,
    text: async (key: string): Promise<string> => {
      const found = await services.store.get(key);
      if (found === undefined) throw new Error(`there is no object ${key}`);
      return found.text;
    },
    json: async <T>(key: string): Promise<T> => JSON.parse(await account.text(key)) as T,
    keys: async (): Promise<string[]> => (await services.store.list('')).map(({ key }) => key),

    /** An execution of a machine, running or just ended. @returns its ARN */
    runs: async (machine: MachineName, name: string, status: Status = 'RUNNING'): Promise<string> => {
      const input = JSON.stringify(status === 'RUNNING' || status === 'ABORTED' ? {} : { end: status });
      const executionArn = makeArn(machine, name);
      await call('sfn', 'StartExecution', { stateMachineArn: CONFIG.machineArns[machine], name, input });
      if (status === 'ABORTED') await call('sfn', 'StopExecution', { executionArn });
      if (status !== 'RUNNING') await services.sfn.execution(executionArn).done;
      return executionArn;
    },
    /** A running execution with Map runs of the given numbers of children. @returns its ARN, and the children's */
    mapping: async (machine: MachineName, name: string, children: readonly number[]) => {
      const runs = children.map((count) => Array.from({ length: count }, (_, index) => index));
      const stateMachineArn = CONFIG.machineArns[machine];
      await call('sfn', 'StartExecution', { stateMachineArn, name, input: JSON.stringify({ runs }) });
      await services.pass(1);
      const executionArn = makeArn(machine, name);
      const its = services.sfn.mapRuns().filter((run) => run.executionArn === executionArn);
      return { executionArn, children: its.flatMap((run) => run.children.map((child) => child.arn)) };
    },
    /** ARNs of running executions. */
    running: (): string[] =>
      [...services.sfn.executions(), ...services.sfn.mapRuns().flatMap((run) => run.children)]
        .filter((one) => one.status === 'RUNNING')
        .map((one) => one.arn),

    /** Whether volumes have the tags of their hosts. */
    tagsDisks: false,
    /** A launch template. @returns its id */
    template: async (changes: Changes = {}): Promise<string> => {
      const input = templateInput(`template-${services.calls.length}`, makeTags(changes));
      input.LaunchTemplateData.TagSpecifications.splice(1, account.tagsDisks ? 0 : 1);
      const made = (await call('ec2', 'CreateLaunchTemplate', input)) as {
        LaunchTemplate: { LaunchTemplateId: string };
      };
      return made.LaunchTemplate.LaunchTemplateId;
    },
    /** Running instances that answer; their template is gone. @returns their ids, in order */
    instances: async (count: number, changes: Changes = {}): Promise<string[]> => {
      const LaunchTemplateId = await account.template(changes);
      const fleet = fleetInput(LaunchTemplateId, count, `fleet-${services.calls.length}`);
      const { Instances } = (await call('ec2', 'CreateFleet', fleet)) as { Instances: { InstanceIds: string[] }[] };
      await call('ec2', 'DeleteLaunchTemplate', { LaunchTemplateId });
      await services.pass(1);
      return Instances.flatMap(({ InstanceIds }) => InstanceIds).toSorted((a, b) => (a < b ? -1 : 1));
    },
    /** A single one. */
    instance: async (changes: Changes = {}): Promise<string> => getFirst(await account.instances(1, changes)),
    /** Ends instances; they stay `shutting-down` if the driver does not end their hosts. */
    terminate: async (...InstanceIds: string[]): Promise<void> => {
      await call('ec2', 'TerminateInstances', { InstanceIds });
      await services.pass(1);
    },

    /** A command to these hosts, with listed invocations. @returns its id */
    command: async (InstanceIds: readonly string[]): Promise<string> => {
      const { Command } = (await call('ssm', 'SendCommand', {
        DocumentName: 'fsxbench-run-script',
        Targets: [{ Key: 'InstanceIds', Values: InstanceIds }],
        MaxConcurrency: '100%',
        MaxErrors: '100%',
        Parameters: PARAMETERS,
      })) as { Command: { CommandId: string } };
      await services.pass(1000);
      return Command.CommandId;
    },

    /** A file system that is being created, and already listed. */
    fileSystem: async (input: object = LUSTRE, changes: Changes = {}): Promise<FileSystem> => {
      const made = (await call('fsx', 'CreateFileSystem', { ...input, Tags: tagList(makeTags(changes)) })) as {
        FileSystem: FileSystem;
      };
      await services.pass(10_000);
      return made.FileSystem;
    },
    volume: async (ParentVolumeId: string): Promise<Volume> => {
      const OpenZFSConfiguration = { ParentVolumeId };
      const input = { VolumeType: 'OPENZFS', Name: `v${services.calls.length}`, OpenZFSConfiguration };
      return ((await call('fsx', 'CreateVolume', { ...input, Tags: tagList(makeTags()) })) as { Volume: Volume })
        .Volume;
    },
    byHand: call,
  };
  return account;
}

export type TestAccount = ReturnType<typeof makeAccount>;
type Status = 'RUNNING' | 'SUCCEEDED' | 'FAILED' | 'ABORTED';

export const LUSTRE = {
  FileSystemType: 'LUSTRE',
  StorageCapacity: 1200,
  SubnetIds: [CONFIG.network['subnetId']],
  LustreConfiguration: { DeploymentType: 'SCRATCH_2' },
};
export const OPENZFS = {
  FileSystemType: 'OPENZFS',
  StorageCapacity: 64,
  SubnetIds: [CONFIG.network['subnetId']],
  OpenZFSConfiguration: { DeploymentType: 'SINGLE_AZ_1', ThroughputCapacity: 64 },
};

/** The first one; fails where there is none. */
export function getFirst<T>(all: readonly T[]): T {
  const [found] = all;
  if (found === undefined) throw new Error('nothing is there');
  return found;
}

function findFault(faults: readonly Decide[], call: PendingCall): Fault | undefined {
  for (const decide of faults) {
    const fault = decide(call);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

/** Puts a finished execution into the bucket as judges and machines write it, without the rows of some trials. */
export async function storeFinishedExecution(
  { plan, rows, observations, outcomes, receipt }: SummaryInput,
  without: readonly string[] = [],
): Promise<TestAccount> {
  const account = makeAccount();
  const its = layout(plan.experiment, plan.executionId);
  await account.put(its.plan, JSON.stringify(plan));
  for (const row of rows) {
    if (!without.includes(row.trial)) await account.put(its.row(row.trial), JSON.stringify(row));
    const own = observations.filter(({ trial }) => trial === row.trial);
    await account.put(its.observations(row.trial), own.map((one) => `${JSON.stringify(one)}\n`).join(''));
  }
  for (const one of outcomes) await account.put(its.rigOutcome(one.rig), JSON.stringify(one));
  if (receipt !== null) await account.put(its.receipt, JSON.stringify(receipt));
  return account;
}

/** Account, original machines and handlers, bucket, hosts. Local runs and rehearsals differ in clock, store, hosts. */
import type { Config, Log, PlanningContext } from '../aws/context';
import { CONTRACT_VERSION } from '../shapes/contract-version';
import type { DeploymentLimits } from '../shapes/deployment-limits';
import { ALL_MACHINES, FUNCTION_SECONDS, type MachineName } from '../shapes/machines';
import { NO_PRICES } from '../pricing/price-book';
import type { PriceBook } from '../shapes/price';
import type { ScriptFiles } from '../workloads/contract';
import type { ChildExecution } from '../asl/interpreter/child-execution';
import type { Clock } from '../asl/clock/clock';
import {
  type Account,
  type AccountOptions,
  REQUIRED_TAGS,
  LOCAL_ACCOUNT,
  makeAccount,
  RUN_SCRIPT_DOCUMENT_NAME,
} from './cloud/account';
import { SIMULATED_ACTORS, NO_ACTORS } from './cloud/states/external-actors';
import type { LambdaFunction } from './cloud/lambda';
import { formatArn, type AccountPlace, type Caller } from './cloud/service';
import type { Ec2Options } from './cloud/ec2/state';
import { type ObjectStore, addSimulatedTools } from './cloud/s3/store';
import { makeEventRule } from './event-rule';
import { HANDLERS, registerMachines } from './register-machines';
import type { HostDriver } from './hosts/driver';
import { ExternalHosts } from './hosts/registered-hosts';
import { getDeploymentImages } from './cloud/ec2/catalog';
import { FSX_NETWORK, NETWORK_IDS, SECOND_ZONE_IDS } from './modelled-network';

/** Options that are passed on to the account unchanged. */
const ACCOUNT_OPTION_NAMES = [
  'onPaid',
  'quotas',
  'serverLoads',
  'record',
  'fault',
  'onState',
  'onMessage',
  'onEvent',
  'aroundTasks',
] as const satisfies (keyof AccountOptions)[];

export interface SimulatedDeploymentOptions
  extends Pick<AccountOptions, (typeof ACCOUNT_OPTION_NAMES)[number] | 'registered' | 'random' | 'fsx' | 'lambda'> {
  readonly clock: Clock;
  readonly store: ObjectStore;
  readonly hosts: HostDriver;
  /** Text of a machine file by the machine's name. */
  readonly machineText: (name: MachineName) => string;
  readonly scripts: ScriptFiles;
  readonly log: Log;
  /** Whether hosts are processes of this machine. */
  readonly local: boolean;
  /** Whether hosts and storage are simulated: then every number is marked. Default: false. */
  readonly simulated?: boolean;
  /** Region and account of the simulation. Default: {@link LOCAL_ACCOUNT}, which is not real. */
  readonly place?: AccountPlace;
  /** Prices of that Region. Default: none. */
  readonly prices?: PriceBook;
  /** Limits of the deployment. Default: none. */
  readonly limits?: DeploymentLimits;
  /** Specs that can be started by name. Default: none. */
  readonly experiments?: NonNullable<PlanningContext['experiments']>;
  /** Tags of the user. Default: none. */
  readonly tags?: NonNullable<Config['tags']>;
  readonly ec2?: Pick<Ec2Options, 'timing' | 'capacity' | 'address' | 'outlives'>;
  /** External people and machines. Default: {@link SIMULATED_ACTORS}; on this machine none. */
  readonly others?: AccountOptions['others'];
  /** Milliseconds from a bad end to each delivery to the event rule; none: event lost. Default: once, at once. */
  readonly deliveries?: (execution: ChildExecution) => readonly number[];
}

export interface SimulatedDeployment {
  readonly account: Account;
  readonly config: Config;
  readonly registered: ExternalHosts;
  /** The context of handlers, also for the command line. */
  readonly context: PlanningContext;
  /** Loads every machine file now, not at its first start. @throws UserError for a broken one */
  loadMachines(): void;
  /** Updates the stacks: functions, and machines of later starts, then have this version of the contracts. */
  deploy(contractVersion: number): void;
  /** Version of the deployed contracts. */
  deployedVersion(): number;
  /** Starts an execution of a machine, as the console does. */
  start(machine: MachineName, name: string, input: unknown): Promise<ChildExecution>;
  /** Redrives an execution, as a person does in the console. @throws ServiceError where this is impossible */
  redrive(machine: MachineName, name: string): Promise<ChildExecution>;
  /** Resolves when no execution runs any more, including those that the event rule starts. */
  settled(): Promise<void>;
}

/** Value of the tag `fsxbench:stack` of all resources. */
const STACK_TAG = 'fsxbench-local';
const BUCKET_NAME = 'fsxbench-results';
const TOPIC_NAME = 'fsxbench-notify';

/** The context of handlers without their calls, which carry the name of each handler. */
type HandlerContext = Omit<PlanningContext, 'aws'>;

function makeConfig(
  { local, simulated = false, limits, tags }: SimulatedDeploymentOptions,
  place: AccountPlace,
): Config {
  const machineArns = Object.fromEntries(
    ALL_MACHINES.map((name) => [name, formatArn(place, 'states', `stateMachine:fsxbench-${name}`)]),
  ) as Record<MachineName, string>;
  const network = {
    subnetId: NETWORK_IDS.SubnetId,
    storageSecurityGroupId: NETWORK_IDS.StorageSecurityGroupId,
    zone: `${place.region}a`,
    zone2: `${place.region}b`,
    ...SECOND_ZONE_IDS,
    s3FilesRoleArn: NETWORK_IDS.S3FilesRoleArn,
  };
  const document = RUN_SCRIPT_DOCUMENT_NAME;
  return {
    stack: STACK_TAG,
    bucket: BUCKET_NAME,
    document,
    machineArns,
    network,
    topicArn: formatArn(place, 'sns', TOPIC_NAME),
    images: getDeploymentImages(),
    launch: {
      profileArn: NETWORK_IDS.HostProfileArn,
      secretProfileArn: NETWORK_IDS.SecretHostProfileArn,
      securityGroupId: NETWORK_IDS.HostSecurityGroupId,
      placementGroup: NETWORK_IDS.PlacementGroup,
    },
    local,
    simulated,
    ...(limits === undefined ? {} : { limits }),
    ...(tags === undefined ? {} : { tags }),
  };
}

/** Connects account, machines, handlers and event rule. Nothing runs before `start`. */
export function makeSimulatedDeployment(options: SimulatedDeploymentOptions): SimulatedDeployment {
  const { clock, place = LOCAL_ACCOUNT, registered = new ExternalHosts() } = options;
  const config = makeConfig(options, place);
  const { machineArns } = config;
  let deployed = config;
  const rest: HandlerContext = {
    config,
    now: () => clock.now(),
    sleep: async (milliseconds: number) => void (await clock.sleep(milliseconds)),
    scripts: options.scripts,
    prices: options.prices ?? NO_PRICES,
    ...(options.experiments === undefined ? {} : { experiments: options.experiments }),
    log: options.log,
    ...(options.hosts.notes === undefined ? {} : { notes: options.hosts.notes }),
  };
  const given = ACCOUNT_OPTION_NAMES.flatMap((name) => (name in options ? [[name, options[name]]] : []));
  const rule = makeEventRule(options, config, () => account);
  const account: Account = makeAccount({
    clock,
    place,
    requiredTags: REQUIRED_TAGS,
    driver: options.hosts,
    registered,
    random: options.random,
    buckets: { [BUCKET_NAME]: options.simulated === true ? addSimulatedTools(options.store) : options.store },
    topics: [TOPIC_NAME],
    functions: (calls) =>
      bindHandlers((role, caller) => ({ ...rest, config: deployed, aws: calls({ ...caller, role }) })),
    ec2: {
      ...options.ec2,
      onHostProblem: (instanceId, problem) => {
        options.log.error('a host failed, or could not be removed', { instanceId, problem });
        terminateFailedHost(account, instanceId, problem);
      },
    },
    onStatusChange: rule.onStatusChange,
    fsx: { network: FSX_NETWORK, ...options.fsx },
    lambda: { ...(options.clock.virtual ? { timeOut: findTimeout } : {}), ...options.lambda },
    others: options.others ?? (options.local ? NO_ACTORS : SIMULATED_ACTORS),
    ...(Object.fromEntries(given) as object),
  });
  const machines = registerMachines(account, options, config, TOPIC_NAME);
  for (const host of registered.views()) void options.hosts.launch(host);
  return {
    account,
    loadMachines: machines.load,
    deploy: (contractVersion) => {
      deployed = { ...config, contractVersion };
      machines.deploy(contractVersion);
    },
    deployedVersion: () => deployed.contractVersion ?? CONTRACT_VERSION,
    config,
    registered,
    context: { ...rest, aws: account.calls(COMMAND_LINE_CALLER) },
    ...makeConsole(account, machineArns),
    settled: async () => {
      for (;;) {
        const running = account.sfn.running();
        if (running.length === 0 && rule.underWay.size === 0) return;
        await Promise.all([...running.map((one) => one.done), ...rule.underWay]);
      }
    },
  };
}

/** Handlers as functions of the account. @param makeContext by the function's name, which its log lines have, too */
function bindHandlers(makeContext: (role: string, caller: Caller) => PlanningContext) {
  const bound = Object.entries(HANDLERS).map(([name, handle]): [string, LambdaFunction] => {
    const role = `fsxbench-${name}`;
    return [
      role,
      (event, caller) => {
        const context = makeContext(role, caller);
        return handle(event, { ...context, log: context.log.withKeys?.({ function_name: role }) ?? context.log });
      },
    ];
  });
  return Object.fromEntries(bound);
}

/** Time-out of a function in Lambda, by its name; local executions have none. */
function findTimeout(name: string): number | null {
  const seconds: Readonly<Record<string, number>> = FUNCTION_SECONDS;
  return seconds[name.slice('fsxbench-'.length)] ?? null;
}

/** Makes the actions of a person in the AWS console. */
function makeConsole(
  account: Account,
  machineArns: Config['machineArns'],
): Pick<SimulatedDeployment, 'start' | 'redrive'> {
  const arnOf = (machine: MachineName, name: string): string =>
    `${machineArns[machine].replace(':stateMachine:', ':execution:')}:${name}`;
  return {
    start: async (machine, name, input) => {
      const started = { stateMachineArn: machineArns[machine], name, input: JSON.stringify(input) };
      await account.cloud.call('sfn', 'StartExecution', started, COMMAND_LINE_CALLER);
      return account.sfn.execution(arnOf(machine, name));
    },
    redrive: async (machine, name) => {
      await account.cloud.call('sfn', 'RedriveExecution', { executionArn: arnOf(machine, name) }, COMMAND_LINE_CALLER);
      return account.sfn.execution(arnOf(machine, name));
    },
  };
}

const COMMAND_LINE_CALLER = { execution: '', state: '', role: 'command-line' };
/** A host whose boot script fails shuts itself down, and its shutdown behaviour is to terminate. */
function terminateFailedHost(account: Account, instanceId: string, problem: string): void {
  const host = account.ec2.host(instanceId);
  if (host?.bootError === undefined) return;
  account.ec2.lose(instanceId, { Code: 'Client.InstanceInitiatedShutdown', Message: problem });
}

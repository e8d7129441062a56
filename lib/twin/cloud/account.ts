/** A simulated AWS account: its services, the entry for all calls, and the task runner of its state machines. */
import type { AwsCalls } from '../../aws/calls';
import { loadMachine } from '../../asl/interpreter/loader';
import type { ChildExecution } from '../../asl/interpreter/child-execution';
import type { TaskCall, TaskRunner } from '../../asl/interpreter/tasks/task';
import type { Clock } from '../../asl/clock/clock';
import { CONFIRMATIONS_PREFIX } from '../../shapes/layout';
import { TAG_KEYS } from '../../shapes/tags';
import type { HostDriver } from '../hosts/driver';
import type { ExternalHosts } from '../hosts/registered-hosts';
import { type CloudOptions, makeCloud } from './cloud';
import { makeAlarms } from './cloudwatch/alarms';
import { type CloudWatchOptions, makeCloudWatch } from './cloudwatch/cloudwatch';
import { type Ec2, makeEc2 } from './ec2/ec2';
import type { Ec2Options } from './ec2/state';
import { makeEfs } from './efs/efs';
import type { EfsOptions } from './efs/state';
import { type Fsx, makeFsx } from './fsx/fsx';
import type { FsxOptions } from './fsx/state';
import { listFsxQuotas } from './fsx/registry';
import { FSX_TIMING } from './fsx/timing';
import {
  formatArn,
  type Caller,
  type Cloud,
  type IdGenerator,
  makeIdGenerator,
  type AccountPlace,
  type Service,
} from './service';
import { answerQuestion, makeHookDefinition, type ExternalActors } from './states/external-actors';
import { makeTaskRunner } from './integrations/runner';
import { type LambdaFunction, type LambdaOptions, makeLambda } from './lambda';
import type { BillingListener, StorageService } from './resource-store';
import { makeS3 } from './s3/s3';
import { makeS3Files } from './s3-files/s3-files';
import { makeSecrets } from './secrets';
import { makeServiceQuotas, type QuotaValues } from './service-quotas';
import type { ObjectStore } from './s3/store';
import { limitPageSizes } from './paging';
import { makeSfn, type Sfn } from './states/sfn';
import { makeEvents, makeSns, type PublishedMessage, type PutEvent } from './messages';
import { RUN_SCRIPT_DOCUMENT, type SsmDocument } from './ssm/document';
import { makeSsm } from './ssm/ssm';

export interface AccountOptions {
  readonly clock: Clock;
  readonly driver: HostDriver;
  /** External hosts that are registered with Systems Manager. Default: none. */
  readonly registered?: ExternalHosts;
  /** Random numbers in [0, 1). Each name has a separate stream, so another execution changes no durations. */
  readonly random: (stream: string) => () => number;
  /** Default: {@link LOCAL_ACCOUNT}. */
  readonly place?: AccountPlace;
  /** Object stores by bucket name. */
  readonly buckets: Readonly<Record<string, ObjectStore>>;
  /** Names of the SNS topics. Default: none. */
  readonly topics?: readonly string[];
  /** SSM documents by name. Default: {@link RUN_SCRIPT_DOCUMENT} as `fsxbench-run-script`. */
  readonly documents?: Readonly<Record<string, SsmDocument>>;
  /** Lambda functions by name; `calls` returns the AWS calls for a function. Default: none. */
  readonly functions?: (calls: (caller: Caller) => AwsCalls) => Readonly<Record<string, LambdaFunction>>;
  readonly lambda?: Pick<LambdaOptions, 'concurrency' | 'crash'> & {
    /** Seconds that a function takes in addition to its calls. Default: none. */
    readonly seconds?: (functionName: string) => number;
    /** Time-out of a function, seconds; null without a time-out. Default: none. */
    readonly timeOut?: (functionName: string) => number | null;
  };
  readonly ec2?: Omit<Ec2Options, 'clock' | 'ids' | 'place' | 'driver'>;
  /** Options of FSx; EFS and S3 Files share its network, faults and lags. */
  readonly fsx?: Omit<FsxOptions, 'clock' | 'ids' | 'place' | 'random'>;
  /** Load on storage servers, by the id of a file system or volume. Default: unknown. */
  readonly serverLoads?: NonNullable<CloudWatchOptions['loadsOf']>;
  /** Values of Service Quotas by code that differ from the simulated ones; null: the account has the default. */
  readonly quotas?: QuotaValues;
  /** Tags that EC2 and storage require for a create, e.g. {@link REQUIRED_TAGS}. Default: none. */
  readonly requiredTags?: readonly string[];
  /** Called when the billing of an EC2 or storage resource begins, changes or ends. */
  readonly onPaid?: BillingListener;
  readonly record?: CloudOptions['record'];
  readonly fault?: CloudOptions['fault'];
  readonly latencyMs?: CloudOptions['latencyMs'];
  /** Maximum items of a page of any listing, if the service may return fewer. Default: that of the service. */
  readonly pageItems?: number;
  readonly keepHistory?: boolean;
  readonly onStatusChange?: (execution: ChildExecution) => void;
  /** Called before an execution enters a state: for faults at a state. */
  readonly onState?: (execution: ChildExecution, state: string) => void;
  /** Simulated people and external state machines. Default: no answers and no state machines. */
  readonly others?: ExternalActors;
  readonly onMessage?: (message: PublishedMessage) => void;
  readonly onEvent?: (event: PutEvent) => void;
  /** Wraps the task runner of the state machines, to inject faults such as a missing answer. */
  readonly aroundTasks?: (tasks: TaskRunner) => TaskRunner;
}

export interface Account {
  readonly cloud: Cloud;
  readonly ec2: Ec2;
  readonly fsx: Fsx;
  /** Resources of all storage services. */
  readonly stored: Omit<StorageService, 'service'>;
  readonly sfn: Sfn;
  readonly tasks: TaskRunner;
  readonly ids: IdGenerator;
  readonly place: AccountPlace;
  calls(caller: Caller): AwsCalls;
  functionArn(name: string): string;
  topicArn(name: string): string;
  /** ARN of a machine by name, registered or not. */
  machineArn(name: string): string;
}

/** Region and account of local executions: valid for AWS's service models, but not real. */
export const LOCAL_ACCOUNT: AccountPlace = { region: 'xx-local-1', account: '000000000000' };

/** Tags that every create call must have: IAM roles deny the call if one is missing. */
export const REQUIRED_TAGS: readonly string[] = [
  TAG_KEYS.stack,
  TAG_KEYS.experiment,
  TAG_KEYS.execution,
  TAG_KEYS.rig,
  TAG_KEYS.expiresAt,
];

export const RUN_SCRIPT_DOCUMENT_NAME = 'fsxbench-run-script';

export function makeAccount(options: AccountOptions): Account {
  const { clock, driver, random, place = LOCAL_ACCOUNT } = options;
  const ids = makeIdGenerator(random('ids'));
  const arns = {
    functionArn: (name: string) => formatArn(place, 'lambda', `function:${name}`),
    topicArn: (name: string) => formatArn(place, 'sns', name),
    machineArn: (name: string) => formatArn(place, 'states', `stateMachine:${name}`),
  };
  const { requiredTags, onPaid, registered } = options;
  const both = { requiredTags, onPaid };
  const ec2 = makeEc2({ ...both, ...options.ec2, clock, ids: makeIdGenerator(random('ids of ec2')), place, driver });
  const { fsx, efs, s3Files, secrets, alarms } = makeStorageServices(options, both);
  const documents = options.documents ?? { [RUN_SCRIPT_DOCUMENT_NAME]: RUN_SCRIPT_DOCUMENT };
  const { keepHistory, onStatusChange, onState, onMessage, onEvent, record, fault, latencyMs } = options;
  const sfn = makeSfn({
    clock,
    ids,
    place,
    random: random('executions'),
    tasks: () => tasks,
    foreign: (machineArn) => {
      const run = options.others?.hook(machineArn) ?? null;
      return run === null ? null : loadMachine(machineArn, makeHookDefinition(run), {});
    },
    keepHistory,
    onStatusChange,
    onState,
  });
  const calls = (caller: Caller): AwsCalls => makeAwsCalls(cloud, services, caller);
  const { serverLoads, pageItems } = options;
  const services: Readonly<Record<string, Service>> = {
    cloudwatch: { ...makeCloudWatch({ loadsOf: serverLoads, pageQueries: pageItems }), ...alarms.service },
    ec2: ec2.service,
    efs: efs.service,
    fsx: fsx.service,
    s3: s3Files.s3,
    s3files: s3Files.service,
    secretsmanager: secrets.service,
    servicequotas: makeServiceQuotas({ ...listFsxQuotas(place.region), ...options.fsx?.quotas }, options.quotas),
    ssm: makeSsm({ clock, ids, place, driver, ec2, documents, registered }),
    sfn: sfn.service,
    sns: makeSns({ clock, ids, topics: (options.topics ?? []).map(arns.topicArn), onMessage }),
    events: makeEvents({ clock, ids, onEvent }),
    lambda: makeLambda({
      ...toLambdaOptions(options),
      ids,
      functions: options.functions?.(calls) ?? {},
      arnOf: arns.functionArn,
    }),
  };
  const paged = pageItems === undefined ? services : limitPageSizes(services, pageItems);
  const cloud = makeCloud({ clock, services: paged, record, fault, latencyMs });
  const answering = makeTaskRunner({ cloud, sfn, ids, onAsked: (call) => answerPerson(call, cloud, options) });
  const tasks = options.aroundTasks?.(answering) ?? answering;
  return {
    cloud,
    ec2,
    fsx,
    stored: mergeStorage(fsx, efs, s3Files, secrets, alarms),
    sfn,
    tasks,
    ids,
    place,
    calls,
    ...arns,
  };
}

/** Answers a question to a person; other tokens are those of sleeping guardians. */
function answerPerson(call: TaskCall, cloud: Cloud, { clock, others }: AccountOptions): void {
  const { Key } = call.arguments as { readonly Key: string };
  if (others !== undefined && Key.startsWith(CONFIRMATIONS_PREFIX)) void answerQuestion(call, { clock, cloud, others });
}

/** The AWS calls of Lambda handlers, in the simulated cloud. Errors have the `name` of the service, as in the SDK. */
function makeAwsCalls(cloud: Cloud, services: Readonly<Record<string, Service>>, caller: Caller): AwsCalls {
  const callsOf = (name: string, service: Service): unknown => {
    const calls = Object.keys(service).map((action) => [
      action.charAt(0).toLowerCase() + action.slice(1),
      (input: unknown) => cloud.call(name, action, input, caller),
    ]);
    // Inherited, as those of real clients: code that copies a service fails here, too.
    return Object.create(Object.fromEntries(calls) as object);
  };
  // Each service on its first use: a function that is called uses a small part of them.
  const all = {};
  for (const [name, service] of Object.entries(services)) {
    const member = name === 'servicequotas' ? 'quotas' : name;
    const shared = { enumerable: true, configurable: true };
    const get = (): unknown => {
      const value = callsOf(name, service);
      Object.defineProperty(all, member, { ...shared, value, writable: true });
      return value;
    };
    Object.defineProperty(all, member, { ...shared, get });
  }
  // Simulated actions have the SDK's types; the generic entry point does not.
  return all as unknown as AwsCalls;
}

/** Services with storage: all use the network, faults and lags of the FSx options. */
function makeStorageServices(
  { clock, random, place = LOCAL_ACCOUNT, fsx: given = {}, buckets }: AccountOptions,
  both: Pick<EfsOptions, 'requiredTags' | 'onPaid'>,
): {
  readonly fsx: Fsx;
  readonly efs: StorageService;
  readonly s3Files: ReturnType<typeof makeS3Files>;
  readonly secrets: StorageService;
  readonly alarms: StorageService;
} {
  const { network, faults, timing } = given;
  const of = (name: string): Pick<EfsOptions, 'clock' | 'place' | 'ids'> => ({
    clock,
    place,
    ids: makeIdGenerator(random(`ids of ${name}`)),
  });
  const lag = (visibleMs: number): Pick<EfsOptions, 'timing' | 'faults'> => ({
    faults,
    timing: { visibleMs: timing?.visibleMs ?? visibleMs },
  });
  return {
    fsx: makeFsx({ ...both, ...given, ...of('fsx'), random: random('storage') }),
    efs: makeEfs({ ...both, network, ...lag(FSX_TIMING.visibleMs), ...of('efs'), random: random('storage of efs') }),
    s3Files: makeS3Files(
      { ...both, network, ...lag(FSX_TIMING.visibleMs), ...of('s3files'), random: random('storage of s3files') },
      makeS3(buckets),
    ),
    // These two services list a new resource immediately.
    secrets: makeSecrets({ ...both, ...lag(0), ...of('secrets') }),
    alarms: makeAlarms({ ...both, ...lag(0), ...of('alarms') }),
  };
}

function mergeStorage(...all: readonly StorageService[]): Account['stored'] {
  return {
    left: () => all.flatMap((one) => one.left()),
    retag: (change) => {
      for (const one of all) one.retag(change);
    },
  };
}

function toLambdaOptions({
  clock,
  lambda = {},
}: AccountOptions): Pick<LambdaOptions, 'concurrency' | 'crash' | 'work' | 'timeOut'> {
  const { seconds, timeOut, ...limits } = lambda;
  return {
    ...limits,
    ...(seconds === undefined ? {} : { work: (name) => clock.sleep(1000 * seconds(name)) }),
    ...(timeOut === undefined
      ? {}
      : {
          timeOut: (name, cancel) => {
            const most = timeOut(name);
            return most === null ? Promise.resolve('cancelled' as const) : clock.sleep(1000 * most, cancel);
          },
        }),
  };
}

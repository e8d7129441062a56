/**
 * How a call is tried again, and what is caught of it: a few named ways, for the service integration that is called.
 * Whoever reads a machine file can pass over its Retry and Catch: they say nothing that does not stand here.
 */

/** One entry of a Retry; jitter is always FULL. */
export interface Retrier {
  readonly errors: readonly string[];
  readonly intervalSeconds: number;
  readonly maxAttempts: number;
  readonly backoffRate: number;
  readonly maxDelaySeconds: number;
}

/** Half a minute on average and a minute at most: longer than a throttle lasts, short where hosts are paid for. */
const USUAL = { intervalSeconds: 1, maxAttempts: 6, backoffRate: 2, maxDelaySeconds: 30 };

/**
 * Errors that may pass (Step Functions guide, "Best practices", "Handling transient Lambda service exceptions";
 * `Transient` is what our own functions throw). What no model of a service names has the service's own name.
 */
const LAMBDA_BUSY = [
  'Lambda.ServiceException',
  'Lambda.AWSLambdaException',
  'Lambda.SdkClientException',
  'Lambda.TooManyRequestsException',
  'Transient',
];
const LAMBDA_CRASHED = [
  'Lambda.Unknown',
  'Sandbox.Timedout',
  'Runtime.ExitError',
  'Lambda.ClientExecutionTimeoutException',
];
const LAMBDA_ERRORS = [...LAMBDA_CRASHED, ...LAMBDA_BUSY];
const EC2_ERRORS = ['Ec2.Ec2Exception', 'Ec2.SdkClientException'];

export const RETRIERS = {
  s3: { ...USUAL, errors: ['S3.S3Exception', 'S3.SdkClientException'] },
  // Every error of EC2 has this one name, refusals too; and a create with all its tries (4 x 60 s and 7 s) has to be
  // over before the guardian has settled (300 s).
  ec2: { ...USUAL, maxAttempts: 3, errors: EC2_ERRORS },
  'ec2-once': { ...USUAL, maxAttempts: 1, errors: EC2_ERRORS },
  sfn: { ...USUAL, errors: ['Sfn.SfnException', 'Sfn.SdkClientException'] },
  sns: {
    ...USUAL,
    errors: [
      'SNS.AmazonSNSException',
      'SNS.InternalErrorException',
      'SNS.ThrottledException',
      'SNS.SdkClientException',
    ],
  },
  events: {
    ...USUAL,
    errors: [
      'EventBridge.FailedEntry',
      'EventBridge.AmazonEventBridgeException',
      'EventBridge.InternalException',
      'EventBridge.SdkClientException',
    ],
  },
  ssm: {
    ...USUAL,
    errors: [
      'Ssm.SsmException',
      'Ssm.InternalServerErrorException',
      'Ssm.ThrottlingException',
      'Ssm.SdkClientException',
    ],
  },
  'start-execution': {
    ...USUAL,
    errors: [
      'StepFunctions.AWSStepFunctionsException',
      'StepFunctions.SdkClientException',
      'StepFunctions.ThrottlingException',
    ],
  },
  lambda: { ...USUAL, errors: LAMBDA_ERRORS },
  'lambda-once': { ...USUAL, maxAttempts: 1, errors: LAMBDA_ERRORS },
  'lambda-hung': { ...USUAL, maxAttempts: 1, errors: ['States.Timeout'] },
  // Four minutes on average: a rig is paid for meanwhile, but less than one that is thrown away and made again.
  'lambda-patient': { ...USUAL, maxAttempts: 20, errors: LAMBDA_BUSY },
  // The same for what creates: at most 271 s, over before the guardian has settled (300 s).
  'lambda-creating': { ...USUAL, maxAttempts: 13, errors: LAMBDA_BUSY },
  // Nothing is paid for, but numbers that were: 20 minutes on average, of all that a busy account may answer.
  'lambda-busy': { ...USUAL, maxAttempts: 40, maxDelaySeconds: 60, errors: LAMBDA_BUSY },
  'lambda-crashed': { ...USUAL, errors: LAMBDA_CRASHED },
  'lambda-fence': { ...USUAL, maxAttempts: 20, maxDelaySeconds: 60, errors: LAMBDA_ERRORS },
  // A day, with a look every two and a half minutes on average.
  queued: { intervalSeconds: 300, maxAttempts: 576, backoffRate: 1, maxDelaySeconds: 600, errors: ['Queued'] },
  'item-reader': { ...USUAL, errors: ['States.ItemReaderFailed'] },
} as const satisfies Readonly<Record<string, Retrier>>;
export type RetrierName = keyof typeof RETRIERS;

/** Lists of a Catch by what their entries name, in order. */
const REST = [['States.DataLimitExceeded'], ['States.ALL']];
export const CATCHES = {
  everything: REST,
  /** Of a look at the fence: only a certain absence is another way. */
  'absent-fence': [['S3.NoSuchKeyException'], ...REST],
  'absent-execution': [['Sfn.ExecutionDoesNotExistException'], ...REST],
  /** Of a start whose answer was lost. */
  'existing-execution': [['StepFunctions.ExecutionAlreadyExistsException'], ...REST],
  'planned-only': [['PlannedOnly'], ...REST],
  'no-plan': [['PlanMissing', 'OtherVersion'], ...REST],
  'other-version': [['OtherVersion'], ...REST],
  'command-failed': [['CommandNotSucceeded'], ...REST],
} as const satisfies Readonly<Record<string, readonly (readonly string[])[]>>;
export type CatchName = keyof typeof CATCHES;

/** Which retriers a state has, in order, and what it catches. */
export interface Handlers {
  readonly retry: readonly RetrierName[];
  readonly catch: CatchName;
}

/** By the Resource of a Task, as it begins; `*` is the rest of a name. */
export const BY_RESOURCE: Readonly<Record<string, Handlers>> = {
  'arn:aws:states:::aws-sdk:s3:*': { retry: ['s3'], catch: 'everything' },
  'arn:aws:states:::aws-sdk:ec2:*': { retry: ['ec2'], catch: 'everything' },
  'arn:aws:states:::aws-sdk:sfn:*': { retry: ['sfn'], catch: 'everything' },
  'arn:aws:states:::aws-sdk:ssm:*': { retry: ['ssm'], catch: 'everything' },
  'arn:aws:states:::sns:publish': { retry: ['sns'], catch: 'everything' },
  'arn:aws:states:::events:putEvents': { retry: ['events'], catch: 'everything' },
  'arn:aws:states:::lambda:invoke': { retry: ['lambda'], catch: 'everything' },
  'arn:aws:states:::states:startExecution': { retry: ['start-execution'], catch: 'everything' },
  'arn:aws:states:::states:startExecution.sync:2': { retry: ['start-execution'], catch: 'everything' },
};

/** What is no call fails by what is in it, which has been tried again there; an ItemReader is a call of its own. */
export const OF_MAPS: Handlers = { retry: [], catch: 'everything' };
export const OF_READING_MAPS: Handlers = { retry: ['item-reader'], catch: 'everything' };

/** Of deletes: a history has an end, and hundreds of things may refuse for hours. */
const AGAIN_LATER = 'what is refused is asked for again by the teardown itself, after pauses that grow';

/** States that differ from all others of their kind, by `machine/State`, and why. */
export const EXCEPTIONS: Readonly<Record<string, Partial<Handlers> & { readonly why: string }>> = {
  'guardian/CloseFence': {
    retry: ['lambda-fence'],
    why: 'as long as the fence is open, something may be created that nobody looks for any more',
  },
  'action/RunHook': {
    catch: 'existing-execution',
    why: 'a machine of somebody that ends at once has ended when its start is tried again: how it ended is looked up',
  },
  'experiment/Admit': {
    retry: ['lambda-busy', 'lambda-crashed', 'lambda-hung', 'queued'],
    catch: 'planned-only',
    why: 'it only reads and plans: a second start is the same start, and without it the whole execution is refused',
  },
  'janitor/Find': {
    retry: ['lambda-busy', 'lambda-crashed'],
    why: 'nothing else waits for it, and what it cannot find in 20 minutes a person is told',
  },
  'results/ParseTrial': {
    retry: ['lambda-busy', 'lambda-crashed', 'lambda-hung'],
    why: 'one trial of many: what hung once may be read the next time, and else its results are lost',
  },
  'rig/HostsOnline': {
    retry: ['lambda-patient', 'lambda-crashed'],
    why: 'storage and hosts stand: a busy account is no reason to throw them away',
  },
  'host-command/Judge': {
    retry: ['lambda-patient', 'lambda-crashed'],
    why: 'the hosts have measured already: to judge them late costs less than to measure again',
  },
  'target-request/LookAtPause': {
    retry: ['lambda-patient', 'lambda-crashed'],
    why: 'of a rig that stands, and has been paid for until now',
  },
  'target-request/Look': {
    catch: 'other-version',
    why: 'it is not seen later either: to wait for its time-out would only cost',
  },
  'trial-batch/CountHosts': {
    catch: 'other-version',
    why: 'hosts that cannot be counted are no reason to stop, but no trial starts after an update to another version',
  },
  'target-request/Send': {
    retry: ['lambda-creating', 'lambda-crashed'],
    why: 'as for the look before it, with a token',
  },
  'results/Analyse': {
    retry: ['lambda-busy', 'lambda-crashed'],
    why: 'rows that are judged wait for it, and nothing is paid for',
  },
  'guardian/Report': {
    catch: 'no-plan',
    why: 'of one that was never admitted, or that another version planned, no later look finds more rows',
  },
  'teardown/TerminateInstances': { retry: ['ec2-once'], why: AGAIN_LATER },
  'teardown/TerminateOne': { retry: ['ec2-once'], why: AGAIN_LATER },
  'teardown/DeleteDisk': { retry: ['ec2-once'], why: AGAIN_LATER },
  'teardown/DeleteTemplate': { retry: ['ec2-once'], why: AGAIN_LATER },
  'teardown/DeleteStorage': { retry: ['lambda-once'], why: AGAIN_LATER },
  'guardian/Watch': {
    catch: 'absent-execution',
    why: 'what is not there is not what cannot be looked at: its machine was deleted, and what it made costs on',
  },
  'guardian/Outcome': {
    catch: 'absent-execution',
    why: 'an execution that is certainly not there has no outcome, whatever was seen of it before',
  },
  'trial-batch/Commands': {
    catch: 'command-failed',
    why: 'a command that did not succeed ends its attempt and has been told about: it is no trouble of the Map',
  },
};

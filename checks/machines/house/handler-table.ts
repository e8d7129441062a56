/**
 * Retry and Catch by service integration: a few named variants. Machine files contain nothing else, so readers can skip
 * their Retry and Catch.
 */

/** One entry of a Retry; jitter is always FULL. */
export interface Retrier {
  readonly errors: readonly string[];
  readonly intervalSeconds: number;
  readonly maxAttempts: number;
  readonly backoffRate: number;
  readonly maxDelaySeconds: number;
}

/** Half a minute on average, a minute at most: longer than a throttle lasts, short where hosts are billed. */
const USUAL = { intervalSeconds: 1, maxAttempts: 6, backoffRate: 2, maxDelaySeconds: 30 };

/**
 * Transient errors (Step Functions guide, "Best practices", "Handling transient Lambda service exceptions"). Functions
 * of fsxbench throw `Transient`. Errors outside the model of a service have the name of the service.
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
  // All errors of EC2 have this name, including refusals. A create with all its attempts (4 x 60 s and 7 s) must end
  // before the guardian has settled (300 s).
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
  // Four minutes on average: a rig costs money meanwhile, but less than a repeated rig.
  'lambda-patient': { ...USUAL, maxAttempts: 20, errors: LAMBDA_BUSY },
  // The same for creates: at most 271 s, less than the settle time of the guardian (300 s).
  'lambda-creating': { ...USUAL, maxAttempts: 13, errors: LAMBDA_BUSY },
  // No resource costs money meanwhile, but results would be lost: 20 minutes on average, for all errors of a busy
  // account.
  'lambda-busy': { ...USUAL, maxAttempts: 40, maxDelaySeconds: 60, errors: LAMBDA_BUSY },
  'lambda-crashed': { ...USUAL, errors: LAMBDA_CRASHED },
  'lambda-fence': { ...USUAL, maxAttempts: 20, maxDelaySeconds: 60, errors: LAMBDA_ERRORS },
  // A day, with an attempt every two and a half minutes on average.
  queued: { intervalSeconds: 300, maxAttempts: 576, backoffRate: 1, maxDelaySeconds: 600, errors: ['Queued'] },
  'item-reader': { ...USUAL, errors: ['States.ItemReaderFailed'] },
} as const satisfies Readonly<Record<string, Retrier>>;
export type RetrierName = keyof typeof RETRIERS;

/** Variants of a Catch, with the errors of their entries in order. */
const REST = [['States.DataLimitExceeded'], ['States.ALL']];
export const CATCHES = {
  everything: REST,
  /** A check of the fence: only a certain absence takes another path. */
  'absent-fence': [['S3.NoSuchKeyException'], ...REST],
  /** A record that is written before a request: only its certain absence means that there was no request. */
  'absent-record': [['S3.NoSuchKeyException'], ...REST],
  'absent-execution': [['Sfn.ExecutionDoesNotExistException'], ...REST],
  /** A start whose answer was lost. */
  'existing-execution': [['StepFunctions.ExecutionAlreadyExistsException'], ...REST],
  'planned-only': [['PlannedOnly'], ...REST],
  'no-plan': [['PlanMissing', 'OtherVersion'], ...REST],
  'other-version': [['OtherVersion'], ...REST],
  'command-failed': [['CommandNotSucceeded'], ...REST],
} as const satisfies Readonly<Record<string, readonly (readonly string[])[]>>;
export type CatchName = keyof typeof CATCHES;

/** The retriers of a state, in order, and its variant of Catch. */
export interface Handlers {
  readonly retry: readonly RetrierName[];
  readonly catch: CatchName;
}

/** By the prefix of the Resource of a Task; `*` is the rest of a name. */
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

/** A Map or Parallel fails by its content, which has its own retries; an ItemReader is a call. */
export const OF_MAPS: Handlers = { retry: [], catch: 'everything' };
export const OF_READING_MAPS: Handlers = { retry: ['item-reader'], catch: 'everything' };

/** For deletes: the history is limited, and hundreds of resources may refuse for hours. */
const AGAIN_LATER = 'the teardown itself retries refused deletes, after growing pauses';

/** Exceptions, by `machine/State`, with the reason. */
export const EXCEPTIONS: Readonly<Record<string, Partial<Handlers> & { readonly why: string }>> = {
  'guardian/CloseFence': {
    retry: ['lambda-fence'],
    why: 'as long as the fence is open, resources may be created that no later listing finds',
  },
  'action/RunHook': {
    catch: 'existing-execution',
    why: 'an external execution may have ended when its start is retried: its result is read then',
  },
  'experiment/Admit': {
    retry: ['lambda-busy', 'lambda-crashed', 'lambda-hung', 'queued'],
    catch: 'planned-only',
    why: 'it only reads and plans: a second start is the same start, and without it the whole execution is refused',
  },
  'janitor/Find': {
    retry: ['lambda-busy', 'lambda-crashed'],
    why: 'no other step waits for it, and after 20 minutes a mail reports what is missing',
  },
  'results/ParseTrial': {
    retry: ['lambda-busy', 'lambda-crashed', 'lambda-hung'],
    why: 'one trial of many: what hung once may be read the next time, and else its results are lost',
  },
  'rig/HostsOnline': {
    retry: ['lambda-patient', 'lambda-crashed'],
    why: 'storage and hosts exist: a busy account is no reason to delete them',
  },
  'rig/ReadRecord': {
    catch: 'absent-record',
    why: 'a change without a record was not requested, and must be; any other failure must not repeat it',
  },
  'host-command/LookAtOutcome': {
    catch: 'absent-fence',
    why: 'a rig that has ended takes no command, like a closed execution',
  },
  'host-command/Look': {
    catch: 'other-version',
    why: 'no later poll gets an answer: to wait for the time limit would only cost money',
  },
  'host-command/Judge': {
    retry: ['lambda-patient', 'lambda-crashed'],
    why: 'the hosts have measured already: to judge them late costs less than to measure again',
  },
  'target-request/LookAtPause': {
    retry: ['lambda-patient', 'lambda-crashed'],
    why: 'for an existing rig, which has cost money until now',
  },
  'target-request/Look': {
    catch: 'other-version',
    why: 'it is not listed later either: waiting for its time-out would only cost money',
  },
  'trial-batch/MayRun': {
    catch: 'other-version',
    why: 'a trial without a decision is skipped, and no trial starts after an update to another version',
  },
  'trial-batch/CountHosts': {
    catch: 'other-version',
    why: 'hosts that cannot be counted are no reason to stop, but no trial starts after an update to another version',
  },
  'target-request/Send': {
    retry: ['lambda-creating', 'lambda-crashed'],
    why: 'as for the check before it, with a token',
  },
  'results/Analyse': {
    retry: ['lambda-busy', 'lambda-crashed'],
    why: 'judged rows wait for it, and no resource costs money',
  },
  'guardian/Report': {
    catch: 'no-plan',
    why: 'without admission, or with a plan of another version, later reads find no more rows',
  },
  'teardown/TerminateInstances': { retry: ['ec2-once'], why: AGAIN_LATER },
  'teardown/TerminateOne': { retry: ['ec2-once'], why: AGAIN_LATER },
  'teardown/DeleteDisk': { retry: ['ec2-once'], why: AGAIN_LATER },
  'teardown/DeleteTemplate': { retry: ['ec2-once'], why: AGAIN_LATER },
  'teardown/DeleteStorage': { retry: ['lambda-once'], why: AGAIN_LATER },
  'guardian/Watch': {
    catch: 'absent-execution',
    why: 'a missing execution differs from a failed call: its machine was deleted, and its resources still cost money',
  },
  'guardian/Outcome': {
    catch: 'absent-execution',
    why: 'an execution that certainly does not exist has no outcome',
  },
  'trial-batch/Commands': {
    catch: 'command-failed',
    why: 'a failed command ends its attempt and was reported: it is no failure of the Map',
  },
  'trial-batch/CommandsAndChange': { catch: 'command-failed', why: 'as for the same commands without a change' },
};

/**
 * Checks of S3, Service Quotas, Systems Manager, Step Functions, Lambda, SNS, EventBridge (Service authorization
 * reference).
 */
import { HOOK } from '../roles/external';
import { type Around, type Check, check, type Checks, anyResource, toArn, resourceTags } from './check';

type Input = Readonly<Record<string, unknown>>;

/** Every request uses TLS: the SDK's clients support nothing else. */
const TLS = { 'aws:SecureTransport': 'true', 's3:TlsVersion': '1.3' };

export const S3: Readonly<Record<string, Checks>> = {
  // "If you don't have the s3:ListBucket permission, Amazon S3 returns 403" for a missing key (GetObject).
  GetObject: ({ input, error }) => {
    const { Bucket, Key } = input as Input;
    const missing = error?.name === 'NoSuchKey' ? [check('s3:ListBucket', bucket(Bucket), TLS)] : [];
    return [check('s3:GetObject', `${bucket(Bucket)}/${String(Key)}`, TLS), ...missing];
  },
  PutObject: ({ input }) => {
    const { Bucket, Key, IfNoneMatch } = input as Input;
    const once = typeof IfNoneMatch === 'string' ? { 's3:if-none-match': IfNoneMatch } : {};
    return [check('s3:PutObject', `${bucket(Bucket)}/${String(Key)}`, { ...TLS, ...once })];
  },
  ListObjectsV2: ({ input }) => {
    const { Bucket, Prefix } = input as Input;
    return [
      check('s3:ListBucket', bucket(Bucket), {
        ...TLS,
        ...(typeof Prefix === 'string' ? { 's3:prefix': Prefix } : {}),
      }),
    ];
  },
};

export const QUOTAS: Readonly<Record<string, Checks>> = {
  GetServiceQuota: anyResource('servicequotas:GetServiceQuota'),
  GetAWSDefaultServiceQuota: anyResource('servicequotas:GetAWSDefaultServiceQuota'),
};

export const SSM: Readonly<Record<string, Checks>> = {
  DescribeInstanceInformation: anyResource('ssm:DescribeInstanceInformation'),
  ListCommandInvocations: anyResource('ssm:ListCommandInvocations'),
  ListCommands: anyResource('ssm:ListCommands'),
  CancelCommand: anyResource('ssm:CancelCommand'),
  // On the document and on each target host (Systems Manager guide, Restricting Run Command access by tags).
  SendCommand: ({ input }, around) => {
    const {
      DocumentName,
      InstanceIds = [],
      Targets = [],
    } = input as {
      readonly DocumentName?: string;
      readonly InstanceIds?: readonly string[];
      readonly Targets?: readonly { readonly Key?: string; readonly Values?: readonly string[] }[];
    };
    const targeted = Targets.flatMap(({ Key = '', Values = [] }) =>
      Key.startsWith('tag:') ? around.ledger.instancesWith(Key.slice('tag:'.length), Values) : Values,
    );
    return [
      check('ssm:SendCommand', toArn(around, 'ssm', `document/${DocumentName ?? ''}`)),
      ...[...InstanceIds, ...targeted].map((id) => toHost(id, around)),
    ];
  },
};

/** The tag of managed hosts in shipped experiments. */
const OTHERS = { fsxbench: 'client' };

function toHost(id: string, around: Around): Check {
  const known = around.ledger.of(id);
  // Hosts that fsxbench did not create are external, and carry this tag.
  const keys = resourceTags(Object.keys(known).length === 0 ? OTHERS : known, 'ssm:resourceTag/');
  const resource = id.startsWith('mi-')
    ? toArn(around, 'ssm', `managed-instance/${id}`)
    : toArn(around, 'ec2', `instance/${id}`);
  return check('ssm:SendCommand', resource, keys);
}

/** The rule that informs Step Functions about the end of nested executions. */
const ENDS = 'rule/StepFunctionsGetEventsForStepFunctionsExecutionRule';

export const STATES: Readonly<Record<string, Checks>> = {
  StartExecution: (call, around) => {
    const arn = String((call.input as Input)['stateMachineArn']);
    const start = check('states:StartExecution', arn);
    if (!around.waits(call.role, call.state)) return [start];
    // Step Functions guide, IAM policies for nested executions (`.sync`): by Step Functions, as the caller.
    const child = `${arn.replace(':stateMachine:', ':execution:')}:child`;
    const rule = toArn(around, 'events', ENDS);
    // External executions must not be stopped: Step Functions tries, and is refused.
    const stop = arn === HOOK ? [] : [check('states:StopExecution', child)];
    return [
      start,
      check('states:DescribeExecution', child),
      ...stop,
      ...['PutTargets', 'PutRule', 'DescribeRule'].map((name) => check(`events:${name}`, rule)),
    ];
  },
  DescribeExecution: checkNamed('states:DescribeExecution', 'executionArn'),
  DescribeStateMachine: checkNamed('states:DescribeStateMachine', 'stateMachineArn'),
  StopExecution: checkNamed('states:StopExecution', 'executionArn'),
  // Children of a Map run are listed by the run, all others by their machine.
  ListExecutions: ({ input }) => {
    const { stateMachineArn, mapRunArn } = input as Input;
    return [check('states:ListExecutions', String(mapRunArn ?? stateMachineArn))];
  },
  SendTaskSuccess: () => [check('states:SendTaskSuccess', '*')],
  ListMapRuns: checkNamed('states:ListMapRuns', 'executionArn'),
};

export const LAMBDA: Readonly<Record<string, Checks>> = {
  Invoke: ({ input }, around) => {
    const name = String((input as Input)['FunctionName']);
    return [
      check('lambda:InvokeFunction', name.startsWith('arn:') ? name : toArn(around, 'lambda', `function:${name}`)),
    ];
  },
};

export const SNS: Readonly<Record<string, Checks>> = {
  Publish: ({ input }) => [
    check('sns:Publish', String((input as Input)['TopicArn']), { 'aws:SecureTransport': 'true' }),
  ],
};

export const EVENTS: Readonly<Record<string, Checks>> = {
  // One check for each entry, on its bus, with its source and type.
  PutEvents: ({ input }, around) => {
    const { Entries = [] } = input as { readonly Entries?: readonly Readonly<Record<string, string>>[] };
    return Entries.map(({ EventBusName = 'default', Source = '', DetailType = '' }) =>
      check('events:PutEvents', toArn(around, 'events', `event-bus/${EventBusName}`), {
        'events:source': Source,
        'events:detail-type': DetailType,
      }),
    );
  },
};

function checkNamed(action: string, member: string): Checks {
  return ({ input }) => [check(action, String((input as Input)[member]))];
}

function bucket(name: unknown): string {
  return `arn:aws:s3:::${String(name)}`;
}

/**
 * What S3 and SNS do with a customer key for the caller (S3 user guide, Using server-side encryption with AWS KMS keys;
 * SNS guide, Key management). Objects have one part.
 */
const KEY_CALLS: Readonly<Record<string, readonly string[]>> = {
  's3:GetObject': ['kms:Decrypt'],
  's3:PutObject': ['kms:GenerateDataKey'],
  'sns:Publish': ['kms:Decrypt', 'kms:GenerateDataKey'],
};

export interface EncryptedPlace {
  readonly region: string;
  /** Name of the encrypted bucket; buckets of executions have keys of S3. */
  readonly bucket: string;
  /** Absent: no customer key. */
  readonly keyArn?: string;
}

export function listKeyChecks({ action, resource }: Check, { region, bucket, keyArn }: EncryptedPlace): Check[] {
  const isObject = action.startsWith('s3:');
  if (keyArn === undefined || (isObject && !resource.startsWith(`arn:aws:s3:::${bucket}/`))) return [];
  const keys = { 'kms:ViaService': `${isObject ? 's3' : 'sns'}.${region}.amazonaws.com` };
  return (KEY_CALLS[action] ?? []).map((one) => check(one, keyArn, keys));
}

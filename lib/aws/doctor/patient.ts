/** What every probe is given: calls, names, what is deployed, and what experiments have left. */
import type * as CloudFormation from '@aws-sdk/client-cloudformation';
import type * as Logs from '@aws-sdk/client-cloudwatch-logs';
import type * as Ec2 from '@aws-sdk/client-ec2';
import type * as Events from '@aws-sdk/client-eventbridge';
import type * as Iam from '@aws-sdk/client-iam';
import type * as Lambda from '@aws-sdk/client-lambda';
import type * as S3 from '@aws-sdk/client-s3';
import type { GetObjectCommandInput } from '@aws-sdk/client-s3';
import type * as Scheduler from '@aws-sdk/client-scheduler';
import type * as Quotas from '@aws-sdk/client-service-quotas';
import type * as Sfn from '@aws-sdk/client-sfn';
import type * as Sns from '@aws-sdk/client-sns';
import type * as Ssm from '@aws-sdk/client-ssm';
import type * as Sts from '@aws-sdk/client-sts';
import { FsxbenchError } from '../../shapes/errors';
import type { DeployedStack, Deployment, Place } from './deployment';
import type { Experiment } from './experiments';
import type { CallOf, CommandOf } from '../calls';

export interface Patient {
  readonly calls: DoctorCalls;
  readonly place: Place;
  readonly deployment: Deployment;
  /** Experiments that have ended, newest first; read once. */
  readonly experiments: () => Promise<readonly Experiment[]>;
  /** Epoch milliseconds. */
  readonly now: () => number;
}

/** Proves one line without changing anything. What it throws counts as: could not look. */
export type Probe = (patient: Patient) => Promise<Finding>;

/** The stack, where it is deployed. @throws FsxbenchError `NotDeployed` */
export function deployed(patient: Patient, part: 'safety' | 'bench'): DeployedStack {
  const found = patient.deployment[part];
  if (found !== null) return found;
  throw new FsxbenchError('NotDeployed', `${patient.place.stack(part)} is not deployed here: npx cdk deploy --all`);
}

/** Name of the results bucket. @throws FsxbenchError `NotDeployed` */
export function bucketOf(patient: Patient): string {
  deployed(patient, 'safety');
  if (patient.deployment.bucket !== null) return patient.deployment.bucket;
  throw new FsxbenchError('NotDeployed', 'the safety stack has no output ResultsBucket: deploy it again');
}

export type Finding =
  | { readonly state: 'holds'; readonly saw: string }
  | { readonly state: 'does not hold'; readonly saw: string }
  | { readonly state: 'not tried'; readonly saw: string };

/** @param saw what proves it */
export const holds = (saw: string): Finding => ({ state: 'holds', saw });
/** @param saw what disproves it */
export const fails = (saw: string): Finding => ({ state: 'does not hold', saw });
/** @param saw why neither */
export const untried = (saw: string): Finding => ({ state: 'not tried', saw });

/** Name of an error of the SDK. */
export function nameOf(error: unknown): string {
  return error instanceof Error ? error.name : 'Error';
}

/** Longer texts hide what matters: refusals of IAM tell the whole policy. */
const WORDS_MAX = 240;

/** A refusal, a missing service, no network: whatever keeps the doctor from looking. */
export function couldNotLook(error: unknown): Finding {
  const words = (error instanceof Error ? error.message : String(error))
    .replace(/\s*Deserialization error: to see the raw response.*/s, '')
    .replace(/\s+/g, ' ')
    .trim();
  const short = words.length > WORDS_MAX ? `${words.slice(0, WORDS_MAX)}…` : words;
  return untried(`could not look: ${nameOf(error)}: ${short}`);
}

type Calls<Sdk, C extends string> = { readonly [K in C as Uncapitalize<K>]: CallOf<CommandOf<Sdk, K>> };

export interface DoctorCalls {
  readonly cloudformation: Calls<typeof CloudFormation, 'DescribeStacks' | 'ListStackResources'>;
  readonly ec2: Calls<
    typeof Ec2,
    | 'DescribeInstances'
    | 'DescribeInstanceTypeOfferings'
    | 'DescribeSecurityGroups'
    | 'DescribeSubnets'
    | 'DescribeVolumes'
    | 'DescribeVpcBlockPublicAccessOptions'
    | 'DescribeVpcs'
  >;
  readonly events: Calls<typeof Events, 'DescribeRule' | 'ListTargetsByRule'>;
  readonly iam: Calls<typeof Iam, 'GetRole' | 'SimulatePrincipalPolicy'>;
  readonly lambda: Calls<typeof Lambda, 'GetAccountSettings' | 'GetFunctionConfiguration'>;
  readonly logs: Calls<typeof Logs, 'DescribeLogGroups' | 'DescribeResourcePolicies'>;
  readonly quotas: Calls<typeof Quotas, 'GetServiceQuota'>;
  readonly s3: Calls<typeof S3, 'ListObjectsV2'> & {
    /** The whole object as text. */
    readonly getText: (input: GetObjectCommandInput) => Promise<string>;
  };
  readonly scheduler: Calls<typeof Scheduler, 'GetSchedule'>;
  readonly sfn: Calls<
    typeof Sfn,
    'DescribeExecution' | 'DescribeStateMachine' | 'ListExecutions' | 'ListMapRuns' | 'TestState'
  >;
  readonly sns: Calls<typeof Sns, 'ListSubscriptionsByTopic'>;
  readonly ssm: Calls<typeof Ssm, 'DescribeDocument' | 'ListCommands'>;
  readonly sts: Calls<typeof Sts, 'GetCallerIdentity'>;
}

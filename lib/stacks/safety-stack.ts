/** The safety stack: cleanup, receipts and results. It works without the bench stack. */
import { ensure } from '../shapes/errors';
import { CfnOutput, Duration, Stack, type StackProps, RemovalPolicy, Validations } from 'aws-cdk-lib';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import {
  Bucket,
  BlockPublicAccess,
  BucketEncryption,
  type LifecycleRule,
  ObjectOwnership,
  StorageClass,
} from 'aws-cdk-lib/aws-s3';
import type { Construct } from 'constructs';
import { grantAlarmPublish, makeAlarms } from './alarms/alarms';
import type { Files } from './files';
import { makeParts } from './parts';
import { SAFETY_GRANTS } from './machines/machine-grants';
import type { Names } from './names';
import { MACHINES } from '../shapes/machines';
import { makeSchedules } from './schedules/schedules';
import type { Settings } from './settings';
import { makeDeadLetterQueue, RETRY_POLICY } from './dead-letter-queue';
import { Rule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction } from 'aws-cdk-lib/aws-events-targets';
import type { Function as Lambda } from 'aws-cdk-lib/aws-lambda';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import { EXECUTIONS_PREFIX } from '../shapes/layout';

export interface SafetyStackProps extends StackProps {
  readonly names: Names;
  readonly settings: Settings;
  readonly files: Files;
}

/** Interval of the janitor: a lost event delays cleanup by at most this plus the guardian's grace period. */
const JANITOR_MINUTES = 15;

export class SafetyStack extends Stack {
  /** The bench stack reads these values; this stack reads nothing of the bench stack. */
  readonly bucket: Bucket;

  constructor(scope: Construct, id: string, props: SafetyStackProps) {
    super(scope, id, {
      description: 'fsxbench: results, and the machines that delete resources of experiments. Keep this stack.',
      terminationProtection: true,
      ...props,
    });
    const { names, settings, files } = props;
    this.bucket = makeResultsBucket(this, settings.archiveDays);
    const topic = this.makeTopic(names, settings.notifyEmail);
    const undelivered = makeDeadLetterQueue(this);
    const granting = { names, bucketArn: this.bucket.bucketArn };
    const { functions, machines } = makeParts(this, {
      names,
      files,
      part: 'safety',
      bucket: this.bucket,
      undelivered,
      others: { managed: settings.managed ?? [], hooks: settings.hooks ?? [] },
      values: { NotifyTopicArn: names.topicArn() },
      ...(settings.reservedConcurrency === undefined ? {} : { reservedConcurrency: settings.reservedConcurrency }),
      statements: MACHINES.safety.map((machine) => [machine, SAFETY_GRANTS[machine](granting)]),
    });
    const startGuardian = ensure(functions.get('start-guardian'), 'the function start-guardian');
    grantAlarmPublish(topic, names);
    makeAlarms(this, { names, topic, part: 'safety', undelivered, limits: settings.limits });
    makeFailureRule(this, names, startGuardian, undelivered);
    makeSchedules(this, {
      names,
      part: 'safety',
      machine: 'janitor',
      after: ensure(machines.get('janitor'), 'the machine janitor'),
      undelivered,
      schedules: [
        {
          name: 'janitor',
          description: 'Finds resources and executions without a guardian',
          expression: `rate(${JANITOR_MINUTES} minutes)`,
          timezone: 'UTC',
          input: {},
          maxDelay: Duration.minutes(JANITOR_MINUTES),
        },
      ],
    });
    new CfnOutput(this, 'ResultsBucket', { value: this.bucket.bucketName, description: 'Raw results and reports' });
  }

  /** The topic is not encrypted, because messages contain no secrets; it requires TLS. */
  private makeTopic(names: Names, email: string | undefined): Topic {
    const topic = new Topic(this, 'Notify', { topicName: names.of('notify'), enforceSSL: true });
    if (email !== undefined) topic.addSubscription(new EmailSubscription(email));
    return topic;
  }
}

/** Statuses after which resources may be left (Step Functions guide, Events of status changes). */
const BAD_STATUSES = ['ABORTED', 'FAILED', 'TIMED_OUT'];

/** Matches machines; children of their Map runs have other ARNs. @param startGuardian decides what to start */
function makeFailureRule(scope: Construct, names: Names, startGuardian: Lambda, undelivered: Queue): Rule {
  return new Rule(scope, 'EndedBadly', {
    ruleName: names.of('ended-badly'),
    description: 'Wakes the guardian of an ended experiment; starts what cleans up a failed execution',
    eventPattern: {
      source: ['aws.states'],
      detailType: ['Step Functions Execution Status Change'],
      detail: {
        $or: [
          {
            status: BAD_STATUSES,
            stateMachineArn: [names.machineArn('guardian'), names.machineArn('rig')],
          },
          { status: [...BAD_STATUSES, 'SUCCEEDED'], stateMachineArn: [names.machineArn('experiment')] },
        ],
      },
    },
    targets: [new LambdaFunction(startGuardian, { deadLetterQueue: undelivered, ...RETRY_POLICY })],
  });
}

/** Days to keep old versions, e.g. of a regenerated report; current versions are kept for ever. */
const REPLACED_DAYS = 90;
const ARCHIVE_DAYS = 30;
/** Bytes: transitions are billed per object, so archiving small objects costs more than it saves. */
const ARCHIVE_MIN_BYTES = 1024 * 1024;
/** Parts of incomplete uploads cost as much as objects, and appear in no listing. */
const UNFINISHED_DAYS = 1;

/**
 * Creates the results bucket: private, over TLS only, versioned, and retained when its stack is deleted. CloudFormation
 * generates its name, so nobody can guess the name or take it in advance.
 * @param archiveDays days after which storage of large results costs a sixth, and reads cost more; null: never
 */
function makeResultsBucket(scope: Construct, archiveDays: number | null = ARCHIVE_DAYS): Bucket {
  const bucket = new Bucket(scope, 'Results', {
    blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
    objectOwnership: ObjectOwnership.BUCKET_OWNER_ENFORCED,
    encryption: BucketEncryption.S3_MANAGED,
    enforceSSL: true,
    minimumTLSVersion: 1.2,
    versioned: true,
    removalPolicy: RemovalPolicy.RETAIN,
    lifecycleRules: [
      {
        id: 'leftovers',
        abortIncompleteMultipartUploadAfter: Duration.days(UNFINISHED_DAYS),
        noncurrentVersionExpiration: Duration.days(REPLACED_DAYS),
      },
      ...(archiveDays === null ? [] : [toArchiveRule(archiveDays)]),
    ],
  });
  // The CDK writes ObjectSizeGreaterThan as a number, and its own check warns of that (seen with 2.276.0).
  Validations.of(bucket).acknowledge({ id: 'CloudFormation-Validate::W9003', reason: 'written so by the CDK' });
  // The policy is retained, too: without it, the retained bucket would accept requests without TLS.
  bucket.policy?.applyRemovalPolicy(RemovalPolicy.RETAIN);
  return bucket;
}

/** Archives tool outputs, most of the data, after a month: they are rarely read, and stay readable at once. */
function toArchiveRule(days: number): LifecycleRule {
  return {
    id: 'archive',
    prefix: EXECUTIONS_PREFIX,
    objectSizeGreaterThan: ARCHIVE_MIN_BYTES,
    transitions: [{ storageClass: StorageClass.GLACIER_INSTANT_RETRIEVAL, transitionAfter: Duration.days(days) }],
  };
}

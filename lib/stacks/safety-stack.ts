/** The safety stack: cleanup, receipts and results. It works without the bench stack. */
import { ensure } from '../shapes/errors';
import { CfnOutput, Duration, Stack, type StackProps, RemovalPolicy } from 'aws-cdk-lib';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import {
  Bucket,
  BlockPublicAccess,
  BucketEncryption,
  type CfnBucket,
  type LifecycleRule,
  ObjectOwnership,
  StorageClass,
} from 'aws-cdk-lib/aws-s3';
import type { Construct } from 'constructs';
import { grantAlarmPublish, makeAlarms } from './alarms/alarms';
import type { Files } from './files';
import { makeLogSettings } from './log-group';
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
import { EXECUTIONS_PREFIX, TABLE_PREFIXES } from '../shapes/layout';

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
    const logs = makeLogSettings(this, settings);
    this.bucket = makeResultsBucket(this, settings, logs.key);
    const topic = this.makeTopic(names, settings.notifyEmail, logs.key);
    const undelivered = makeDeadLetterQueue(this);
    const granting = { names, bucketArn: this.bucket.bucketArn };
    const { functions, machines } = makeParts(this, {
      names,
      files,
      part: 'safety',
      bucket: this.bucket,
      undelivered,
      ...logs,
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

  /** Without a customer key the topic is not encrypted, because messages contain no secrets; it requires TLS. */
  private makeTopic(names: Names, email: string | undefined, key: IKey | undefined): Topic {
    const encrypted = key === undefined ? {} : { masterKey: key };
    const topic = new Topic(this, 'Notify', { topicName: names.of('notify'), enforceSSL: true, ...encrypted });
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
 * @param settings `archiveDays`: days after which storage of large results costs a sixth, and reads cost more; null:
 * never. @param key customer key; a bucket key saves most of its requests
 */
function makeResultsBucket(scope: Construct, settings: ResultsSettings, key: IKey | undefined): Bucket {
  const { archiveDays = ARCHIVE_DAYS, resultsRetentionDays } = settings;
  // S3 refuses to archive what it deletes first.
  const isArchived = archiveDays !== null && archiveDays < (resultsRetentionDays ?? Infinity);
  const bucket = new Bucket(scope, 'Results', {
    blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
    objectOwnership: ObjectOwnership.BUCKET_OWNER_ENFORCED,
    ...(key === undefined
      ? { encryption: BucketEncryption.S3_MANAGED }
      : { encryption: BucketEncryption.KMS, encryptionKey: key, bucketKeyEnabled: true }),
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
      ...(isArchived ? [toArchiveRule(archiveDays)] : []),
      ...(resultsRetentionDays === undefined ? [] : listExpiryRules(resultsRetentionDays)),
    ],
  });
  // The CDK writes a number, and its own check (W9003) asks for a text, as CloudFormation documents it.
  const rule = 'LifecycleConfiguration.Rules.1.ObjectSizeGreaterThan';
  if (isArchived) (bucket.node.defaultChild as CfnBucket).addPropertyOverride(rule, String(ARCHIVE_MIN_BYTES));
  // The policy is retained, too: without it, the retained bucket would accept requests without TLS.
  bucket.policy?.applyRemovalPolicy(RemovalPolicy.RETAIN);
  return bucket;
}

type ResultsSettings = Pick<Settings, 'archiveDays' | 'resultsRetentionDays'>;

/**
 * Deletes executions and their tables. All else stays, in kilobytes: pointers, fences and proofs, without which cleanup
 * would look for resources again.
 */
function listExpiryRules(days: number): LifecycleRule[] {
  return [EXECUTIONS_PREFIX, ...Object.values(TABLE_PREFIXES)].map((prefix) => ({
    id: `expire-${prefix.replaceAll('/', '-')}`,
    prefix,
    expiration: Duration.days(days),
  }));
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

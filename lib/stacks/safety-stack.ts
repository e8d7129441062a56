/** The safety stack: cleanup, receipts and results. It works without the bench stack. */
import { ensure } from '../shapes/errors';
import { CfnOutput, Duration, Stack, type StackProps } from 'aws-cdk-lib';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import type { Bucket } from 'aws-cdk-lib/aws-s3';
import type { Construct } from 'constructs';
import { grantAlarmPublish, makeAlarms } from './alarms/alarms';
import { makeFailureRule } from './machines/failure-rule';
import type { Files } from './files';
import { makeParts } from './parts';
import { SAFETY_GRANTS } from './machines/machine-grants';
import type { Names } from './names';
import { MACHINES } from '../shapes/machines';
import { makeResultsBucket } from './results-bucket';
import { makeSchedules } from './schedules/schedules';
import type { Settings } from './settings';
import { makeDeadLetterQueue } from './dead-letter-queue';

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
    makeAlarms(this, { names, topic, part: 'safety', undelivered });
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

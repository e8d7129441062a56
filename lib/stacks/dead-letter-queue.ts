/** The queue of what EventBridge could not deliver, and how long it tries. */
import { Duration } from 'aws-cdk-lib';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';

/** The longest that EventBridge tries: 24 hours, 185 times (EventBridge guide, Retry policy). */
export const RETRY_POLICY = { maxEventAge: Duration.hours(24), retryAttempts: 185 } as const;

/** SQS keeps messages for 14 days at most. */
export function makeDeadLetterQueue(scope: Construct): Queue {
  return new Queue(scope, 'Undelivered', {
    encryption: QueueEncryption.SQS_MANAGED,
    enforceSSL: true,
    retentionPeriod: Duration.days(14),
  });
}

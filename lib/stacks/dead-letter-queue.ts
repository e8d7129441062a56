/** The dead-letter queue for undelivered events, and EventBridge's retry policy. */
import { Duration } from 'aws-cdk-lib';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';

/** EventBridge's maximum: 24 hours, 185 times (EventBridge guide, Retry policy). */
export const RETRY_POLICY = { maxEventAge: Duration.hours(24), retryAttempts: 185 } as const;

/** SQS keeps messages for at most 14 days. */
export function makeDeadLetterQueue(scope: Construct): Queue {
  return new Queue(scope, 'Undelivered', {
    encryption: QueueEncryption.SQS_MANAGED,
    enforceSSL: true,
    retentionPeriod: Duration.days(14),
  });
}

/** Log groups of a stack: retention, and the customer key. */
import { RemovalPolicy } from 'aws-cdk-lib';
import { type IKey, Key } from 'aws-cdk-lib/aws-kms';
import { LogGroup, type RetentionDays } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import type { Settings } from './settings';

/** Logs are only for debugging; results are in the bucket. */
const LOG_RETENTION_DAYS = 30;

export interface LogSettings {
  /** A period of CloudWatch Logs. */
  readonly logRetentionDays?: number | undefined;
  readonly key?: IKey | undefined;
}

/** The settings, with the customer key as it is: only its owner can change the policy of the key. */
export function makeLogSettings(scope: Construct, { kmsKeyArn, logRetentionDays }: Settings): LogSettings {
  return { logRetentionDays, key: kmsKeyArn === undefined ? undefined : Key.fromKeyArn(scope, 'Key', kmsKeyArn) };
}

export function makeLogGroup(scope: Construct, id: string, logGroupName: string, settings: LogSettings): LogGroup {
  const { logRetentionDays = LOG_RETENTION_DAYS, key } = settings;
  return new LogGroup(scope, id, {
    logGroupName,
    // The enumeration has the numbers of days that the settings allow.
    retention: logRetentionDays as RetentionDays,
    removalPolicy: RemovalPolicy.DESTROY,
    ...(key === undefined ? {} : { encryptionKey: key }),
  });
}

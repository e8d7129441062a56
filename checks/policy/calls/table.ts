/** All calls of machines, functions and hosts, with their IAM checks. */
import { FsxbenchError } from '../../../lib/shapes/errors';
import type { CallRecord } from '../../../lib/twin/cloud/service';
import type { Around, Check, Checks } from './check';
import { EC2 } from './ec2';
import { FSX } from './fsx';
import { EFS, METRICS, SECRETS } from './tagged-services';
import { BUCKETS, S3_FILES } from './s3-files';
import { EVENTS, LAMBDA, QUOTAS, S3, SNS, SSM, STATES } from './others';

/** By the SDK's id of the service, then by the action. */
const TABLE: Readonly<Record<string, Readonly<Record<string, Checks>>>> = {
  cloudwatch: METRICS,
  ec2: EC2,
  efs: EFS,
  events: EVENTS,
  fsx: FSX,
  lambda: LAMBDA,
  s3: { ...S3, ...BUCKETS },
  s3files: S3_FILES,
  secretsmanager: SECRETS,
  servicequotas: QUOTAS,
  sfn: STATES,
  sns: SNS,
  ssm: SSM,
};

/**
 * The IAM checks of a call.
 * @throws FsxbenchError `Unexpected` for a call without an entry, which would not be checked
 */
export function listChecks(call: CallRecord, around: Around): readonly Check[] {
  const { service, action } = call;
  const checks = TABLE[service]?.[action];
  if (checks === undefined)
    throw new FsxbenchError(
      'Unexpected',
      `${service}:${action} has no entry in checks/policy/calls; add it, with its source`,
    );
  return checks(call, around);
}

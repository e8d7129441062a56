/** The bench stack: everything that creates and measures. Deleting this stack leaves no resource behind. */
import { Duration, Stack, type StackProps } from 'aws-cdk-lib';
import type { Bucket } from 'aws-cdk-lib/aws-s3';
import { Topic } from 'aws-cdk-lib/aws-sns';
import type { Construct, IDependable } from 'constructs';
import { ensure } from '../shapes/errors';
import { makeAlarms } from './alarms/alarms';
import { makeOperatorViews } from './alarms/operator-views';
import type { Files } from './files';
import {
  getHostImages,
  allowManagedHosts,
  makeHostProfile,
  makePlacementGroup,
  makeRunScriptDocument,
  makeS3FilesRole,
  makeSecretHostProfile,
} from './host';
import { BENCH_GRANTS } from './machines/machine-grants';
import type { Names } from './names';
import { MACHINES } from '../shapes/machines';
import { makeNetwork } from './network';
import { makeLogSettings } from './log-group';
import { makeParts } from './parts';
import { makeSchedules, SCHEDULED_TIME } from './schedules/schedules';
import type { ScheduledSpec, Settings } from './settings';
import { makeDeadLetterQueue } from './dead-letter-queue';

export interface BenchStackProps extends StackProps {
  readonly names: Names;
  readonly settings: Settings;
  readonly files: Files;
  readonly bucket: Bucket;
}

/** Maximum delay of a scheduled start. After that, the experiment waits for its next scheduled time. */
const MAX_START_DELAY = Duration.hours(1);

/** Placeholder value of the machine `launch` for the account's default EBS key: a placeholder may not be empty. */
const ACCOUNT_KEY = 'account';

export class BenchStack extends Stack {
  constructor(scope: Construct, id: string, props: BenchStackProps) {
    super(scope, id, { description: 'fsxbench: machines and hosts that measure', ...props });
    const { names, settings, files, bucket } = props;
    const place = makeNetwork(this, settings.network, settings.external, settings.httpPackages);
    const { secrets = [], hooks = [], managed = [] } = settings;
    // The value of the tag, not the CloudFormation name of this stack.
    const of = { bucketArn: bucket.bucketArn, stackName: names.stackName, kmsKeyArn: settings.kmsKeyArn };
    const plain = makeHostProfile(this, of, settings.external);
    const reading = makeSecretHostProfile(this, of, secrets, settings.external);
    allowManagedHosts(this, of, managed);
    const granting = {
      names,
      bucketArn: bucket.bucketArn,
      ...place,
      hostRoleArns: [plain, reading].map(({ role }) => role.roleArn),
      placementGroup: makePlacementGroup(this),
      s3FilesRoleArn: makeS3FilesRole(this, names.stackName),
      document: names.of('run-script'),
      hooks,
      managed,
      ...(settings.ebsKeyArn === undefined ? {} : { ebsKeyArn: settings.ebsKeyArn }),
    };
    const { machines } = makeParts(this, {
      names,
      files,
      part: 'bench',
      bucket,
      values: {
        RunScriptDocument: makeRunScriptDocument(this, {
          names,
          content: files.documentText,
          bucketName: bucket.bucketName,
          hybrid: managed.length > 0,
          secrets,
        }),
        PlacementGroup: granting.placementGroup,
        EbsKey: settings.ebsKeyArn ?? ACCOUNT_KEY,
        SubnetId: place.subnetId,
        HostSecurityGroupId: place.securityGroupId,
        HostProfileArn: plain.profile.instanceProfileArn,
        NotifyTopicArn: names.topicArn(),
        SecretHostProfileArn: reading.profile.instanceProfileArn,
      },
      statements: MACHINES.bench.map((machine) => [machine, BENCH_GRANTS[machine](granting)]),
      network: granting,
      images: getHostImages(this, settings),
      ...makeLogSettings(this, settings),
      httpPackages: settings.httpPackages,
      commands: settings.commands,
      ...(settings.limits === undefined ? {} : { limits: settings.limits }),
      ...(settings.tags === undefined ? {} : { tags: settings.tags }),
      outside: { external: settings.external ?? [], secrets },
      others: {
        hooks,
        managed,
        hosts: {
          ...granting,
          stackName: names.stackName,
          profileArn: plain.profile.instanceProfileArn,
          secretProfileArn: reading.profile.instanceProfileArn,
        },
      },
    });
    makeOperatorViews(this, names, settings);
    if (settings.schedules.length > 0)
      this.schedule(names, settings.schedules, ensure(machines.get('experiment'), 'its machine'));
  }

  private schedule(names: Names, specs: readonly ScheduledSpec[], after: IDependable): void {
    const undelivered = makeDeadLetterQueue(this);
    // The ARN is a text, because the topic belongs to the safety stack.
    makeAlarms(this, {
      names,
      topic: Topic.fromTopicArn(this, 'Notify', names.topicArn()),
      part: 'bench',
      undelivered,
    });
    makeSchedules(this, {
      names,
      part: 'bench',
      machine: 'experiment',
      after,
      undelivered,
      schedules: specs.map(({ experiment, text, expression, timezone }) => ({
        name: experiment,
        description: `Starts the experiment ${experiment}`,
        expression,
        timezone,
        input: { spec: text, scheduledAt: SCHEDULED_TIME },
        maxDelay: MAX_START_DELAY,
      })),
    });
  }
}

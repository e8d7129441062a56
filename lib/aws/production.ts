/** The context of a lambda on AWS: real clients, environment variables, Powertools' logger. Built once per sandbox. */
import { setTimeout as sleep } from 'node:timers/promises';
import { ensure, FsxbenchError } from '../shapes/errors';
import { CloudWatch } from '@aws-sdk/client-cloudwatch';
import {
  EC2Client,
  DescribeImagesCommand,
  DescribeInstancesCommand,
  DescribeInstanceTypeOfferingsCommand,
  DescribeLaunchTemplatesCommand,
  DescribeVolumesCommand,
  DescribeVolumesModificationsCommand,
  ModifyVolumeCommand,
  RunInstancesCommand,
} from '@aws-sdk/client-ec2';
import { EFS } from '@aws-sdk/client-efs';
import { FSx } from '@aws-sdk/client-fsx';
import {
  CreateBucketCommand,
  DeleteBucketCommand,
  DeleteObjectsCommand,
  GetBucketTaggingCommand,
  GetObjectCommand,
  HeadBucketCommand,
  ListBucketsCommand,
  ListObjectsV2Command,
  ListObjectVersionsCommand,
  PutBucketVersioningCommand,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import type { S3Files } from '@aws-sdk/client-s3files';
import { SFN } from '@aws-sdk/client-sfn';
import { SecretsManager } from '@aws-sdk/client-secrets-manager';
import { ServiceQuotas } from '@aws-sdk/client-service-quotas';
import {
  DescribeInstanceInformationCommand,
  ListCommandInvocationsCommand,
  ListCommandsCommand,
  SendCommandCommand,
  SSMClient,
} from '@aws-sdk/client-ssm';
import { decodeBody } from './bucket';
import type { AwsCalls } from './calls';
import type { Config, Context } from './context';
import { makeLog, makeMetricsWriter } from './logging/powertools';
import { ALL_MACHINES, type MachineName } from '../shapes/machines';

export { enterCall } from './logging/powertools';

let context: Context | undefined;

/**
 * Reads `FSXBENCH_STACK`, `FSXBENCH_BUCKET`, `FSXBENCH_MACHINES` (prefix and names of their ARNs), and variables that
 * only some functions have. Using a missing variable throws `ConfigurationMissing`.
 */
export function getProductionContext(): Context {
  context ??= buildContext();
  return context;
}

function buildContext(): Context {
  const config = readConfig(process.env);
  // Lambda adds a time to lines of the global console, and CloudWatch would not read them as metrics.
  const writeLine = (line: string): void => void process.stdout.write(`${line}\n`);
  return {
    aws: makeRealCalls(),
    config,
    now: () => Date.now(),
    sleep,
    log: makeLog(makeMetricsWriter(() => config.stack, writeLine)),
  };
}

/**
 * Configuration from environment variables, each read on first use: no function may fail for a variable that it does
 * not need, least of all a function that stops executions or deletes resources.
 */
export function readConfig(env: Environment): Config {
  return {
    get stack() {
      return requireEnv(env, 'FSXBENCH_STACK');
    },
    get bucket() {
      return requireEnv(env, 'FSXBENCH_BUCKET');
    },
    get document() {
      return `${requireEnv(env, 'FSXBENCH_STACK')}-run-script`;
    },
    machineArns: readMachineArns(env),
    // Set only for admission and functions that create storage.
    network: Object.fromEntries(
      Object.entries(NETWORK_VARIABLES).flatMap(([name, variable]) => (env[variable] ? [[name, env[variable]]] : [])),
    ),
    ...(env['FSXBENCH_TOPIC'] ? { topicArn: env['FSXBENCH_TOPIC'] } : {}),
    ...(env['FSXBENCH_HTTP_PACKAGES'] ? { httpPackages: env['FSXBENCH_HTTP_PACKAGES'] === 'true' } : {}),
    ...(env['FSXBENCH_COMMANDS'] ? { commands: env['FSXBENCH_COMMANDS'] === 'true' } : {}),
    ...(Object.fromEntries(
      JSON_MEMBERS.flatMap((name) => {
        const text = env[`FSXBENCH_${name.toUpperCase()}`];
        return text ? [[name, JSON.parse(text) as unknown]] : [];
      }),
    ) as Pick<Config, (typeof JSON_MEMBERS)[number]>),
    local: false,
    simulated: false,
  };
}

/** Members that a deployment sets as JSON, e.g. `secrets` in `FSXBENCH_SECRETS`. */
const JSON_MEMBERS = ['images', 'launch', 'tags', 'limits', 'external', 'managed', 'secrets', 'hooks'] as const;

/** Variables behind `@network.<name>` of requests. */
const NETWORK_VARIABLES = {
  subnetId: 'FSXBENCH_SUBNET',
  storageSecurityGroupId: 'FSXBENCH_STORAGE_SECURITY_GROUP',
  zone: 'FSXBENCH_ZONE',
  subnetId2: 'FSXBENCH_SUBNET_2',
  zone2: 'FSXBENCH_ZONE_2',
  routeTableId: 'FSXBENCH_ROUTE_TABLE',
  endpointRange: 'FSXBENCH_ENDPOINT_RANGE',
  s3FilesRoleArn: 'FSXBENCH_S3_FILES_ROLE',
} as const;

type Environment = Readonly<Record<string, string | undefined>>;

/** @throws FsxbenchError `ConfigurationMissing` if it is absent or empty */
function requireEnv(env: Environment, name: string): string {
  const value = env[name];
  if (value) return value;
  const message = `environment variables of the function are missing: ${name}`;
  throw new FsxbenchError('ConfigurationMissing', message, { facts: { missing: [name] } });
}

/** Parses the machines' ARNs from a prefix and names: a function's environment variables may have 4 KB together. */
function readMachineArns(env: Environment): Record<MachineName, string> {
  const arns = {} as Record<MachineName, string>;
  for (const name of ALL_MACHINES) {
    const get = (): string => `${requireEnv(env, 'FSXBENCH_MACHINES')}${name}`;
    Object.defineProperty(arns, name, { enumerable: true, get });
  }
  return arns;
}

/**
 * Time-outs: without them, the SDK waits for ever (NodeHttpHandlerOptions). A hanging call must fail and be retried
 * within the 300 s of a task; all answers here are small and fast.
 */
const CLIENT_CONFIG = {
  maxAttempts: 4,
  requestHandler: { connectionTimeout: 5000, requestTimeout: 30_000, throwOnRequestTimeout: true },
};

/** @param config of the clients, except their time-outs */
export function makeRealCalls(config: { readonly region?: string } = {}): AwsCalls {
  const client = { ...CLIENT_CONFIG, ...config };
  const s3 = new S3Client(client);
  const ec2 = new EC2Client(client);
  const ssm = new SSMClient(client);
  return {
    s3: {
      getObject: async (input) => {
        const { Body, ...rest } = await s3.send(new GetObjectCommand(input));
        const bytes = await ensure(Body, 'the body of an object').transformToByteArray();
        return { ...rest, Body: decodeBody(input.Key ?? '', bytes) };
      },
      putObject: (input) => s3.send(new PutObjectCommand(input)),
      listObjectsV2: (input) => s3.send(new ListObjectsV2Command(input)),
      createBucket: (input) => s3.send(new CreateBucketCommand(input)),
      putBucketVersioning: (input) => s3.send(new PutBucketVersioningCommand(input)),
      headBucket: (input) => s3.send(new HeadBucketCommand(input)),
      // Buckets of other Regions belong to other deployments, which may have the same stack name.
      listBuckets: async (input) =>
        s3.send(new ListBucketsCommand({ ...input, BucketRegion: await s3.config.region() })),
      getBucketTagging: (input) => s3.send(new GetBucketTaggingCommand(input)),
      listObjectVersions: (input) => s3.send(new ListObjectVersionsCommand(input)),
      deleteObjects: (input) => s3.send(new DeleteObjectsCommand(input)),
      deleteBucket: (input) => s3.send(new DeleteBucketCommand(input)),
    },
    ec2: {
      describeInstances: (input) => ec2.send(new DescribeInstancesCommand(input)),
      describeImages: (input) => ec2.send(new DescribeImagesCommand(input)),
      describeInstanceTypeOfferings: (input) => ec2.send(new DescribeInstanceTypeOfferingsCommand(input)),
      describeLaunchTemplates: (input) => ec2.send(new DescribeLaunchTemplatesCommand(input)),
      describeVolumes: (input) => ec2.send(new DescribeVolumesCommand(input)),
      describeVolumesModifications: (input) => ec2.send(new DescribeVolumesModificationsCommand(input)),
      modifyVolume: (input) => ec2.send(new ModifyVolumeCommand(input)),
      runInstances: (input) => ec2.send(new RunInstancesCommand(input)),
    },
    // Any call of the service; types and IAM limit the used ones.
    cloudwatch: new CloudWatch(client),
    efs: new EFS(client),
    fsx: new FSx(client),
    s3files: makeS3FilesCalls(client),
    secretsmanager: new SecretsManager(client),
    quotas: new ServiceQuotas(client),
    sfn: new SFN(client),
    ssm: {
      describeInstanceInformation: (input) => ssm.send(new DescribeInstanceInformationCommand(input)),
      listCommandInvocations: (input) => ssm.send(new ListCommandInvocationsCommand(input)),
      listCommands: (input) => ssm.send(new ListCommandsCommand(input)),
      sendCommand: (input) => ssm.send(new SendCommandCommand(input)),
    },
  };
}

/** Loads the SDK for the first call: only functions that create, list or delete storage use it. */
function makeS3FilesCalls(client: typeof CLIENT_CONFIG): AwsCalls['s3files'] {
  let service: Promise<S3Files> | undefined;
  const load = async (): Promise<S3Files> => new (await import('@aws-sdk/client-s3files')).S3Files(client);
  const get = (_none: object, name: string | symbol) => async (input: never) => {
    const calls = (await (service ??= load())) as unknown as Record<string | symbol, (sent: never) => unknown>;
    return calls[name]?.(input);
  };
  return new Proxy({}, { get }) as AwsCalls['s3files'];
}

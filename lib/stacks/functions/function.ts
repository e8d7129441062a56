/** Creates a lambda function from its bundle, with its own role. */
import type { DeploymentLimits } from '../../shapes/deployment-limits';
import { join } from 'node:path';
import { Duration } from 'aws-cdk-lib';
import { ManagedPolicy, PolicyDocument, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Architecture, CfnEventInvokeConfig, Code, Function as LambdaFunction, Runtime } from 'aws-cdk-lib/aws-lambda';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import { FUNCTIONS, type ExternalAccess } from './function-table';
import type { UserTag, EgressRule } from '../external';
import { allow } from '../grants/allow';
import { withKey } from '../grants/key';
import type { HostImages } from '../host';
import { type LogSettings, makeLogGroup } from '../log-group';
import type { Names } from '../names';
import { getLogGroupName } from '../../shapes/deployment-metrics';
import { FUNCTION_SECONDS, type FunctionName, toPascal } from '../../shapes/machines';
import type { Network } from '../network';
import type { SecretServers } from '../../shapes/secret-servers';

export interface FunctionSettings extends LogSettings {
  readonly names: Names;
  readonly network?: Network;
  /** Reserved concurrency of each cleanup function. */
  readonly reservedConcurrency?: number;
  /** Limits of specs and executions, for admission. */
  readonly limits?: DeploymentLimits;
  /** The user's tags, which admission writes into plans. */
  readonly tags?: readonly UserTag[];
  /** Images of the hosts by architecture, which admission writes into plans. */
  readonly images?: HostImages;
  /** Whether hosts may use HTTP, which admission checks. */
  readonly httpPackages?: boolean;
  /** Whether hosts may run scripts of a spec. */
  readonly commands?: boolean;
  /** External ranges and secrets for hosts, for admission. */
  readonly outside?: ExternalStores;
  readonly others: ExternalAccess;
  /** Queue for events for which a function failed. */
  readonly undelivered?: Queue;
}

export interface FunctionProps extends FunctionSettings {
  readonly bucketName: string;
  readonly bucketArn: string;
  /** Folder with one folder per handler, made by `node build.mjs lambdas`. */
  readonly bundles: string;
}

export interface ExternalStores {
  readonly external: readonly EgressRule[];
  readonly secrets: readonly SecretServers[];
}

/** Folder of the texts of `workloads/`, relative to LAMBDA_TASK_ROOT, where Lambda unpacks a bundle. */
const WORKLOADS_FOLDER = 'workloads';

/** Creates one function of the table in its stack. @param name key in {@link FUNCTIONS} */
export function makeFunction(scope: Construct, name: FunctionName, props: FunctionProps): LambdaFunction {
  const entry = FUNCTIONS[name];
  const { names, bucketName, bucketArn, bundles, network } = props;
  const failed = entry.byEvents === true ? props.undelivered : undefined;
  const id = toPascal(name);
  const logGroup = makeLogGroup(scope, `${id}Log`, getLogGroupName(names.of(name)), props);
  const role = new Role(scope, `${id}Role`, {
    description: `fsxbench: the calls of the function ${name}`,
    assumedBy: new ServicePrincipal('lambda.amazonaws.com'),
    inlinePolicies: {
      calls: new PolicyDocument({
        statements: [
          allow(['logs:CreateLogStream', 'logs:PutLogEvents'], [logGroup.logGroupArn]),
          ...withKey(entry.statements(names, bucketArn, props.others), props.key?.keyArn),
          ...(failed === undefined ? [] : [allow(['sqs:SendMessage'], [failed.queueArn])]),
        ],
      }),
    },
  });
  for (const [of, statements] of entry.policies?.(names) ?? [])
    new ManagedPolicy(scope, `${id}${toPascal(of)}`, { roles: [role], statements: [...statements] });
  const made = new LambdaFunction(scope, id, {
    functionName: names.of(name),
    description: `fsxbench ${names.stackName}: ${name}`,
    runtime: Runtime.NODEJS_24_X,
    architecture: Architecture.ARM_64,
    handler: 'index.handler',
    code: Code.fromAsset(join(bundles, name)),
    memorySize: entry.memory,
    timeout: Duration.seconds(FUNCTION_SECONDS[name]),
    role,
    ...(entry.ends === true && props.reservedConcurrency !== undefined
      ? { reservedConcurrentExecutions: props.reservedConcurrency }
      : {}),
    logGroup,
    environment: {
      FSXBENCH_STACK: names.stackName,
      FSXBENCH_BUCKET: bucketName,
      FSXBENCH_MACHINES: names.machineArnPrefix(),
      ...(entry.plans === true ? { FSXBENCH_WORKLOADS: WORKLOADS_FOLDER } : {}),
      ...(entry.plans === true && network?.publicAddresses === false ? { FSXBENCH_PUBLIC_ADDRESSES: 'false' } : {}),
      ...(entry.plans === true && props.images !== undefined
        ? {
            FSXBENCH_IMAGES: JSON.stringify(props.images),
            FSXBENCH_HTTP_PACKAGES: String(props.httpPackages ?? false),
            FSXBENCH_COMMANDS: String(props.commands ?? false),
          }
        : {}),
      ...(entry.plans === true && props.outside !== undefined ? toExternalVariables(props.outside, props.others) : {}),
      ...(entry.plans === true && props.others.hosts !== undefined ? toLaunchVariable(props.others.hosts) : {}),
      ...(entry.plans === true && props.limits !== undefined ? { FSXBENCH_LIMITS: JSON.stringify(props.limits) } : {}),
      ...(entry.plans === true && props.tags !== undefined ? { FSXBENCH_TAGS: JSON.stringify(props.tags) } : {}),
      // Admission checks that all referenced parts of the network exist.
      ...((entry.createsStorage === true || entry.plans === true) && network !== undefined
        ? toNetworkVariables(network)
        : {}),
      // Alarms of rigs use the topic of the deployment's alarms.
      ...(entry.createsStorage === true ? { FSXBENCH_TOPIC: names.topicArn() } : {}),
      NODE_OPTIONS: '--enable-source-maps',
    },
  });
  if (failed !== undefined) keepFailures(scope, made, failed);
  return made;
}

/** Variables with external access, for admission; `readConfig` of `lib/aws/production.ts` reads them. */
function toExternalVariables(
  { external, secrets }: ExternalStores,
  { hooks, managed }: ExternalAccess,
): Readonly<Record<string, string>> {
  return {
    FSXBENCH_EXTERNAL: JSON.stringify(external),
    FSXBENCH_SECRETS: JSON.stringify(secrets),
    FSXBENCH_HOOKS: JSON.stringify(hooks),
    FSXBENCH_MANAGED: JSON.stringify(managed.map(({ tagKey, tagValue }) => ({ tagKey, tagValue }))),
  };
}

/** Settings of admission's dry runs; `readConfig` of `lib/aws/production.ts` reads them. */
function toLaunchVariable(hosts: NonNullable<ExternalAccess['hosts']>): Readonly<Record<string, string>> {
  const { profileArn, secretProfileArn, securityGroupId, placementGroup, ebsKeyArn } = hosts;
  const place = { profileArn, secretProfileArn, securityGroupId, placementGroup };
  return { FSXBENCH_LAUNCH: JSON.stringify({ ...place, ...(ebsKeyArn === undefined ? {} : { ebsKeyArn }) }) };
}

/** Values of `@network.<name>`; `readConfig` of `lib/aws/production.ts` reads them. */
function toNetworkVariables({
  subnetId,
  securityGroupId,
  zone,
  second,
  s3FilesRoleArn,
}: Network): Readonly<Record<string, string>> {
  return {
    FSXBENCH_SUBNET: subnetId,
    FSXBENCH_STORAGE_SECURITY_GROUP: securityGroupId,
    ...(s3FilesRoleArn === undefined ? {} : { FSXBENCH_S3_FILES_ROLE: s3FilesRoleArn }),
    ...(zone === undefined ? {} : { FSXBENCH_ZONE: zone }),
    ...(second === undefined
      ? {}
      : {
          FSXBENCH_SUBNET_2: second.subnetId,
          FSXBENCH_ROUTE_TABLE: second.routeTableId,
          FSXBENCH_ENDPOINT_RANGE: second.endpointRange,
          ...(second.zone === undefined ? {} : { FSXBENCH_ZONE_2: second.zone }),
        }),
  };
}

/**
 * Keeps events for which the function fails. The rule's queue receives only events that EventBridge cannot deliver. For
 * a failing function, Lambda retries twice within six hours (its maximum), and then drops the event without this
 * destination (Lambda guide, Asynchronous invocation).
 */
function keepFailures(scope: Construct, fn: LambdaFunction, queue: Queue): void {
  new CfnEventInvokeConfig(scope, `${fn.node.id}Failures`, {
    functionName: fn.functionName,
    qualifier: '$LATEST',
    maximumEventAgeInSeconds: 21_600,
    maximumRetryAttempts: 2,
    destinationConfig: { onFailure: { destination: queue.queueArn } },
  });
}

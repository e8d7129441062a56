/** The context of a lambda on AWS: real clients, environment variables, Powertools' logger. Built once per sandbox. */
import { setTimeout as sleep } from 'node:timers/promises';
import { ensure, FsxbenchError } from '../shapes/errors';
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

/**
 * Clients that load their SDK for their first call: most functions use one or two of nine services, and all SDKs
 * together take longer to load than everything else.
 * @param config of the clients, except their time-outs
 */
export function makeRealCalls(config: { readonly region?: string } = {}): AwsCalls {
  const client = { ...CLIENT_CONFIG, ...config };
  return {
    s3: loadLater(async () => (await import('./clients/s3')).makeS3Calls(client)),
    ec2: loadLater(async () => (await import('./clients/ec2')).makeEc2Calls(client)),
    ssm: loadLater(async () => (await import('./clients/ssm')).makeSsmCalls(client)),
    // Any call of the service; types and IAM limit the used ones.
    cloudwatch: loadLater(async () => new (await import('@aws-sdk/client-cloudwatch')).CloudWatch(client)),
    efs: loadLater(async () => new (await import('@aws-sdk/client-efs')).EFS(client)),
    fsx: loadLater(async () => new (await import('@aws-sdk/client-fsx')).FSx(client)),
    s3files: loadLater(async () => new (await import('@aws-sdk/client-s3files')).S3Files(client)),
    secretsmanager: loadLater(async () => new (await import('@aws-sdk/client-secrets-manager')).SecretsManager(client)),
    quotas: loadLater(async () => new (await import('@aws-sdk/client-service-quotas')).ServiceQuotas(client)),
    sfn: loadLater(async () => new (await import('@aws-sdk/client-sfn')).SFN(client)),
  };
}

/** Calls of a service, which is loaded with the first of them. */
function loadLater<Calls extends object>(load: () => Promise<Calls>): Calls {
  let service: Promise<Calls> | undefined;
  const get = (_none: object, name: string | symbol) => async (input: never) => {
    const calls = (await (service ??= load())) as Readonly<Record<string | symbol, (sent: never) => unknown>>;
    const call = ensure(calls[name], `the call ${String(name)} of a service`);
    return call.call(calls, input);
  };
  return new Proxy({}, { get }) as Calls;
}

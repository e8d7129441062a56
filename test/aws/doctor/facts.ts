/** What is so in an account in which every guess holds; a test changes a fact before it asks. */

export const ACCOUNT = '123456789012';
export const REGION = 'us-east-1';
export const BUCKET = 'fsxbenchsafety-results-1';
/** As long as names may be. */
export const LUSTRE = 'doctor-2026-01-31-0300-xxxxxxxxxxxxxxxxxxxxxxxxx';
export const ZFS = 'openzfs-1';
export const ONTAP = 'ontap-1';
export const NOW = Date.UTC(2026, 0, 31, 3, 0, 0);

export function arn(service: string, resource: string): string {
  return ['arn:aws', service, REGION, ACCOUNT, resource].join(':');
}

/** An error as the SDK throws it. */
export function refusal(name: string, message: string): Error {
  return Object.assign(new Error(message), { name });
}

export interface Child {
  readonly name: string;
  readonly status: 'SUCCEEDED' | 'FAILED';
  readonly error?: string;
  readonly cause?: string;
}

/** What a test may change. */
export interface Facts {
  region: string;
  safety: { status: string; protected: boolean } | null;
  bench: { status: string } | null;
  bootstrapped: boolean;
  mayTakeRole: boolean;
  vcpus: number;
  functions: number;
  vpcs: number;
  offered: string[];
  internet: 'off' | 'block-ingress' | 'block-bidirectional';
  documentDefault: string;
  rule: { state: string; target: string; nested: boolean };
  schedule: string;
  janitor: { status: 'SUCCEEDED' | 'FAILED'; cause?: string };
  trust: string;
  /** ARNs of subscriptions, or the word in their place. */
  subscribed: string[];
  logGroups: string[];
  resourcePolicy: string;
  /** What tested states answer, by what they do. */
  tested: Record<
    'look' | 'terminate' | 'wait' | 'timeout' | 'dryRun',
    { status: string; error?: string; cause?: string; nextState?: string }
  >;
  /** Experiments that have ended. */
  ended: string[];
  children: Record<string, Child[]>;
  mapRun: string;
  /** Targets and answers of commands. */
  command: { targets: number; count: number; startAt: string };
  publicSubnet: boolean;
  openPorts: number[];
  valid: number;
  problem: string | null;
  uploaded: boolean;
  late: string;
  /** Seconds by which the clock of one of two hosts is ahead. */
  ahead: number;
  encrypted: boolean;
  /** What became of asking CloudWatch: why not, and which of the metrics `a` (searched) and `b` have no points. */
  metrics: { problem: string | null; silent: readonly string[] };
  left: { kind: string; id: string }[];
  /** Whether a role may, beyond what it should: actions. */
  lax: string[];
  strict: string[];
}

export function soundFacts(): Facts {
  const child = (machine: string, name: string): [string, Child[]] => [machine, [{ name, status: 'SUCCEEDED' }]];
  return {
    region: REGION,
    safety: { status: 'CREATE_COMPLETE', protected: true },
    bench: { status: 'UPDATE_COMPLETE' },
    bootstrapped: true,
    mayTakeRole: true,
    vcpus: 64,
    functions: 1000,
    vpcs: 1,
    offered: ['c5n.2xlarge', 't3.small'],
    internet: 'off',
    documentDefault: '3',
    rule: { state: 'ENABLED', target: arn('lambda', 'function:fsxbench-start-guardian'), nested: true },
    schedule: 'ENABLED',
    janitor: { status: 'SUCCEEDED' },
    trust: arn('states', 'stateMachine:fsxbench-*'),
    subscribed: ['PendingConfirmation', arn('sns', 'fsxbench-notify:1-2')],
    logGroups: ['/aws/vendedlogs/states/fsxbench-safety', '/aws/vendedlogs/states/fsxbench-bench'],
    resourcePolicy: '{"Resource":"arn:aws:logs:us-east-1:123456789012:log-group:/aws/vendedlogs/*"}',
    tested: {
      look: { status: 'CAUGHT_ERROR', error: 'S3.NoSuchKeyException', nextState: 'MakeTemplate' },
      terminate: {
        status: 'FAILED',
        error: 'Ec2.Ec2Exception',
        cause: "The instance ID 'i-00000000000000000' does not exist (Service: Ec2, Status Code: 400)",
      },
      dryRun: {
        status: 'FAILED',
        error: 'Ec2.Ec2Exception',
        cause: 'Request would have succeeded, but DryRun flag is set. (Service: Ec2, Status Code: 412)',
      },
      wait: { status: 'SUCCEEDED' },
      timeout: { status: 'FAILED', error: 'S3.NoSuchKeyException' },
    },
    ended: [LUSTRE, ZFS, ONTAP],
    children: Object.fromEntries([
      child('teardown', `${LUSTRE}__teardown__1__0`),
      child('launch', `${LUSTRE}__r1__launch__0__0`),
      child('host-command', `${LUSTRE}__r1__t0001__a1__1__0`),
      child('target-request', `${LUSTRE}__r1__make__c1__fs__0`),
      child('rig', `${LUSTRE}__r1`),
    ]),
    mapRun: arn('states', 'mapRun:fsxbench-experiment/rigs:11111111-2222'),
    command: { targets: 3, count: 2, startAt: '0' },
    publicSubnet: true,
    openPorts: [443],
    valid: 4,
    problem: null,
    uploaded: true,
    late: '0.000000',
    ahead: 0,
    encrypted: true,
    metrics: { problem: null, silent: [] },
    left: [],
    lax: [],
    strict: [],
  };
}

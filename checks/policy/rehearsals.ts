/** Executions for the check of the roles: the shipped experiments on AWS, and features that they do not use. */
import { readSpec } from '../../lib/experiment/reading/read-spec';
import { ensure } from '../../lib/shapes/errors';
import { readdirSync, readFileSync } from 'node:fs';
import { readScripts } from '../../lib/aws/scripts';
import type { MachineName } from '../../lib/shapes/machines';
import type { PriceBook } from '../../lib/shapes/price';
import { buildPriceBook } from '../../lib/pricing/aws';
import { LOCAL_ACCOUNT } from '../../lib/twin/cloud/account';
import { makeMemoryStore } from '../../lib/twin/cloud/s3/store';
import { type CallRecord, ServiceError } from '../../lib/twin/cloud/service';
import { makeModelledHosts } from '../../lib/twin/hosts/modelled/hosts';
import { rehearse } from '../../lib/twin/rehearsal/rehearse';
import { makeSimulatedDeployment } from '../../lib/twin/simulated-deployment';
import { makeVirtualClock } from '../../lib/asl/clock/virtual';
import { makeStreams } from '../../lib/shapes/random';
import { HOOK } from './roles/external';
import { readMachineText } from '../../lib/machine-files/source';

/** 2026-01-01T00:00:00Z, the start of `fsxbench rehearse`. */
const STARTED_AT = 1_767_225_600_000;

/** Any Region with prices: they do not affect policies. */
const PRICED = 'us-east-1';

/** Names of the rehearsed experiments; those on this machine create no storage. */
export function experiments(): string[] {
  return readdirSync('experiments').flatMap((file) => {
    const [, name = ''] = /^(.*)\.yaml$/.exec(file) ?? [];
    if (name === '' || !/kind: (?:fsx-|ebs|efs|external-|instance-)|^fleet: .*managed:/m.test(readSpecText(name)))
      return [];
    const { spec } = readSpec(readSpecText(name), name);
    return spec === undefined ? [] : [name];
  });
}

/** Volumes that change in place, a placement group, a scheduled start: not in any shipped experiment. */
const SCHEDULED = `
experiment: changed-volumes
targets:
  zfs:
    kind: fsx-openzfs
    deploymentType: SINGLE_AZ_1
    storageGiB: 64
    throughputMBps: 64
    stages:
      narrow: { volumes: { count: 1, quotaGiB: 32 } }
      wide: { volumes: { count: 1, quotaGiB: 64 } }
fleet: { client: { count: 1, instanceType: c5n.large, placement: cluster } }
workloads: { fio: { kind: fio, rw: randread, bs: 4k, iodepth: 4, size: 1 GiB, ramp_time: 5s, runtime: 30s } }
design: { replicates: 1 }
limits: { maxUsd: 25, maxHours: 8 }
`;

/** An external state machine changes the stage. */
const HOOKED = `
experiment: grown-by-a-machine
targets:
  array:
    kind: directory
    path: /mnt/bench
    stages: { small: {}, large: { reach: { hook: '${HOOK}' } } }
fleet: { client: { count: 1, managed: { tag: { fsxbench: client } } } }
workloads: { fio: { kind: fio, rw: randread, bs: 4k, iodepth: 4, size: 1 GiB, ramp_time: 5s, runtime: 30s } }
design: { replicates: 1 }
limits: { maxHours: 8 }
`;

/** Additional experiments, by their name as users of grants. */
const EXTRAS: Readonly<Record<string, { readonly experiment: string; readonly input: object }>> = {
  'a scheduled change of volumes': {
    experiment: 'changed-volumes',
    input: { spec: SCHEDULED, scheduledAt: '2026-01-01T00:00:00Z' },
  },
  'a stage reached by a hook': { experiment: 'grown-by-a-machine', input: { spec: HOOKED } },
};
export const EXTRA: readonly string[] = Object.keys(EXTRAS);

type CallRecorder = (call: CallRecord) => void;

/**
 * Rehearses a shipped experiment, or an additional one.
 * @param region Region of the simulated account
 * @returns its cost above its estimate, if any: `a: 0.0836 USD, estimate 0.08`
 * @throws Error where it fails: its later calls would be missing
 */
export async function rehearseOne(name: string, region: string, record: CallRecorder): Promise<readonly string[]> {
  const { status, cause, receipt, bill, plan } = await rehearse({
    ...(EXTRAS[name] ?? { experiment: name, input: { spec: inRegion(readSpecText(name), region) } }),
    executionId: 'policy-1',
    startedAt: STARTED_AT,
    prices: pricesIn(region),
    machineText,
    scripts: await readScripts('workloads'),
    log: QUIET,
    record,
  });
  if (status !== 'SUCCEEDED' || receipt?.clean !== true)
    throw new Error(`the rehearsal of ${name} ended ${status}: ${cause ?? 'not clean'}`);
  const { usd } = ensure(plan, 'the plan of a rehearsal').estimate;
  return bill.usd > usd ? [`${name}: ${bill.usd} USD, estimate ${usd}`] : [];
}

/** Name of these executions as users of grants. */
export const CUT_OFF = 'experiments cut off, with running children';

/** Delay after the start of a machine's execution, so that it is under way, milliseconds. */
const UNDER_WAY = 100;

/**
 * Aborts an experiment while Step Functions cannot stop its children, so that the guardian has to: once for each
 * machine, at its first execution. In the end everything is torn down.
 */
export async function runAborted(region: string, watch: () => CallRecorder): Promise<void> {
  const first = new Map<string, number>();
  await runUntil(null, region, ({ time, action, input }) => {
    const machine = String((input as { readonly stateMachineArn?: string }).stateMachineArn);
    if (action === 'StartExecution' && !first.has(machine)) first.set(machine, Date.parse(time) + UNDER_WAY);
  });
  for (const cut of new Set(first.values())) await runUntil(cut, region, watch());
}

/** Roles of machines whose executions take seconds, unless they are throttled. */
const QUICK = /:role\/fsxbench-(launch|results)$/;

/** Runs one experiment, the same each time. @param cut time of the abort, epoch milliseconds; null for never */
async function runUntil(cut: number | null, region: string, record: CallRecorder): Promise<void> {
  const clock = makeVirtualClock(STARTED_AT);
  const store = makeMemoryStore(clock);
  const deployment = makeSimulatedDeployment({
    // Volumes that outlive their hosts have to be deleted too.
    ec2: { outlives: () => true },
    clock,
    store,
    hosts: makeModelledHosts({ clock, store, seed: 'policy' }),
    random: makeStreams('policy'),
    machineText,
    scripts: await readScripts('workloads'),
    log: QUIET,
    local: false,
    simulated: true,
    place: { region, account: LOCAL_ACCOUNT.account },
    prices: pricesIn(region),
    record,
    fault: ({ service, action, caller, at }) => {
      if (action === 'StopExecution' && caller.role.includes(':role/'))
        return new ServiceError('AccessDeniedException', 'children are not stopped with their parents', 400);
      // These two would end before a guardian starts.
      if (cut !== null && at >= cut - UNDER_WAY && QUICK.test(caller.role))
        return new ServiceError(service === 'ec2' ? 'RequestLimitExceeded' : 'TooManyRequestsException', 'slow', 429);
      return undefined;
    },
  });
  const { arn } = await deployment.start('experiment', 'policy-1', { spec: readSpecText('lustre-small') });
  if (cut !== null) {
    await clock.sleep(cut - clock.now());
    const person = { execution: '', state: '', role: 'person' };
    await deployment.account.cloud.call('sfn', 'StopExecution', { executionArn: arn }, person);
  }
  await deployment.settled();
}

const QUIET = { info: () => undefined, warn: () => undefined, error: () => undefined };

function readSpecText(name: string): string {
  return readFileSync(`experiments/${name}.yaml`, 'utf8');
}

/** Moves ARNs in a spec to the Region of the simulated account: others are refused. */
function inRegion(text: string, region: string): string {
  return text.replaceAll(/(arn:aws:[a-z]+):[a-z0-9-]+:/g, `$1:${region}:`);
}

function machineText(machine: MachineName): string {
  return readMachineText(process.cwd(), machine);
}

function pricesIn(region: string): PriceBook {
  return { region, prices: buildPriceBook(PRICED).prices.map((one) => ({ ...one, region })) };
}

/** Executions for the check of the roles: the shipped experiments on AWS, and features that they do not use. */
import { readSpec } from '../../lib/experiment/reading/read-spec';
import { ensure } from '../../lib/shapes/errors';
import { readdirSync, readFileSync } from 'node:fs';
import { readScripts } from '../../lib/aws/scripts';
import { ALL_MACHINES } from '../../lib/shapes/machines';
import type { PriceBook } from '../../lib/shapes/price';
import { buildPriceBook } from '../../lib/pricing/aws';
import { listPrices } from '../../lib/pricing/price-book';
import type { CallRecord } from '../../lib/twin/cloud/service';
import { rehearse } from '../../lib/twin/rehearsal/rehearse';
import { drawCampaign, RANDOM, toDrawable } from '../campaign/cases';
import type { Rule } from '../campaign/faults/campaign';
import { play } from '../campaign/faults/run-campaign';
import { shrinkReplicates, shrinkSpec } from '../campaign/shrink-spec';
import { makeSubject } from '../campaign/subject';
import { HOOK } from './roles/external';
import { makeMachineReader } from '../machines/machine-reader';

/** 2026-01-01T00:00:00Z, the start of `fsxbench rehearse`. */
const STARTED_AT = 1_767_225_600_000;

/** Any Region with prices: they do not affect policies. */
const PRICED = 'us-east-1';

/** Names of the rehearsed experiments; those on this machine create no storage. */
export function experiments(): string[] {
  return readdirSync('experiments').flatMap((file) => {
    const [, name = ''] = /^(.*)\.yaml$/.exec(file) ?? [];
    if (
      name === '' ||
      !/kind: (?:fsx-|ebs|efs|s3-files|external-|instance-)|^fleet: .*managed:/m.test(readSpecText(name))
    )
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
    ...(EXTRAS[name] ?? { experiment: name, input: { spec: inRegion(readSmall(name), region) } }),
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

/** Delay after the start of a machine's execution, so that it is under way, seconds. */
const UNDER_WAY = 0.1;
/** Machines whose executions take seconds, unless they are throttled: others would end before a guardian starts. */
const QUICK = ['launch', 'results'] as const;

/** Step Functions stops no children, so that the guardian has to, and volumes that outlive their hosts are deleted. */
const STAYING: readonly Rule[] = [
  ...ALL_MACHINES.map((role): Rule => ({ fault: 'call', role, action: 'StopExecution', effect: 'denied' })),
  { fault: 'thing', kind: 'ec2:volume', effect: 'outlives' },
  { fault: 'without', layer: 'janitor' },
];

/**
 * Aborts an experiment once for each machine, at its first execution. In the end everything is torn down.
 * @returns the number of aborted executions
 */
export async function runAborted(region: string, watch: () => CallRecorder): Promise<number> {
  const options = { ...(await makePlayOptions('lustre-small', region)), seed: 'policy' };
  const playUnder = (rules: readonly Rule[], answered: CallRecorder) =>
    play({ ...options, campaign: { rules: [...STAYING, ...rules], hours: 6 }, listen: { answered } });
  const first = new Map<string, number>();
  await playUnder([], ({ time, action, input }) => {
    const machine = String((input as { readonly stateMachineArn?: string }).stateMachineArn);
    if (action === 'StartExecution' && !first.has(machine)) first.set(machine, (Date.parse(time) - STARTED_AT) / 1000);
  });
  const moments = new Set(first.values());
  for (const from of moments) {
    const throttled = QUICK.map((role): Rule => ({ fault: 'call', role, effect: 'throttled', from }));
    await playUnder([...throttled, { fault: 'person', effect: 'stop', at: from + UNDER_WAY }], watch());
  }
  return moments.size;
}

/**
 * Runs random campaigns of a shipped experiment, for calls that only occur after faults.
 * @param watch called for each campaign; the result is called for each of its calls
 */
export async function runRandomCampaigns(
  { experiment, region, campaigns, seed }: { experiment: string; region: string; campaigns: number; seed: string },
  watch: () => CallRecorder,
): Promise<void> {
  const options = await makePlayOptions(experiment, region);
  const place = toDrawable(await makeSubject(options).findPlaces(seed));
  for (let nth = 0; nth < campaigns; nth += 1) {
    const { campaign: drawn } = drawCampaign(place, RANDOM, seed, nth);
    // IAM denies calls on resources that lost their tags by hand.
    const campaign = { ...drawn, rules: drawn.rules.filter(({ fault }) => fault !== 'hand') };
    await play({ ...options, campaign, seed: `${seed} ${nth}`, listen: { answered: watch() } });
  }
}

async function makePlayOptions(experiment: string, region: string) {
  return {
    spec: shrinkSpec(readSpecText(experiment)).text,
    experiment,
    startedAt: STARTED_AT,
    prices: pricesIn(region),
    machineText,
    scripts: await readScripts('workloads'),
    log: QUIET,
  };
}

const QUIET = { info: () => undefined, warn: () => undefined, error: () => undefined };

function readSpecText(name: string): string {
  return readFileSync(`experiments/${name}.yaml`, 'utf8');
}

/** Replicates repeat the same calls, and a search those of minutes: fewer of them, and of its levels. */
function readSmall(name: string): string {
  const text = readSpecText(name);
  return /^ {2}search:/m.test(text) ? shrinkSpec(text).text : shrinkReplicates(text);
}

/** Moves ARNs in a spec to the Region of the simulated account: others are refused. */
function inRegion(text: string, region: string): string {
  return text.replaceAll(/(arn:aws:[a-z]+):[a-z0-9-]+:/g, `$1:${region}:`);
}

const machineText = makeMachineReader(process.cwd());

function pricesIn(region: string): PriceBook {
  return { region, prices: listPrices(buildPriceBook(PRICED)).map((one) => ({ ...one, region })) };
}

/** Call sites of the machines: the places of faults in scenarios. */
import { type Fault, makeLostAnswer, type PendingCall } from '../../lib/twin/cloud/cloud';
import { type CallRecord, ServiceError } from '../../lib/twin/cloud/service';
import { findMachine } from '../../lib/shapes/execution-names';
import { EXECUTION, type Load, play, SMALL, stage } from './stage';

export interface Site {
  readonly machine: string;
  readonly state: string;
  readonly service: string;
  readonly action: string;
}

type SiteCall = Pick<PendingCall, 'service' | 'action'> & {
  readonly caller: { readonly execution: string; readonly state: string };
};

const GUARDIAN =
  /^(?:Watch|CloseFence|StopLiving|Outcome|SaveResults|TearDown|WriteReceipt|AskServers|AskServersLate|Report)$/;

/** The machine of a call, by the names of executions; children of a Map have none. */
export function getMachine({ execution, state }: SiteCall['caller']): string {
  if (state === 'ParseTrial') return 'results';
  if (state === 'MeasureRig') return 'experiment';
  if (execution === EXECUTION) return GUARDIAN.test(state) ? 'guardian' : 'experiment';
  return findMachine(execution) ?? 'janitor';
}

/** The calls of a small execution by its machines: all scenarios of these need them. */
const callsBy = new WeakMap<Load, Promise<readonly CallRecord[]>>();

async function playSmall(load: Load): Promise<readonly CallRecord[]> {
  const on = stage(load);
  await play(on, SMALL);
  return on.calls;
}

/** Every call site of a small execution, in the order of the first call. */
export async function listSites(load: Load, machine: string): Promise<Site[]> {
  const sites = new Map<string, Site>();
  const calls = callsBy.get(load) ?? playSmall(load);
  callsBy.set(load, calls);
  for (const { service, action, execution, state } of await calls) {
    const site = { machine: getMachine({ execution, state }), state, service, action };
    if (site.machine === machine && execution !== '') sites.set(JSON.stringify(site), site);
  }
  return [...sites.values()];
}

export function isAt(site: Site, call: SiteCall): boolean {
  return (
    call.service === site.service &&
    call.action === site.action &&
    call.caller.state === site.state &&
    getMachine(call.caller) === site.machine
  );
}

/** Applies to every call at a site until a time, epoch milliseconds. */
export function until(site: Site, fault: Fault, moment: number): (call: PendingCall) => Fault | undefined {
  return (call) => (call.at < moment && isAt(site, call) ? fault : undefined);
}

/** The throttling error of each service. Source: "Common errors" of each API reference. */
const THROTTLE: Readonly<Record<string, readonly [string, number]>> = {
  ec2: ['RequestLimitExceeded', 503],
  s3: ['SlowDown', 503],
  lambda: ['TooManyRequestsException', 429],
};

export function makeThrottling(service: string): ServiceError {
  const [name, status] = THROTTLE[service] ?? ['ThrottlingException', 400];
  return new ServiceError(name, 'Rate exceeded', status);
}

export function makeDenial(service: string): ServiceError {
  return new ServiceError(service === 'ec2' ? 'UnauthorizedOperation' : 'AccessDenied', 'You are not authorized', 403);
}

export { makeLostAnswer as lostAnswer };

export function formatSite({ machine, state, service, action }: Site): string {
  return `${machine}/${state} ${service}:${action}`;
}

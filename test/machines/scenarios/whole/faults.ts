/** One fault at one place: a transient fault changes nothing, a lasting one leaves no resources. */
import { parseParts } from '../../../../lib/shapes/execution-names';
import type { AttemptEnded } from '../../../../lib/shapes/outcomes';
import type { ChildExecution } from '../../../../lib/asl/interpreter/child-execution';
import { makeDenial, isAt, formatSite, type Site, listSites, makeThrottling, until } from '../../sites';
import {
  BEGINNING,
  broken,
  type Complaints,
  gather,
  janitorUntil,
  json,
  KEYS,
  type Load,
  readPlan,
  play,
  prefixComplaints,
  same,
  SMALL,
  type Stage,
  stage,
} from '../../stage';

/**
 * A lost answer, and a throttled call, at every place of a machine: it retries, without a visible effect. One execution
 * has the fault at all places, each place once; only where it complains, or does not reach a place, each has its own.
 */
export async function* passing(load: Load, machine: string): Complaints {
  const sites = await listSites(load, machine);
  for (const kind of ['lost answer', 'throttled'] as const) {
    const [complaints, left] = await playPassing(load, sites, kind);
    for (const site of complaints.length > 0 ? sites : left) {
      const [alone] = await playPassing(load, [site], kind);
      yield* alone;
      if (alone.length > 0) return;
    }
    yield* complaints;
    if (complaints.length > 0) return;
  }
}

/** One execution with a fault at the first call of each site. @returns its complaints, and sites without a call */
async function playPassing(
  load: Load,
  sites: readonly Site[],
  kind: 'lost answer' | 'throttled',
): Promise<readonly [string[], readonly Site[]]> {
  const left = new Set(sites);
  const on = stage(load, {
    fault: (call) => {
      const site = sites.find((one) => left.has(one) && isAt(one, call));
      if (site === undefined) return undefined;
      left.delete(site);
      return kind === 'throttled' ? makeThrottling(site.service) : 'lost';
    },
  });
  const execution = await play(on, SMALL);
  const what = `${kind} at ${sites.map(formatSite).join(', ')}`;
  return [await gather(prefixComplaints(what, unnoticed(on, execution))), [...left]];
}

async function* unnoticed(on: Stage, { status, error }: ChildExecution): Complaints {
  yield* same('experiment', [status, error], ['SUCCEEDED', undefined]);
  const plan = await readPlan(on);
  yield* await broken(on);
  for (const { trial, rig } of plan.trials) {
    const ended = await json<AttemptEnded>(on, `${KEYS.attempt(rig, trial, 1)}ended.json`);
    const again = await json<AttemptEnded>(on, `${KEYS.attempt(rig, trial, 2)}started.json`);
    yield* same(
      `${trial} ended`,
      ended?.steps.map(({ status }) => status),
      ['SUCCEEDED'],
    );
    yield* same(`${trial} again`, again, null);
  }
  const recovered = on.deployment.account.sfn
    .executions()
    .filter(({ name }) => parseParts(name)[0] === 'recover' && parseParts(name).length === 2);
  yield* same('recoveries', recovered.length, 0);
}

/** Duration of a lasting fault, in hours, after which the janitor must have removed everything. */
const LASTING_HOURS = 4;
const CONVERGED_HOURS = 12;

const seldomBy = new WeakMap<Load, Load>();

/** The machines with a teardown that polls a tenth as often: few polls suffice to test that it gives up. */
function seldom(load: Load): Load {
  const known = seldomBy.get(load) ?? changePolls(load);
  seldomBy.set(load, known);
  return known;
}

function changePolls(load: Load): Load {
  const change = (name: string, value: unknown): unknown => {
    if (name !== 'Begin') return value;
    const { Assign, ...found } = value as { readonly Assign: object };
    return { ...found, Assign: { ...Assign, in: "{% $states.input ~> |$|{'pollSeconds': 10 * pollSeconds}| %}" } };
  };
  const teardown = JSON.stringify(JSON.parse(load('teardown')), change);
  return (machine) => (machine === 'teardown' ? teardown : load(machine));
}

/** Access denied for hours at every place of a machine: whatever fails, in the end nothing is left. */
export async function* lasting(machines: Load, machine: string): Complaints {
  const load = seldom(machines);
  for (const site of await listSites(load, machine)) {
    const on = stage(load, { fault: until(site, makeDenial(site.service), BEGINNING + LASTING_HOURS * 3_600_000) });
    await play(on, SMALL);
    const found = await gather(prefixComplaints(`denied at ${formatSite(site)}`, converged(on)));
    yield* found;
    if (found.length > 0) return;
  }
}

/** No answer at a place, for hours: time-outs end the wait. */
export async function* silent(machines: Load, machine: string): Complaints {
  const load = seldom(machines);
  for (const site of await listTasks(load, machine)) {
    const end = BEGINNING + LASTING_HOURS * 3_600_000;
    const on: Stage = stage(load, {
      aroundTasks: (tasks) => ({
        run: (call) => {
          const caller = { execution: call.executionName, state: call.state };
          const here = isAt(site, { service: site.service, action: site.action, caller });
          return here && on.clock.now() < end ? never() : tasks.run(call);
        },
      }),
    });
    await play(on, SMALL);
    const found = await gather(prefixComplaints(`silence at ${formatSite(site)}`, converged(on)));
    yield* found;
    if (found.length > 0) return;
  }
}

/** A call without an answer: the promise never settles. */
function never(): Promise<never> {
  return Promise.race([]);
}

/** One site a state. */
async function listTasks(load: Load, machine: string): Promise<Site[]> {
  const sites = await listSites(load, machine);
  return sites.filter((site, index) => sites.findIndex(({ state }) => state === site.state) === index);
}

/** Checks about money: rows and receipt may be missing where the bucket was denied, but resources may not be left. */
async function* converged(on: Stage): Complaints {
  if ((await broken(on)).some(isLeft)) await janitorUntil(on, CONVERGED_HOURS);
  const running = on.deployment.account.sfn.executions().filter(({ status }) => status === 'RUNNING');
  yield* (await broken(on)).filter(isLeft);
  yield* running.map(({ name }) => `${name} never ends`);
}

function isLeft(complaint: string): boolean {
  return !complaint.startsWith('rows-complete') && !complaint.startsWith('receipt-true');
}

/** One fault at one place: a transient fault changes nothing, a lasting one leaves no resources. */
import { parseParts } from '../../../../lib/shapes/execution-names';
import type { AttemptEnded } from '../../../../lib/shapes/outcomes';
import { StateError } from '../../../../lib/asl/interpreter/tasks/task';
import type { ChildExecution } from '../../../../lib/asl/interpreter/child-execution';
import { makeDenial, isAt, formatSite, once, type Site, listSites, makeThrottling, until } from '../../sites';
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

/** A lost answer, and a throttled call, at every place of a machine: it retries, without a visible effect. */
export async function* passing(load: Load, machine: string): Complaints {
  for (const site of await listSites(load, machine)) {
    const complaints: string[] = [];
    for (const fault of ['lost', makeThrottling(site.service)] as const) {
      const on = stage(load, { fault: once(site, fault) });
      const execution = await play(on, SMALL);
      const what = `${fault === 'lost' ? 'lost answer' : 'throttled'} at ${formatSite(site)}`;
      complaints.push(...(await gather(prefixComplaints(what, unnoticed(on, execution)))));
    }
    yield* complaints;
    if (complaints.length > 0) return;
  }
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

/** The machines with a teardown that polls a tenth as often: few polls suffice to test that it gives up. */
function seldom(load: Load): Load {
  const change = (name: string, value: unknown): unknown => {
    if (name !== 'Begin') return value;
    const { Assign, ...found } = value as { readonly Assign: object };
    return { ...found, Assign: { ...Assign, in: "{% $states.input ~> |$|{'pollSeconds': 10 * pollSeconds}| %}" } };
  };
  return (machine) => (machine === 'teardown' ? JSON.stringify(JSON.parse(load(machine)), change) : load(machine));
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

/** A result that is too large has the same path as any other error: both are caught, by name. */
export async function* playOversized(machines: Load, machine: string): Complaints {
  const load = seldom(machines);
  for (const site of await listTasks(load, machine)) {
    const [other, large] = [
      await playTraced(load, site, 'Trouble'),
      await playTraced(load, site, 'States.DataLimitExceeded'),
    ];
    const found = same(`${formatSite(site)}: too large, and trouble`, large, other);
    if (found.length > 0) {
      yield* found;
      return;
    }
  }
}

/** The end of all executions, and the calls by state, where a state always gets an error. */
async function playTraced(load: Load, site: Site, error: string): Promise<unknown> {
  const on = stage(load, {
    aroundTasks: (tasks) => ({
      run: (call) => {
        const caller = { execution: call.executionName, state: call.state };
        const here = isAt(site, { service: site.service, action: site.action, caller });
        return here ? Promise.reject(new StateError(error, 'said so')) : tasks.run(call);
      },
    }),
  });
  await play(on, SMALL);
  const ends = on.deployment.account.sfn
    .executions()
    .map(({ name, status, error: why }) => [name, status, why === error ? 'it' : why]);
  const states = on.calls.map(({ state, action, error: refused }) => `${state} ${action} ${refused?.name ?? ''}`);
  // A longer name wraps its line elsewhere.
  const told = on.messages.map(({ message }) => message.replaceAll(error, 'it').replaceAll(/\s+/g, ' '));
  const outcome = (await on.store.get(KEYS.rigOutcome('r1')))?.text
    .replaceAll(error, 'it')
    .replaceAll(/\d\d:\d\d:\d\d\.\d+/g, '');
  return [ends, [...new Set(states)].sort(), told, outcome];
}

/** Every single fault of an experiment, at the first, a middle and the last of repeated calls and states. */
import { LISTING_FAULTS, COPY_AT, DELETE_FAULTS, UNMOUNT_FAULTS } from './drops';
import { FUNCTION_NAMES } from '../../lib/shapes/machines';
import { HOST_KINDS, RESOURCES, type ResourceKind, getService, STORAGE_KINDS } from '../../lib/shapes/resources';
import { CALM, type Campaign, type Rule } from './faults/campaign';
import { getCreateCall } from './faults/makers';
import { listBudgets, listFunctionFaults, listStarts } from './deployment-faults';
import { type CallPlace, pickPlaces, type Places, type StatePlace } from './places';

/** Classes of faults in the table of late dollars. */
export const CLASSES = {
  calm: 'no fault: the run succeeds, and other runs are compared with it',
  call: 'one call: denied, 5xx, throttled, lost, timed out, slow',
  role: 'all calls of one action, by one role or by all, denied or 5xx for one or three hours',
  state: 'one state: abort, timeout, runtime error, silence',
  deploy: 'both stacks updated at one state, to another version of the contracts or the same',
  event: 'events lost, duplicated or late, and the janitor down, when an execution fails',
  stack: 'the bench stack deleted; executions that cannot be described',
  account: 'low Lambda concurrency; throttling of a whole service; quotas used up by other workloads',
  thing: 'resources that fail, hang, cannot be deleted or changed, or come back; one, 12, 50; listings that lag',
  host: 'hosts that stop, hang, never register or have a wrong clock; agents that restart or never report an end',
  hand: 'tags changed by hand, objects lost or damaged, external resources with the same names, redrives',
  budget: 'tight budgets',
  many: 'several executions at once, one of them broken',
  function: 'functions that throw or run out of memory',
  start: 'other starts; limits reached; faults of the register; a person stops, pauses, resumes, or deletes the stacks',
  moment: 'daylight saving time, the end of a month and of a year',
  operated: 'redrives, starts, stops, pauses, `down`, faults of the register and limits, each with one to three faults',
  several: 'several faults in one run: pairs, by seed, or from a campaign file',
} as const;
export type FaultClass = keyof typeof CLASSES;

/** A campaign, and the number of places that it represents. */
export interface Case {
  readonly class: FaultClass;
  readonly campaign: Campaign;
  readonly stands: number;
}

/** The reference for all other runs. */
export const CALM_CASE: Case = { class: 'calm', campaign: CALM, stands: 1 };

const HOUR = 3600;

/** All of them, class by class. */
export function listSingleFaults(places: Places): Case[] {
  return [
    ...places.calls.flatMap(callCases),
    ...roleCases(places.calls),
    ...places.states.flatMap(stateCases),
    ...redriveCases(places),
    ...worldCases(places),
  ];
}

function one(kind: FaultClass, rule: Rule, stands = 1, more: readonly Rule[] = []): Case {
  return { class: kind, campaign: { ...CALM, rules: [rule, ...more] }, stands };
}

/** The number of places that each representative covers. */
function splitPlaces(count: number): { readonly nth: number; readonly stands: number }[] {
  const picked = pickPlaces(count);
  return picked.map((nth, index) => ({
    nth,
    stands:
      index === picked.length - 1
        ? count - (picked.length - 1) * Math.floor(count / picked.length)
        : Math.floor(count / picked.length),
  }));
}

function callCases({ role, state, service, action, count }: CallPlace): Case[] {
  const functions: readonly string[] = [...FUNCTION_NAMES.safety, ...FUNCTION_NAMES.bench];
  // The time-out of a task covers a missing answer of its call: that is the silence of its state.
  const effects = [
    'denied',
    'error',
    'throttled',
    'lost',
    'slow',
    ...(functions.includes(role) ? ['time-out'] : []),
  ] as const;
  return splitPlaces(count).flatMap(({ nth, stands }) =>
    effects.map((effect) => one('call', { fault: 'call', role, state, service, action, nth, effect } as Rule, stands)),
  );
}

/** Every action by each calling role, and of all roles together. */
function roleCases(calls: readonly CallPlace[]): Case[] {
  const byRole = new Map(calls.map(({ role, service, action }) => [`${role} ${action}`, { role, service, action }]));
  const byAll = new Map(calls.map(({ service, action }) => [`${service}:${action}`, { service, action }]));
  return [...byRole.values(), ...byAll.values()].flatMap((what) =>
    (['denied', 'error'] as const).flatMap((effect) =>
      [HOUR / 12, 3 * HOUR].map((lasts) => one('role', { fault: 'call', ...what, effect, lasts })),
    ),
  );
}

function stateCases({ machine, state, count }: StatePlace): Case[] {
  return splitPlaces(count).flatMap(({ nth, stands }) => {
    const at = { fault: 'state', machine, state, nth } as const;
    return [
      one('state', { ...at, effect: 'abort' }, stands),
      one('state', { ...at, effect: 'abort', who: 'experiment' }, stands),
      one('state', { ...at, effect: 'abort', who: 'guardian' }, stands),
      one('state', { ...at, effect: 'abort', who: 'both' }, stands),
      one('state', { ...at, effect: 'timed-out' }, stands),
      one('state', { ...at, effect: 'runtime' }, stands),
      one('state', { ...at, effect: 'silence' }, stands),
      ...(['deploy', 'deploy-same'] as const).map((effect) => one('deploy', { ...at, effect }, stands)),
      one('event', { ...at, effect: 'abort', who: 'both' }, stands, [{ fault: 'event', effect: 'lost', times: 10 }]),
      ...(nth > 1
        ? []
        : [
            one('event', { ...at, effect: 'abort', who: 'both' }, 1, [{ fault: 'event', effect: 'twice', times: 10 }]),
            one('event', { ...at, effect: 'abort', who: 'both' }, 1, [
              { fault: 'event', effect: 'late', times: 10 },
              { fault: 'janitor', until: 6 * HOUR },
            ]),
          ]),
    ];
  });
}

/** After the end of the experiment, seconds: while the receipt is written, and long after. */
const REDRIVES = [300, 8 * HOUR] as const;

/** A person redrives each aborted execution, alone or with its experiment: it repeats states that it had not left. */
function redriveCases({ states, seconds }: Places): Case[] {
  return states.flatMap(({ machine, state }) =>
    REDRIVES.flatMap((after) =>
      (['itself', 'experiment'] as const).map((who) =>
        one('hand', { fault: 'state', machine, state, nth: 1, effect: 'abort', who }, 1, [
          { fault: 'hand', effect: 'redrive', at: Math.round(seconds) + after },
        ]),
      ),
    ),
  );
}

/** Times spread over the experiment. */
function spread(seconds: number, count: number): number[] {
  return Array.from({ length: count }, (_, index) => Math.round((seconds * (index + 0.5)) / count));
}

function worldCases({ seconds, hosts, calls, usd }: Places): Case[] {
  const services = [...new Set(calls.map(({ service }) => service))];
  return [
    ...spread(seconds, 12).map((at) => one('stack', { fault: 'stack', at })),
    ...spread(seconds, 6).map((from) =>
      one('stack', {
        fault: 'call',
        service: 'sfn',
        action: 'DescribeExecution',
        effect: 'denied',
        from,
        until: from + 6 * HOUR,
      }),
    ),
    ...LISTING_FAULTS.map((rule) => one('role', rule)),
    ...[1, 2, 5, 10].map((most) => one('account', { fault: 'concurrency', most, until: 12 * HOUR })),
    ...services.flatMap((service) =>
      spread(seconds, 6).flatMap((from) =>
        [60, 900].map((length) =>
          one('account', { fault: 'call', service, effect: 'throttled', from, until: from + length }),
        ),
      ),
    ),
    ...Object.keys(CREATE)
      .filter((service) => services.includes(service))
      .map((service) =>
        one('account', { fault: 'call', service, effect: 'quota', until: 2 * HOUR, ...CREATE[service] }),
      ),
    ...thingCases(calls, seconds),
    ...hostCases(hosts, seconds),
    ...spread(seconds, 4).flatMap((at) => [
      ...(['untag', 'retag', 'foreign', 'backup'] as const).map((effect) => one('hand', { fault: 'hand', effect, at })),
      ...OBJECTS.flatMap((what) =>
        (['lose', 'spoil'] as const).map((effect) => one('hand', { fault: 'hand', effect, what, at })),
      ),
    ]),
    ...listBudgets(usd).map((maxUsd): Case => ({ class: 'budget', stands: 1, campaign: { ...CALM, maxUsd } })),
    ...[0, 60].map((apart): Case => {
      const beside = { count: 3, apart };
      const rules: Rule[] = [{ fault: 'state', machine: 'rig', state: 'PrepareHosts', nth: 1, effect: 'abort' }];
      return { class: 'many', stands: 1, campaign: { ...CALM, rules, beside } };
    }),
    ...listFunctionFaults(spread(seconds, 3)).map(([kind, rule, ...more]) => one(kind, rule, 1, more)),
    ...listStarts(spread(seconds, 8), seconds).map((campaign): Case => ({ class: 'start', stands: 1, campaign })),
    ...['2026-03-29T00:30:00Z', '2026-10-25T00:30:00Z', '2026-12-31T23:30:00Z', '2028-02-29T23:30:00Z'].map(
      (start): Case => ({ class: 'moment', stands: 1, campaign: { ...CALM, start } }),
    ),
  ];
}

/** Parts of the keys of objects that other components need. */
const OBJECTS = ['/plan.json', '/hosts/', '/rigs/', '/raw/', 'pointers/'] as const;

const CREATE: Readonly<Record<string, { readonly action: string }>> = {
  fsx: { action: 'CreateFileSystem' },
  efs: { action: 'CreateFileSystem' },
  ec2: { action: 'CreateFleet' },
  sfn: { action: 'StartExecution' },
};

function hostCases(hosts: number, seconds: number): Case[] {
  const each = pickPlaces(hosts);
  return (['dies', 'hangs', 'agent-restarts', 'never-reports', 'meddled', 'dirty'] as const)
    .flatMap((effect) =>
      each.flatMap((nth) =>
        spread(seconds / 2, 4).map((after) => one('host', { fault: 'host', effect, nth, after }, hosts / each.length)),
      ),
    )
    .concat(each.map((nth) => one('host', { fault: 'host', effect: 'never-registers', nth }, hosts / each.length)))
    .concat(
      [...new Set([1, hosts])].flatMap((nth) =>
        SKEWS.map((skew) => one('host', { fault: 'host', effect: 'skew', nth, seconds: skew }, 1)),
      ),
    );
}

/**
 * Clock errors, seconds: a little above the tolerance; a window, so that measurements do not overlap and the time-out
 * of the command is not reached; a time-out; a wrong time zone.
 */
const SKEWS = [5, 60, 300, 3 * HOUR].flatMap((seconds) => [seconds, -seconds]);

/** Kinds to test, if a clean run creates them: volumes are deleted with their hosts. */
const THINGS = [...STORAGE_KINDS, ...HOST_KINDS.filter((kind) => kind !== 'ec2:volume')];
/** Numbers of resources of a kind that refuse; above one, copies are added first. */
const MANY = [1, 12, 50];

function thingCases(calls: readonly CallPlace[], seconds: number): Case[] {
  const made = (start: string, kind?: ResourceKind): number =>
    calls
      .filter(({ service, action }) => action.startsWith(start) && (kind === undefined || getService(kind) === service))
      .reduce((sum, { count }) => sum + count, 0);
  const kinds = THINGS.filter((kind) => made(getCreateCall(kind), kind) > 0);
  const fileSystem = kinds.find((kind) => getCreateCall(kind) === 'CreateFileSystem') ?? 'fsx:file-system';
  const first = (count: number): number[] => [1, 2].filter((nth) => nth <= count);
  const fault = 'thing';
  return [
    // Secrets and alarms have no duration of creation.
    ...kinds.flatMap((kind) =>
      first(/^(?:fsx|efs|s3files):/.test(kind) ? made(getCreateCall(kind), kind) : 0).flatMap((nth) => [
        ...(['fails', 'misconfigured'] as const).map((effect) => one('thing', { fault, kind, effect, nth })),
        ...[{ seconds: 3 * HOUR }, { seconds: 20 * HOUR }, {}].map((length) =>
          one('thing', { fault, kind, effect: 'hangs', nth, ...length }),
        ),
      ]),
    ),
    // One of several target instances fails: it is the first that is deleted.
    ...(made('CreateFileSystem') < 2 ? [] : DELETE_FAULTS).map((rule) =>
      one('thing', { fault, kind: fileSystem, effect: 'fails', nth: 1 }, 1, [rule]),
    ),
    // The preparation or change of one of several target instances fails: it is unmounted and deleted.
    ...(made('CreateFileSystem') < 2 ? [] : UNMOUNT_FAULTS.unready).map((rule) =>
      one('thing', { fault: 'state', machine: 'host-command', state: 'Look', nth: 1, effect: 'runtime' }, 1, [rule]),
    ),
    ...(made('CreateFileSystem') < 2 || made('Update') === 0 ? [] : UNMOUNT_FAULTS.unchanged).map((rule) =>
      one('thing', { fault, effect: 'update-fails', nth: 1 }, 1, [rule]),
    ),
    ...first(made('Update')).flatMap((nth) => [
      one('thing', { fault, effect: 'update-fails', nth }),
      ...[{ seconds: 3 * HOUR }, {}].map((length) => one('thing', { fault, effect: 'update-hangs', nth, ...length })),
    ]),
    ...(['refuses', 'undone'] as const).flatMap((effect) =>
      [1, 5, 20].map((times) => one('thing', { fault, effect, nth: 1, times })),
    ),
    ...kinds
      .filter((kind) => made(RESOURCES[kind].remove, kind) > 0)
      .flatMap((kind) =>
        MANY.flatMap((things) => {
          const copies: Rule[] =
            things === 1 ? [] : [{ fault: 'hand', effect: 'copies', kind, things, at: Math.round(COPY_AT * seconds) }];
          // Many permanent faults show the same as a few.
          return [{ lasts: 3 * HOUR }, ...(things > 12 ? [] : [{}])].map((length) =>
            one('thing', { fault, kind, effect: 'refuses', things, ...length }, 1, copies),
          );
        }),
      ),
    ...(made('CreateFleet') > 0 ? diskCases() : []),
    ...[30, 300].map((lag) => one('thing', { fault: 'lag', seconds: lag })),
  ];
}

/** Volumes that outlive their hosts: they are deleted, even after hours of refusals, and always reported. */
function diskCases(): Case[] {
  const kind = 'ec2:volume';
  const stay = (things: number): Rule => ({ fault: 'thing', kind, effect: 'outlives', things });
  return [1, 50].flatMap((things) => [
    one('thing', stay(things)),
    ...[{ lasts: 3 * HOUR }, ...(things > 12 ? [] : [{}])].map((length) =>
      one('thing', { fault: 'thing', kind, effect: 'refuses', things, ...length }, 1, [stay(things)]),
    ),
  ]);
}

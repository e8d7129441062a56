/** Selection and order of campaigns. */
import { makeRandom, shuffle } from '../../lib/shapes/random';
import type { FaultOptions } from './options';
import { type Places, findPlaces } from './places';
import { type Case, CALM_CASE, type FaultClass, listSingleFaults } from './single';
import type { Subject } from './subject';
import { ensure } from '../../lib/shapes/errors';
import { CALM, type Campaign, type Rule } from './faults/campaign';

/** Machines and functions that clean up: a second fault is most harmful there. */
const SAFETY: readonly string[] = [
  'guardian',
  'teardown',
  'janitor',
  'results',
  'close-fence',
  'delete-storage',
  'find-orphans',
  'list-resources',
  'start-guardian',
  'stop-children',
  'write-receipt',
];

/** Whether a case has a fault in the cleanup. */
function isCleanupCase({ campaign }: Case): boolean {
  return campaign.rules.some(
    (rule) =>
      (rule.fault === 'state' && SAFETY.includes(rule.machine)) ||
      (rule.fault === 'call' && SAFETY.includes(rule.role ?? '')),
  );
}

/** The n-th pair of a seed: any case, and one with a fault in the cleanup. */
export function drawPair(cases: readonly Case[], seed: string, nth: number): Case {
  const random = makeRandom(`${seed} pair ${nth}`);
  const first = pick(cases, random);
  const second = pick(cases.filter(isCleanupCase), random);
  return { class: 'several', stands: 1, campaign: joinCampaigns([first, second]) };
}

/** Actions of people and schedules on a deployment, which an experiment does not trigger itself. */
const OPERATED: readonly FaultClass[] = ['start', 'stack', 'deploy'];

/** The n-th of a seed: an action on the deployment, and one to three further faults. */
export function drawOperated(cases: readonly Case[], seed: string, nth: number): Case {
  const random = makeRandom(`${seed} operated ${nth}`);
  const done = pick(
    cases.filter((one) => OPERATED.includes(one.class)),
    random,
  );
  const others = cases.filter(({ campaign }) => campaign.beside === undefined && campaign.start === undefined);
  const faults = Array.from({ length: 1 + Math.floor(3 * random()) }, () => pick(others, random));
  return { class: 'operated', stands: 1, campaign: joinCampaigns([...faults, done]) };
}

/** Maximum number of single faults in a random campaign. */
const MOST = 4;

/** The n-th campaign of a seed: one to four single faults at shifted times, sometimes with further starts. */
export function drawCampaign(cases: readonly Case[], seed: string, nth: number): Case {
  const random = makeRandom(`${seed} campaign ${nth}`);
  const count = 1 + Math.floor(random() * MOST);
  const chosen = Array.from({ length: count }, () => pick(cases, random));
  const campaign = joinCampaigns(chosen);
  const rules = campaign.rules.map((rule) => delayRule(rule, random));
  return { class: 'several', stands: 1, campaign: { ...campaign, rules } };
}

function joinCampaigns(cases: readonly Case[]): Campaign {
  const rules = cases.flatMap(({ campaign }) => campaign.rules);
  const whole = cases.reduce<Campaign>((all, { campaign }) => ({ ...all, ...campaign }), CALM);
  return { ...whole, rules };
}

/** Applies a little later than the single fault, to cover the places in between. */
function delayRule(rule: Rule, random: () => number): Rule {
  if (!('nth' in rule) || rule.nth === undefined || random() < 0.5) return rule;
  return { ...rule, nth: rule.nth + Math.floor(random() * 3), times: 1 + Math.floor(random() * 3) };
}

function pick<T>(items: readonly T[], random: () => number): T {
  return ensure(items[Math.floor(random() * items.length)], 'something to choose from');
}

/** One campaign for one experiment. */
export interface Trial {
  readonly subject: number;
  readonly one: Case;
  readonly seed: string;
}

/** The planned runs; `count` is null where only the time limits it. */
export interface Program {
  readonly count: number | null;
  readonly trials: Iterable<Trial>;
  /** Places of each experiment's clean run; none where a campaign was given. */
  readonly places: readonly Places[];
}

/** Worlds of random campaigns: each needs its own clean run for comparison. */
const WORLDS = 4;

/** @throws RangeError where there is no experiment */
export async function makeProgram(subjects: readonly Subject[], wanted: FaultOptions): Promise<Program> {
  const { faults, seed } = wanted;
  if (faults !== null) {
    const given = subjects.map((_, subject) => ({
      subject,
      seed,
      one: { class: 'several', stands: 1, campaign: faults } as const,
    }));
    return { count: given.length, trials: given, places: [] };
  }
  const places = await Promise.all(subjects.map((subject) => findPlaces(subject, seed)));
  const cases = places.map(listSingleFaults);
  const all = cases.flatMap((own, subject) => own.map((one): Trial => ({ subject, one, seed })));
  const calm = subjects.map((_, subject): Trial => ({ subject, one: CALM_CASE, seed }));
  const { single, random, pairs, operated } = wanted;
  // Default: single faults and random campaigns in turn, until the time is up.
  if (!single && random === null && pairs === null && operated === null)
    return {
      count: null,
      places,
      trials: inTurn([
        calm,
        alternate(mixClasses(all, seed), many(cases, wanted, drawCampaign, Number.POSITIVE_INFINITY)),
      ]),
    };
  // In random order: with a time limit, each run covers other cases.
  const singly = wanted.minutes === null ? all : mixClasses(all, seed);
  return {
    count: calm.length + (single ? all.length : 0) + (random ?? 0) + (pairs ?? 0) + (operated ?? 0),
    places,
    trials: inTurn([
      calm,
      single ? singly : [],
      many(cases, wanted, drawCampaign, random ?? 0),
      many(cases, wanted, drawPair, pairs ?? 0),
      many(cases, wanted, drawOperated, operated ?? 0),
    ]),
  };
}

/** In random order, one of each class in turn: even a short run covers each class. */
function mixClasses(all: readonly Trial[], seed: string): readonly Trial[] {
  const classes = new Map<string, Trial[]>();
  for (const trial of shuffle(all, makeRandom(`${seed} order`))) {
    const own = classes.get(trial.one.class) ?? [];
    classes.set(trial.one.class, own);
    own.push(trial);
  }
  const most = Math.max(0, ...[...classes.values()].map((own) => own.length));
  return Array.from({ length: most }, (_, nth) => [...classes.values()].flatMap((own) => own[nth] ?? [])).flat();
}

function* many(
  cases: readonly (readonly Case[])[],
  { seed }: FaultOptions,
  make: (cases: readonly Case[], seed: string, nth: number) => Case,
  count: number,
): Iterable<Trial> {
  for (let nth = 0; nth < count; nth += 1) {
    const subject = nth % cases.length;
    yield {
      subject,
      one: make(cases[subject] ?? [], seed, nth),
      seed: `${seed}.${Math.floor(nth / cases.length) % WORLDS}`,
    };
  }
}

function* inTurn(parts: readonly Iterable<Trial>[]): Iterable<Trial> {
  for (const part of parts) yield* part;
}

/** Alternates; the rest of the longer one follows. */
function* alternate(first: Iterable<Trial>, second: Iterable<Trial>): Iterable<Trial> {
  const sources = [makeTaker(first), makeTaker(second)];
  for (;;) {
    const both = sources.map((take) => take());
    if (both.every((one) => one === null)) return;
    for (const one of both) if (one !== null) yield one;
  }
}

/** Takes the items one after another; null at the end. Several workers may share it. */
export function makeTaker<T>(items: Iterable<T>): () => T | null {
  const iterator: Iterator<T, unknown> = items[Symbol.iterator]();
  return () => {
    const next = iterator.next();
    return next.done === true ? null : next.value;
  };
}

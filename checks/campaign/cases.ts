/** Selection and order of campaigns. */
import { makeRandom, shuffle } from '../../lib/shapes/random';
import type { FaultOptions } from './options';
import type { Places } from './places';
import { drawOperation, pick } from './operations';
import { type Case, CALM_CASE, listSingleFaults } from './single';
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

/** How a campaign of several faults is drawn: each part by itself, so that one without effect can be drawn again. */
export type Draw = (place: Drawable, random: () => number) => readonly DrawPart[];
type DrawPart = (place: Drawable, random: () => number) => Campaign;

/** The places of a run, and its single faults. */
export interface Drawable {
  readonly places: Places;
  readonly cases: readonly Case[];
}

const drawSingle: DrawPart = ({ cases }, random) => pick(cases, random).campaign;

/** Any fault, and one in the cleanup. */
export const PAIR: Draw = () => [drawSingle, ({ cases }, random) => pick(cases.filter(isCleanupCase), random).campaign];

/** An operation on the deployment, and one to three further faults, which are no further starts. */
export const OPERATED: Draw = (_, random) => [
  ({ places }, random) => drawOperation(places, random),
  ...Array.from(
    { length: 1 + Math.floor(3 * random()) },
    (): DrawPart =>
      ({ cases }, random) =>
        pick(cases.filter(isFurtherFault), random).campaign,
  ),
];

/** Not several starts; and `down` believes what a person has removed from the bucket. */
function isFurtherFault({ campaign: { beside, start, rules } }: Case): boolean {
  const isSpoilt = rules.some(
    ({ fault, effect }: { fault: string; effect?: string }) =>
      fault === 'hand' && ['lose', 'spoil'].includes(effect ?? ''),
  );
  return beside === undefined && start === undefined && !isSpoilt;
}

/** Maximum number of single faults in a random campaign. */
const MOST = 4;

/** One to four single faults at shifted times, sometimes with further starts. */
export const RANDOM: Draw = (_, random) =>
  Array.from(
    { length: 1 + Math.floor(random() * MOST) },
    (): DrawPart => (place, random) => {
      const campaign = drawSingle(place, random);
      return { ...campaign, rules: campaign.rules.map((rule) => delayRule(rule, random)) };
    },
  );

/** A drawn campaign. */
export interface Drawn {
  readonly campaign: Campaign;
  /**
   * The same with other parts in place of those with a rule that never applied. From the places of a run under it: they
   * exist despite its other faults.
   */
  again(struck: readonly number[], place: Drawable): Drawn;
}

/** The n-th campaign of a seed. */
export function drawCampaign(place: Drawable, draw: Draw, seed: string, nth: number): Drawn {
  const parts = draw(place, makeRandom(`${seed} campaign ${nth}`));
  const make = (tried: number, from: Drawable, kept: readonly (Campaign | null)[]): Drawn => {
    const random = makeRandom(`${seed} campaign ${nth} ${tried}`);
    const drawn = parts.map((part, index) => kept[index] ?? part(from, random));
    return {
      campaign: joinCampaigns(drawn),
      again: (struck, other) => {
        let first = 0;
        const good = drawn.map((one) => {
          first += one.rules.length;
          return struck.slice(first - one.rules.length, first).includes(0) ? null : one;
        });
        return make(tried + 1, other, good);
      },
    };
  };
  return make(0, place, []);
}

function joinCampaigns(parts: readonly Campaign[]): Campaign {
  const rules = parts.flatMap((one) => one.rules);
  const whole = parts.reduce<Campaign>((all, one) => ({ ...all, ...one }), CALM);
  return { ...whole, rules };
}

/** Applies a little later than the single fault, to cover the places in between. */
function delayRule(rule: Rule, random: () => number): Rule {
  if (!('nth' in rule) || rule.nth === undefined || random() < 0.5) return rule;
  return { ...rule, nth: rule.nth + Math.floor(random() * 3), times: 1 + Math.floor(random() * 3) };
}

/** One campaign for one experiment. */
export interface Trial {
  readonly subject: number;
  readonly one: Case;
  readonly seed: string;
  /** Only of drawn campaigns. */
  readonly drawn?: Drawn;
}

/** The planned runs; `count` is null where only the time limits it. */
export interface Program {
  readonly count: number | null;
  readonly trials: Iterable<Trial>;
  /** Places of each experiment's clean run; none where a campaign was given. */
  readonly places: readonly Places[];
}

/** Seeds of random campaigns: each needs its own clean run for comparison. */
const SEEDS = 4;
/** Runs of an experiment that justify another seed. */
const RUNS_PER_SEED = 10;

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
  const places = await Promise.all(subjects.map((subject) => subject.findPlaces(seed)));
  const drawables = places.map(toDrawable);
  const all = drawables.flatMap(({ cases }, subject) => cases.map((one): Trial => ({ subject, one, seed })));
  const calm = subjects.map((_, subject): Trial => ({ subject, one: CALM_CASE, seed }));
  const { single, random, pairs, operated } = wanted;
  // Default: single faults, and random and operated campaigns in turn, until the time is up.
  if (!single && random === null && pairs === null && operated === null)
    return {
      count: null,
      places,
      trials: inTurn([
        calm,
        alternate(
          mixClasses(all, seed),
          alternate(...[RANDOM, OPERATED].map((draw) => many(drawables, seed, draw, Number.POSITIVE_INFINITY))),
        ),
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
      many(drawables, seed, RANDOM, random ?? 0),
      many(drawables, seed, PAIR, pairs ?? 0),
      many(drawables, seed, OPERATED, operated ?? 0),
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

/** Places with their single faults. */
export function toDrawable(places: Places): Drawable {
  return { places, cases: listSingleFaults(places) };
}

function* many(drawables: readonly Drawable[], seed: string, draw: Draw, count: number): Iterable<Trial> {
  const seeds = Math.min(SEEDS, Math.ceil(count / drawables.length / RUNS_PER_SEED));
  for (let nth = 0; nth < count; nth += 1) {
    const subject = nth % drawables.length;
    const drawn = drawCampaign(ensure(drawables[subject], 'an experiment'), draw, seed, nth);
    yield {
      subject,
      drawn,
      one: { class: draw === OPERATED ? 'operated' : 'several', stands: 1, campaign: drawn.campaign },
      seed: `${seed}.${Math.floor(nth / drawables.length) % seeds}`,
    };
  }
}

function* inTurn(parts: readonly Iterable<Trial>[]): Iterable<Trial> {
  for (const part of parts) yield* part;
}

/** Alternates; the rest of the longest one follows. */
function* alternate(...all: readonly Iterable<Trial>[]): Iterable<Trial> {
  const sources = all.map(makeTaker);
  for (;;) {
    const taken = sources.map((take) => take());
    if (taken.every((one) => one === null)) return;
    for (const one of taken) if (one !== null) yield one;
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

/**
 * Kinds of workloads that can be planned and priced, and not executed yet: what they would do on hosts is known by its
 * length and its work, and has no script. Whoever carries such a plan out all the same is refused, by name.
 */
import { FsxbenchError } from '../shapes/errors';
import { type Fixture, fixtureKey } from '../shapes/fixture';
import type { UnsupportedKind } from '../shapes/unsupported-features';
import type { TargetContext, Plannable, Script, Step, Workload } from './contract';
import type { Demand } from './demand';
import { renderParts, scriptText } from './shell';

/** What would stand on hosts. */
export interface PlannedFixture extends Omit<Fixture, 'up' | 'down' | 'key' | 'lasting'> {
  /** What makes it what it is, as plain data. */
  readonly what: unknown;
  /** Outlives the command that puts it up, and answers after so many seconds at the latest. */
  readonly lasting?: { readonly readySeconds: number };
}

/** What hosts would do in a trial. */
export type PlannedStep = Omit<Step, 'script'>;

/** A kind as far as plans need it. */
export interface PlanOnlyWorkload<K extends UnsupportedKind = UnsupportedKind, P = unknown> extends Plannable<P> {
  readonly kind: K;
  fixtures(params: P, place: Omit<TargetContext<P>, 'files'>): readonly PlannedFixture[];
  script(params: P): readonly PlannedStep[];
  /** What its steps ask of the storage, by their names: what is paid for by bytes is reckoned with it. */
  demand(params: P): Readonly<Record<string, Demand>>;
}

/** As all others are taken: with scripts that refuse, and readers that throw `NotSupported`. */
export function toWorkload<P>(sketch: PlanOnlyWorkload<UnsupportedKind, P>): Workload<P> {
  const { kind } = sketch;
  const refusing = (what: string): Script =>
    renderParts({ comment: [`${what} of ${kind} is not built yet.`], variables: {}, files: ['refuse'] }, REFUSE);
  const refuse = (): never => {
    throw new FsxbenchError('NotSupported', `results of ${kind} cannot be read yet`, { facts: { kind } });
  };
  return {
    ...sketch,
    fixtures: (params, place) =>
      sketch.fixtures(params, place).map(({ what, lasting, ...one }) => {
        const script = scriptText(refusing(one.slot));
        const ready = lasting === undefined ? {} : { lasting: { ready: script, ...lasting } };
        return { ...one, ...ready, key: fixtureKey(what), up: script, down: script };
      }),
    script: (params) => sketch.script(params).map((step) => ({ ...step, script: refusing(`The step ${step.name}`) })),
    parse: refuse,
    readHost: refuse,
    judge: refuse,
  };
}

/** 78 of sysexits.h: what was asked for is not there. */
const REFUSE = { refuse: "echo 'this version cannot do it yet' >&2\nexit 78" };

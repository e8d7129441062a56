/**
 * Workload kinds that can be planned and priced, but not executed yet. They have durations and demands, but no scripts.
 * Executing such a plan fails with an error that names the kind.
 */
import { FsxbenchError } from '../shapes/errors';
import { type Fixture, makeFixtureKey } from '../shapes/fixture';
import type { UnsupportedKind } from '../shapes/unsupported-features';
import type { TargetContext, Plannable, Script, Step, Workload } from './contract';
import type { Demand } from './demand';
import { renderParts, joinScript } from './shell';

export interface PlannedFixture extends Omit<Fixture, 'up' | 'down' | 'key' | 'lasting'> {
  /** Plain data that identify the fixture, and from which its key is derived. */
  readonly what: unknown;
  /** Set if the fixture outlives the command that starts it, with the maximum seconds until it is ready. */
  readonly lasting?: { readonly readySeconds: number };
}

export type PlannedStep = Omit<Step, 'script'>;

export interface PlanOnlyWorkload<K extends UnsupportedKind = UnsupportedKind, P = unknown> extends Plannable<P> {
  readonly kind: K;
  fixtures(params: P, place: Omit<TargetContext<P>, 'files'>): readonly PlannedFixture[];
  script(params: P): readonly PlannedStep[];
  /** Storage demand by step name; also used for charges per byte. */
  demand(params: P): Readonly<Record<string, Demand>>;
}

/** Adds scripts that exit with an error, and parsers that throw `NotSupported`. */
export function createPlanOnlyWorkload<P>(planned: PlanOnlyWorkload<UnsupportedKind, P>): Workload<P> {
  const { kind } = planned;
  const refusing = (what: string): Script =>
    renderParts(
      { comment: [`${what} of ${kind} is not supported yet.`], variables: {}, files: ['refuse'] },
      REFUSING_SCRIPT,
    );
  const refuse = (): never => {
    throw new FsxbenchError('NotSupported', `results of ${kind} cannot be read yet`, { facts: { kind } });
  };
  return {
    ...planned,
    fixtures: (params, place) =>
      planned.fixtures(params, place).map(({ what, lasting, ...one }) => {
        const script = joinScript(refusing(one.slot));
        const ready = lasting === undefined ? {} : { lasting: { ready: script, ...lasting } };
        return { ...one, ...ready, key: makeFixtureKey(what), up: script, down: script };
      }),
    script: (params) => planned.script(params).map((step) => ({ ...step, script: refusing(`The step ${step.name}`) })),
    parse: refuse,
    readHost: refuse,
    judge: refuse,
  };
}

/** 78: EX_CONFIG of sysexits.h. */
const REFUSING_SCRIPT = { refuse: "echo 'this version of fsxbench cannot execute this workload yet' >&2\nexit 78" };

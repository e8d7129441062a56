/** A rig before pricing. */
import type { SearchCell } from '../../../shapes/guard';
import type { Layout } from '../../../shapes/layout';
import type { Comparison, CopyChange, CopyPlan, RigPlan, Timing, TrialPlan } from '../../../shapes/plan';
import type { ResolvedCell } from '../../design/cells';
import type { FixtureTimes, StepSources } from './steps';
import bounds from '../../../shapes/machine-bounds.json';

export interface RigInput extends StepSources {
  readonly cells: readonly ResolvedCell[];
  readonly comparison: Comparison;
  readonly searches: readonly SearchCell[];
  /** See `ExpandedSpec`. */
  readonly looks: boolean;
  readonly executionId: string;
  readonly seed: string;
  readonly timing: Timing;
  readonly keys: Layout;
  readonly bucket: string;
  /** Region of the package sources for hosts. */
  readonly region: string;
  /** Epoch seconds at which hosts terminate themselves. */
  readonly expiresAt: number;
}

/** Trials between two changes of target instances, before they are divided into batches. */
export interface TrialStretch {
  readonly period: number;
  readonly changes: readonly CopyChange[];
  readonly trials: readonly TrialPlan[];
  /** The change of a target instance by the only trial, and its moment: billed at the higher price of both settings. */
  readonly transition?: CopyChange & { readonly afterSeconds: number };
}

export interface RigDraft
  extends Pick<RigPlan, 'rig' | 'block' | 'roles' | 'hosts' | 'readySeconds' | 'choices' | 'clean'> {
  readonly copies: readonly Omit<CopyPlan, 'usdPerHour'>[];
  /** Each fixture of each target instance. */
  readonly fixtures: readonly (FixtureTimes & { readonly copy: string })[];
  readonly stretches: readonly TrialStretch[];
}

/**
 * Poll interval of creates and changes, seconds: FSx publishes no rate limits, and each poll is a billed Lambda call.
 */
const REQUEST_POLL_SECONDS = { least: 5, most: 20, looksInExpected: 20 };

/**
 * Maximum polls of one request: each poll adds 9 events to the history, which must stay far below the limit of Step
 * Functions.
 */
const MAX_REQUEST_POLLS = 2000;

/** Poll interval of a request, seconds. Short requests are polled more often, because hosts wait for them. */
export function computePollSeconds({ expectedSeconds, timeoutSeconds }: RequestTimes): number {
  const { least, most, looksInExpected } = REQUEST_POLL_SECONDS;
  const often = Math.min(most, Math.max(least, Math.ceil(expectedSeconds / looksInExpected)));
  return Math.max(often, Math.ceil(timeoutSeconds / MAX_REQUEST_POLLS));
}

interface RequestTimes {
  readonly expectedSeconds: number;
  readonly timeoutSeconds: number;
}

/** Maximum target instances that a rig prepares in parallel. */
export const PARALLEL_PREPARATIONS = bounds.parallelPreparations;

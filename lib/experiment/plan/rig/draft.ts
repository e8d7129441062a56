/** A rig before it is priced, and what it is made of. */
import type { SearchCell } from '../../../shapes/guard';
import type { Layout } from '../../../shapes/layout';
import type { Comparison, CopyChange, CopyPlan, RigPlan, Timing, TrialPlan } from '../../../shapes/plan';
import type { ResolvedCell } from '../../design/cells';
import type { FixtureTimes, StepSources } from './steps';

export interface RigInput extends StepSources {
  readonly cells: readonly ResolvedCell[];
  readonly comparison: Comparison;
  readonly searches: readonly SearchCell[];
  readonly executionId: string;
  readonly seed: string;
  readonly timing: Timing;
  readonly keys: Layout;
  readonly bucket: string;
  /** Where hosts get what their image lacks. */
  readonly region: string;
  /** Epoch seconds at which hosts end themselves. */
  readonly expiresAt: number;
}

/** Trials between which no copy changes, before they are divided into documents. */
export interface Stretch {
  readonly period: number;
  readonly changes: readonly CopyChange[];
  readonly trials: readonly TrialPlan[];
  /** The copy that its last trial changes, and to what: it costs what the dearer of both does. */
  readonly transition?: { readonly copy: string; readonly config: CopyChange['config'] };
}

/** A rig before it is priced. */
export interface RigDraft
  extends Pick<RigPlan, 'rig' | 'block' | 'roles' | 'hosts' | 'readySeconds' | 'choices' | 'clean'> {
  readonly copies: readonly Omit<CopyPlan, 'usdPerHour'>[];
  /** Each fixture of each copy alone. */
  readonly fixtures: readonly (FixtureTimes & { readonly copy: string })[];
  readonly stretches: readonly Stretch[];
}

/** Between two looks at what is made or changed, seconds: FSx publishes no rate of its calls, and Lambda bills each. */
const REQUEST_POLL = { least: 5, most: 20, looksInExpected: 20 };

/** Looks at one request, so that its history stays far below what Step Functions allows: 9 events each. */
const REQUEST_LOOKS = 2000;

/** Seconds between two looks at a request: what is soon over is looked at more often, as hosts wait for it. */
export function requestPollSeconds({ expectedSeconds, timeoutSeconds }: RequestTimes): number {
  const { least, most, looksInExpected } = REQUEST_POLL;
  const often = Math.min(most, Math.max(least, Math.ceil(expectedSeconds / looksInExpected)));
  return Math.max(often, Math.ceil(timeoutSeconds / REQUEST_LOOKS));
}

interface RequestTimes {
  readonly expectedSeconds: number;
  readonly timeoutSeconds: number;
}

/** Copies that a rig makes ready at once: `Prepare` of `state-machines/rig.asl.json`. */
export const PREPARED_AT_ONCE = 4;

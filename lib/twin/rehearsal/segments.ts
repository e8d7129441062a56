/** The phase of a rig at every moment, from its marks, trials and changes. */
import type { RigMark, RigOutcome } from '../../shapes/outcomes';
import type { TimelineBar } from '../../shapes/timeline';

export type RigPhase = TimelineBar['phase'];

/** Epoch milliseconds, `until` excluded. */
export interface TimeRange {
  readonly from: number;
  readonly until: number;
}

export interface PhaseSegment extends TimeRange {
  readonly phase: RigPhase;
}

export interface RigTimes extends TimeRange {
  /** Null if the rig was stopped before it could write it. */
  readonly outcome: RigOutcome | null;
  /** Attempts of trials: from their start to the judgement of their hosts, including the wait at the barrier. */
  readonly trials: readonly TimeRange[];
  /** Requests that changed the target in place. */
  readonly changes: readonly TimeRange[];
}

/** Segments in order, without gaps, from the rig's beginning to its end. */
export function splitIntoPhases(times: RigTimes): PhaseSegment[] {
  const { from, until, outcome, trials, changes } = times;
  const marks = outcome?.marks ?? [];
  const at = (wanted: RigMark): number => {
    const found = marks.find(({ mark }) => mark === wanted);
    return found === undefined ? Number.NaN : Date.parse(found.at);
  };
  // A rig without marks was creating until its first trial, and deleting after its last.
  const first = Math.min(...trials.map((one) => one.from), until);
  const last = Math.max(...trials.map((one) => one.until), from);
  const launched = replaceInfinite(at('launching'), first);
  const measuring = replaceInfinite(at('measuring'), first);
  const deleting = replaceInfinite(at('deleting'), outcome === null ? last : until);
  const bounds = [
    from,
    until,
    launched,
    measuring,
    deleting,
    ...[...trials, ...changes].flatMap((one) => [one.from, one.until]),
  ];
  const edges = [...new Set(bounds)].filter((edge) => edge >= from && edge <= until).sort((a, b) => a - b);
  const phaseAt = (moment: number): RigPhase => {
    if (changes.some((one) => isInRange(moment, one))) return 'changing';
    if (trials.some((one) => isInRange(moment, one))) return 'measuring';
    if (moment >= deleting) return 'deleting';
    if (moment < launched) return 'creating';
    return moment < measuring ? 'preparing' : 'idle';
  };
  const segments: PhaseSegment[] = [];
  for (const [index, edge] of edges.slice(0, -1).entries()) {
    const next = edges[index + 1] ?? edge;
    const phase = phaseAt(edge);
    const before = segments.at(-1);
    if (before?.phase === phase) segments[segments.length - 1] = { ...before, until: next };
    else segments.push({ phase, from: edge, until: next });
  }
  return segments;
}

/** Milliseconds that two ranges have in common. */
export function computeOverlap(a: TimeRange, b: TimeRange): number {
  return Math.max(0, Math.min(a.until, b.until) - Math.max(a.from, b.from));
}

function isInRange(moment: number, { from, until }: TimeRange): boolean {
  return moment >= from && moment < until;
}

function replaceInfinite(moment: number, otherwise: number): number {
  return Number.isNaN(moment) ? otherwise : moment;
}

/** The critical path: what the execution would have to do sooner to end sooner. */
import { expected } from '../../shapes/errors';
import type { RigSegments } from './bill/bill';
import type { Stretch } from './segments';

export interface Step {
  readonly what: string;
  readonly seconds: number;
}

/** Milliseconds: the report alone takes less. */
const WAITED = 60_000;

/**
 * Rigs that waited for each other, from the one that ended last backwards, each by phase; then what follows the rigs.
 * @param execution the whole, from the start of the experiment to the end of its guardian
 * @param measured from the start of the experiment to its end
 * @param proven when its receipt was written; left out: there is none
 */
export function criticalPath(
  rigs: readonly RigSegments[],
  execution: Stretch,
  measured: Stretch,
  proven: number = execution.until,
): Step[] {
  const steps: Step[] = [];
  const push = (what: string, milliseconds: number): void => {
    if (milliseconds >= 500) steps.unshift({ what, seconds: Math.round(milliseconds / 1000) });
  };
  const after = execution.until - proven;
  const waited = after >= WAITED ? after : 0;
  push('metrics of servers, mail', waited);
  push('guardian: settle, verify, receipt', execution.until - waited - measured.until);
  // A rig that ended the moment it began held nobody up.
  let rest = rigs.filter(({ segments }) => segments.length > 0);
  let end = measured.until;
  for (;;) {
    const before = end;
    rest = rest.filter((rig) => endOf(rig) <= before);
    const last = rest.reduce<RigSegments | undefined>(
      (latest, rig) => (latest === undefined || endOf(rig) > endOf(latest) ? rig : latest),
      undefined,
    );
    if (last === undefined) break;
    push(end === measured.until ? 'results, report' : 'waiting', end - endOf(last));
    for (const { phase, from, until } of merged(last).reverse()) push(`${last.rig} ${phase}`, until - from);
    end = last.segments[0]?.from ?? end;
    rest = rest.filter((rig) => rig !== last);
  }
  push('admission', end - execution.from);
  return steps;
}

function endOf({ segments }: RigSegments): number {
  return expected(segments.at(-1), 'a segment of a rig that took time').until;
}

/** Trials and the moments between them are one step. */
function merged({ segments }: RigSegments): { phase: string; from: number; until: number }[] {
  const steps: { phase: string; from: number; until: number }[] = [];
  for (const { phase, from, until } of segments) {
    const name = phase === 'idle' ? 'measuring' : phase;
    const before = steps.at(-1);
    if (before?.phase === name) before.until = until;
    else steps.push({ phase: name, from, until });
  }
  return steps;
}

/** The timeline of an execution, from what the machines and the hosts left: one lane a rig, and one for its trials. */
import type { RigOutcome } from '../shapes/marks';
import type { TimelineBar } from '../shapes/timeline';
import type { TrialRow } from '../shapes/verdict';

/** What a rig's phase means for its resources; the first pattern that fits. */
const PHASES: readonly (readonly [RegExp, TimelineBar['phase']])[] = [
  [/creat|launch|host|online|start/i, 'creating'],
  [/prepar|install|fill|layout/i, 'preparing'],
  [/tear|delet|clean|end/i, 'deleting'],
  [/change|stage-change|reach/i, 'changing'],
  [/measur|trial|batch|stage/i, 'measuring'],
];

/** Bars in the order of rigs and time. Instants that cannot be read, and bars without length, are left out. */
export function barsOf(outcomes: readonly RigOutcome[], rows: readonly TrialRow[]): readonly TimelineBar[] {
  const rigs = [...new Set([...outcomes.map(({ rig }) => rig), ...rows.map(({ rig }) => rig)])];
  return rigs.flatMap((rig) => {
    const phases = outcomes.find((outcome) => outcome.rig === rig)?.phases ?? [];
    const own = phases.slice(0, -1).flatMap(({ phase, at }, index) => {
      const to = phases[index + 1]?.at ?? at;
      return bar({ lane: rig, phase: meaning(phase), label: phase, from: at, to });
    });
    const trials = rows
      .filter((row) => row.rig === rig && row.started !== null && row.ended !== null)
      .toSorted((a, b) => ((a.started ?? '') < (b.started ?? '') ? -1 : 1))
      .flatMap(({ trial, started, ended }) =>
        bar({ lane: `${rig} trials`, phase: 'measuring', label: trial, from: started ?? '', to: ended ?? '' }),
      );
    return [...own, ...trials];
  });
}

function meaning(phase: string): TimelineBar['phase'] {
  return PHASES.find(([pattern]) => pattern.test(phase))?.[1] ?? 'idle';
}

function bar(one: TimelineBar): readonly TimelineBar[] {
  return Date.parse(one.to) > Date.parse(one.from) ? [one] : [];
}

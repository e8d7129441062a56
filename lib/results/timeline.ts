/** Timeline of an execution, from rig marks and trial rows: one lane per rig, and one for the trials of the rig. */
import type { RigMark, RigOutcome } from '../shapes/outcomes';
import type { TimelineBar } from '../shapes/timeline';
import type { TrialRow } from '../shapes/verdict';

/** Phase of a rig that begins at each mark. */
const PHASE_BY_MARK: Readonly<Record<Exclude<RigMark, 'done'>, TimelineBar['phase']>> = {
  creating: 'creating',
  launching: 'creating',
  preparing: 'preparing',
  measuring: 'measuring',
  changing: 'changing',
  deleting: 'deleting',
};

/** Bars in the order of rigs and time. Omits bars with unreadable times or zero length. */
export function listBars(outcomes: readonly RigOutcome[], rows: readonly TrialRow[]): readonly TimelineBar[] {
  const rigs = [...new Set([...outcomes.map(({ rig }) => rig), ...rows.map(({ rig }) => rig)])];
  return rigs.flatMap((rig) => {
    const marks = outcomes.find((outcome) => outcome.rig === rig)?.marks ?? [];
    const own = marks.flatMap(({ mark, at }, index) => {
      const to = marks[index + 1]?.at;
      return mark === 'done' || to === undefined
        ? []
        : toBars({ lane: rig, phase: PHASE_BY_MARK[mark], label: mark, from: at, to });
    });
    const trials = rows
      .flatMap(({ trial, rig: its, started, ended }) =>
        its !== rig || started === null || ended === null ? [] : [{ trial, from: started, to: ended }],
      )
      .toSorted((one, two) => (one.from < two.from ? -1 : 1))
      .flatMap(({ trial, from, to }) => toBars({ lane: `${rig} trials`, phase: 'measuring', label: trial, from, to }));
    return [...own, ...trials];
  });
}

function toBars(one: TimelineBar): readonly TimelineBar[] {
  return Date.parse(one.to) > Date.parse(one.from) ? [one] : [];
}

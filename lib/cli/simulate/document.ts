/** What a simulation came to, for machines: `--json`, and the page of faults. */
import type { SubjectFile } from './subjects';
import type { ClassTally, Tally, Violation } from './tally';

export interface FaultsDocument {
  readonly schemaVersion: 1;
  /** Nothing in it is measured. */
  readonly simulated: true;
  readonly seed: string;
  /** Real time that it took. */
  readonly seconds: number;
  readonly runs: number;
  readonly virtualHours: number;
  readonly experiments: readonly Pick<SubjectFile, 'file' | 'experiment' | 'trials' | 'leftOut'>[];
  readonly classes: readonly ClassTally[];
  readonly violations: readonly Violation[];
  /** Of several simulations as one: how many runs each had, and of which experiments. */
  readonly parts?: readonly { readonly runs: number; readonly experiments: readonly string[] }[];
}

export function documentOf(
  tally: Tally,
  files: readonly SubjectFile[],
  { seed, seconds }: { readonly seed: string; readonly seconds: number },
): FaultsDocument {
  return {
    schemaVersion: 1,
    simulated: true,
    seed,
    seconds: Math.round(seconds),
    runs: tally.runs,
    virtualHours: Math.round(tally.hours),
    experiments: files.map(({ file, experiment, trials, leftOut }) => ({ file, experiment, trials, leftOut })),
    classes: tally.byClass(),
    violations: tally.violations,
  };
}

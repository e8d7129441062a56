/**
 * Which scenarios are asked about a mutant, and which first: the ones that are likely to notice. It changes how long a
 * run takes, and no result.
 */
import { wayOf } from './coverage';
import type { Mutant } from '../plant/mutant';
import type { Baseline } from './worker';

/** Learns from what was noticed so far. */
export class ScenarioOrder {
  /** Scenarios that noticed a mutant of a state, the latest last. */
  private readonly byState = new Map<string, string[]>();
  /** How many mutants of a machine a scenario has noticed. */
  private readonly byMachine = new Map<string, Map<string, number>>();

  private readonly quickFirst: readonly Baseline[];

  constructor(baseline: readonly Baseline[]) {
    this.quickFirst = [...baseline].sort((a, b) => a.seconds - b.seconds);
  }

  /** A scenario has noticed a mutant. */
  noticed(mutant: Mutant, scenario: string): void {
    const state = stateKey(mutant);
    this.byState.set(state, [...(this.byState.get(state) ?? []).filter((name) => name !== scenario), scenario]);
    const counts = this.byMachine.get(mutant.machine) ?? new Map<string, number>();
    this.byMachine.set(mutant.machine, counts.set(scenario, (counts.get(scenario) ?? 0) + 1));
  }

  /**
   * Names of the scenarios to ask: those that noticed something in the same state, then those that noticed most in the
   * same machine for the time that they take, then the quick ones. Left out are those that never enter the state, or
   * never take the way that changed; but the quickest of the machine is always there, to see that the mutant can be
   * loaded.
   */
  of(mutant: Mutant): string[] {
    const fitting = this.quickFirst.filter((one) => one.machines.includes(mutant.machine));
    const asked = fitting.filter((one, index) => index === 0 || comesAlong(one, mutant));
    const latest = [...(this.byState.get(stateKey(mutant)) ?? [])];
    const counts = this.byMachine.get(mutant.machine);
    const worth = ({ name, seconds }: Baseline): number => (counts?.get(name) ?? 0) / (seconds + 0.01);
    const ranked = [...asked].sort(
      (a, b) => latest.indexOf(b.name) - latest.indexOf(a.name) || worth(b) - worth(a) || a.seconds - b.seconds,
    );
    return ranked.map((one) => one.name);
  }
}

/** Where nothing is known of a scenario, it may come along anywhere. */
function comesAlong({ coverage }: Baseline, { state, way }: Mutant): boolean {
  if (state === '' || coverage.states.length === 0 || coverage.ways.length === 0) return true;
  return coverage.states.includes(state) && (way === null || coverage.ways.includes(wayOf(state, way)));
}

function stateKey({ machine, state }: Mutant): string {
  return `${machine}:${state}`;
}

/**
 * Which scenario is asked first about a mutant: the one that is likely to notice. It changes how long a run takes, no
 * result.
 */
import type { Mutant } from './mutant';

/** Learns from what was noticed so far. */
export class ScenarioOrder {
  /** Scenarios that noticed a mutant of a state, the latest last. */
  private readonly byState = new Map<string, string[]>();
  /** How many mutants of a machine a scenario has noticed. */
  private readonly byMachine = new Map<string, Map<string, number>>();

  /** @param quickFirst all scenarios, the quickest first */
  constructor(private readonly quickFirst: readonly string[]) {}

  /** A scenario has noticed a mutant. */
  noticed(mutant: Mutant, scenario: string): void {
    const state = stateKey(mutant);
    this.byState.set(state, [...(this.byState.get(state) ?? []).filter((name) => name !== scenario), scenario]);
    const counts = this.byMachine.get(mutant.machine) ?? new Map<string, number>();
    this.byMachine.set(mutant.machine, counts.set(scenario, (counts.get(scenario) ?? 0) + 1));
  }

  /** All scenarios: those that noticed something in the same state, then in the same machine, then the quick ones. */
  of(mutant: Mutant): string[] {
    const same = [...(this.byState.get(stateKey(mutant)) ?? [])].reverse();
    const counts = [...(this.byMachine.get(mutant.machine) ?? [])].sort((a, b) => b[1] - a[1]).map(([name]) => name);
    return [...new Set([...same, ...counts, ...this.quickFirst])];
  }
}

function stateKey({ machine, state }: Mutant): string {
  return `${machine}:${state}`;
}

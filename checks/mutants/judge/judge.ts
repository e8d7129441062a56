/** Whether a mutant is detected: first by the lint, then by the scenarios. */
import { lintMachine } from '../../machines/lint';
import type { Mutant } from '../plant/generate';

/** A scenario executes machines and checks promises about them. */
export interface Scenario {
  readonly name: string;
  /** Machines that it executes: it runs for their mutants only. */
  readonly machines: readonly string[];
  /**
   * Runs the scenario once; must be repeatable in one process, and fast.
   * @param load text of a machine file with its placeholders; one of them may be a mutant
   * @returns problems, empty where there are none; a rejection counts as a problem
   */
  check(load: (machine: string) => string): Promise<string[]>;
}

/** The detecting check, and its message. */
export interface Notice {
  readonly by: 'lint' | 'scenario' | 'time-out' | 'crash';
  /** Name of the detecting scenario; empty for the lint. */
  readonly scenario: string;
  readonly what: string;
}

/** The original machines, with their lint findings. */
export interface Ground {
  readonly machines: ReadonlyMap<string, string>;
  readonly known: ReadonlyMap<string, ReadonlySet<string>>;
}

/** Lints the original machines, so that only new findings count. */
export function makeGround(machines: ReadonlyMap<string, string>): Ground {
  const known = [...machines].map(([name, text]) => [name, new Set(lintLines(name, text))] as const);
  return { machines, known: new Map(known) };
}

/**
 * The first detection of a mutant, null where there is none.
 * @param scenarios those to run, in this order
 * @param began called with the name of each scenario before it begins
 */
export async function judge(
  mutant: Pick<Mutant, 'machine' | 'definition'>,
  scenarios: readonly Scenario[],
  ground: Ground,
  began: (scenario: string) => void,
): Promise<Notice | null> {
  const { machine, definition } = mutant;
  const known = ground.known.get(machine) ?? new Set<string>();
  const news = lintLines(machine, definition).find((finding) => !known.has(finding));
  if (news !== undefined) return { by: 'lint', scenario: '', what: news };
  for (const scenario of scenarios) {
    began(scenario.name);
    const complaint = await findComplaint(scenario, (name) => (name === machine ? definition : getText(ground, name)));
    if (complaint !== null) return { by: 'scenario', scenario: scenario.name, what: complaint };
  }
  return null;
}

/** The first complaint of a scenario; null where there is none. */
export async function findComplaint(scenario: Scenario, load: (machine: string) => string): Promise<string | null> {
  try {
    return (await scenario.check(load))[0] ?? null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** The original file of a machine. */
export function getText(ground: Ground, machine: string): string {
  const text = ground.machines.get(machine);
  if (text === undefined)
    throw new Error(`there is no machine ${machine}; there are ${[...ground.machines.keys()].join(', ')}`);
  return text;
}

function lintLines(machine: string, text: string): string[] {
  return lintMachine(machine, text).map(({ state, rule, message }) => `${state} ${rule}: ${message}`);
}

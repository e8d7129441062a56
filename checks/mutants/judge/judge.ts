/** Whether anything notices a mutant: the lint first, then the scenarios. */
import { lintMachine } from '../../machines/lint';
import type { Mutant } from '../plant/generate';

/** A small story in which machines are executed, with the promises that it holds them to. */
export interface Scenario {
  readonly name: string;
  /** Machines that it exercises: only their mutants are shown to it. */
  readonly machines: readonly string[];
  /**
   * Runs the story once; must be repeatable in one process, and quick.
   * @param load text of a machine file, placeholders not filled in; one of them may be a mutant
   * @returns what is wrong, empty where all is well; rejecting counts as something wrong
   */
  check(load: (machine: string) => string): Promise<string[]>;
}

/** Who noticed, and what was said. */
export interface Notice {
  readonly by: 'lint' | 'scenario' | 'time-out' | 'crash';
  /** Of the scenario that noticed; empty where none did. */
  readonly scenario: string;
  readonly what: string;
}

/** The machines as they are, and what the lint has to say about them anyway. */
export interface Ground {
  readonly machines: ReadonlyMap<string, string>;
  readonly known: ReadonlyMap<string, ReadonlySet<string>>;
}

/** Lints the machines as they are, so that only what is new counts. */
export function makeGround(machines: ReadonlyMap<string, string>): Ground {
  const known = [...machines].map(([name, text]) => [name, new Set(lintLines(name, text))] as const);
  return { machines, known: new Map(known) };
}

/**
 * The first notice of a mutant, null where nothing notices it.
 * @param scenarios those to ask, in this order
 * @param began is told the name of each scenario before it begins
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

/** What a scenario says first; null where it is content. */
export async function findComplaint(scenario: Scenario, load: (machine: string) => string): Promise<string | null> {
  try {
    return (await scenario.check(load))[0] ?? null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** The file of a machine as it is. */
export function getText(ground: Ground, machine: string): string {
  const text = ground.machines.get(machine);
  if (text === undefined)
    throw new Error(`there is no machine ${machine}; there are ${[...ground.machines.keys()].join(', ')}`);
  return text;
}

function lintLines(machine: string, text: string): string[] {
  return lintMachine(machine, text).map(({ state, rule, message }) => `${state} ${rule}: ${message}`);
}

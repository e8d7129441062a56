/** Whether anything notices a mutant: the lint first, then the scenarios, the slow validator last. */
import { lintMachine } from '../../machines/lint';
import { REQUIRED_TAGS } from '../../../lib/shapes/layout';
import { validatorFindings } from '../../machines/lint-file';
import type { Mutant } from '../plant/mutant';
import type { Scenario } from './scenario';

/** Who noticed, and what was said. */
export interface Notice {
  readonly by: 'lint' | 'scenario' | 'validator' | 'time-out' | 'crash';
  /** Of the scenario that noticed; empty where none did. */
  readonly scenario: string;
  readonly what: string;
}

/** The machines as they are, and what the lint has to say about them anyway. */
export interface Ground {
  readonly machines: ReadonlyMap<string, string>;
  readonly known: ReadonlyMap<string, ReadonlySet<string>>;
  /** The same of the validator, filled as it is needed: it is slow. */
  readonly validated: Map<string, ReadonlySet<string>>;
}

/** Lints the machines as they are, so that only what is new counts. */
export function groundOf(machines: ReadonlyMap<string, string>): Ground {
  const known = [...machines].map(([name, text]) => [name, new Set(said(name, text))] as const);
  return { machines, known: new Map(known), validated: new Map() };
}

/**
 * The first notice of a mutant, null where nothing notices it.
 * @param scenarios those to ask, in this order
 * @param began is told the name of each scenario before it begins, and an empty one before the validator, which is slow
 */
export async function judge(
  mutant: Pick<Mutant, 'machine' | 'definition'>,
  scenarios: readonly Scenario[],
  ground: Ground,
  began: (scenario: string) => void,
): Promise<Notice | null> {
  const { machine, definition } = mutant;
  const known = ground.known.get(machine) ?? new Set<string>();
  const news = said(machine, definition).find((finding) => !known.has(finding));
  if (news !== undefined) return { by: 'lint', scenario: '', what: news };
  for (const scenario of scenarios) {
    began(scenario.name);
    const complaint = await complaintOf(scenario, (name) => (name === machine ? definition : textOf(ground, name)));
    if (complaint !== null) return { by: 'scenario', scenario: scenario.name, what: complaint };
  }
  began('');
  const invalid = invalidity(machine, definition, ground);
  return invalid === null ? null : { by: 'validator', scenario: '', what: invalid };
}

function invalidity(machine: string, definition: string, ground: Ground): string | null {
  const messages = (text: string): string[] => validatorFindings(text).map((finding) => finding.message);
  const known = ground.validated.get(machine) ?? new Set(messages(textOf(ground, machine)));
  ground.validated.set(machine, known);
  return messages(definition).find((message) => !known.has(message)) ?? null;
}

/** What a scenario says first; null where it is content. */
export async function complaintOf(scenario: Scenario, load: (machine: string) => string): Promise<string | null> {
  try {
    return (await scenario.check(load))[0] ?? null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** The file of a machine as it is. */
export function textOf(ground: Ground, machine: string): string {
  const text = ground.machines.get(machine);
  if (text === undefined)
    throw new Error(`there is no machine ${machine}; there are ${[...ground.machines.keys()].join(', ')}`);
  return text;
}

function said(machine: string, text: string): string[] {
  return lintMachine(machine, text, { requiredTags: REQUIRED_TAGS }).map(
    ({ state, rule, message }) => `${state} ${rule}: ${message}`,
  );
}

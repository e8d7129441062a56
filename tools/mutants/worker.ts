/** The process that judges mutants: many, one after the other, until it is ended or a mutant hangs it. */
import { readMachines } from '../machines/files';
import { complaintOf, type Ground, groundOf, judge, type Notice, textOf } from './judge';
import type { Mutant } from './mutant';
import type { Scenario } from './scenario';

/** What the process is asked. */
export type Question =
  | { readonly kind: 'baseline' }
  | { readonly kind: 'judge'; readonly mutant: Mutant; readonly order: readonly string[] };

/** What one scenario says about the machines as they are. */
export interface Baseline {
  readonly name: string;
  readonly seconds: number;
  readonly complaint: string | null;
}

/**
 * What the process says. `begin` is a sign of life: the time limit starts anew. An empty name is none of the scenarios.
 */
export type Answer =
  | { readonly kind: 'begin'; readonly scenario: string }
  | { readonly kind: 'baseline'; readonly scenarios: readonly Baseline[] }
  | { readonly kind: 'notice'; readonly notice: Notice | null };

/** Answers questions that come over the channel to the parent process. */
export function serve(scenarios: readonly Scenario[]): void {
  const ground = groundOf(readMachines(process.cwd()));
  // What a mutant leaves behind fails later and elsewhere: that says nothing about the next one.
  process.on('unhandledRejection', () => undefined);
  process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
  process.on('message', (question: Question) => {
    void answer(question, scenarios, ground, (reply) => process.send?.(reply));
  });
}

async function answer(
  question: Question,
  scenarios: readonly Scenario[],
  ground: Ground,
  say: (reply: Answer) => void,
): Promise<void> {
  const began = (scenario: string): void => say({ kind: 'begin', scenario });
  if (question.kind === 'baseline') {
    say({ kind: 'baseline', scenarios: await baseline(scenarios, ground, began) });
    return;
  }
  const rank = (scenario: Scenario): number => question.order.indexOf(scenario.name);
  const ordered = [...scenarios].sort((a, b) => rank(a) - rank(b));
  say({ kind: 'notice', notice: await judge(question.mutant, ordered, ground, began) });
}

async function baseline(
  scenarios: readonly Scenario[],
  ground: Ground,
  began: (scenario: string) => void,
): Promise<Baseline[]> {
  const results: Baseline[] = [];
  for (const scenario of scenarios) {
    began(scenario.name);
    const start = performance.now();
    const complaint = await complaintOf(scenario, (machine) => textOf(ground, machine));
    results.push({ name: scenario.name, seconds: (performance.now() - start) / 1000, complaint });
  }
  return results;
}

/** The process that judges mutants, one after another, until it is ended or a mutant hangs it. */
import { readMachines } from '../../machines/lint';
import { findComplaint, type Ground, makeGround, judge, type Notice, type Scenario, getText } from './judge';
import { type Coverage, recordCoverage } from './coverage';
import type { Mutant } from '../plant/generate';

/** Messages to the process. */
export type Question =
  | { readonly kind: 'names' }
  | { readonly kind: 'baseline'; readonly scenario: string }
  /** `scenarios`: those to run, in this order. */
  | { readonly kind: 'judge'; readonly mutant: Mutant; readonly scenarios: readonly string[] };

/** The result of one scenario with the original machines. */
export interface Baseline {
  readonly name: string;
  readonly machines: readonly string[];
  readonly seconds: number;
  readonly complaint: string | null;
  readonly coverage: Coverage;
}

export type Answer =
  | { readonly kind: 'names'; readonly scenarios: readonly Pick<Scenario, 'name' | 'machines'>[] }
  | { readonly kind: 'baseline'; readonly baseline: Baseline }
  | { readonly kind: 'notice'; readonly notice: Notice | null };

/** Answers questions from the channel to the parent process. */
export function serve(scenarios: readonly Scenario[]): void {
  const ground = makeGround(readMachines(process.cwd()));
  // Late failures of one mutant must not affect the next.
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
  say: (reply: Answer | { readonly kind: 'begin'; readonly scenario: string }) => void,
): Promise<void> {
  const began = (scenario: string): void => say({ kind: 'begin', scenario });
  const named = (name: string): Scenario[] => scenarios.filter((scenario) => scenario.name === name);
  switch (question.kind) {
    case 'names':
      say({ kind: 'names', scenarios: scenarios.map(({ name, machines }) => ({ name, machines })) });
      return;
    case 'baseline':
      for (const scenario of named(question.scenario))
        say({ kind: 'baseline', baseline: await baseline(scenario, ground) });
      return;
    case 'judge':
      say({
        kind: 'notice',
        notice: await judge(question.mutant, question.scenarios.flatMap(named), ground, began),
      });
  }
}

async function baseline(scenario: Scenario, ground: Ground): Promise<Baseline> {
  const { name, machines } = scenario;
  const start = performance.now();
  const { value, coverage } = await recordCoverage(() =>
    findComplaint(scenario, (machine) => getText(ground, machine)),
  );
  return { name, machines, seconds: (performance.now() - start) / 1000, complaint: value, coverage };
}

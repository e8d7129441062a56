/** Tests all mutants with several judging processes, within a time limit. */
import type { Notice } from './judge/judge';
import type { Mutant } from './plant/generate';
import type { AnsweringProcess, ProcessOutcome } from '../answering-process';
import type { Answer, Baseline, Question } from './judge/worker';
import { formatWay } from './judge/coverage';

/**
 * Selects and orders scenarios for a mutant: those that probably detect it come first. It learns from previous results,
 * and affects the duration of a run, but not its result.
 */
export class ScenarioOrder {
  /** Scenarios that detected a mutant of a state, the latest last. */
  private readonly byState = new Map<string, string[]>();
  /** Number of mutants of a machine that a scenario has detected. */
  private readonly byMachine = new Map<string, Map<string, number>>();

  private readonly quickFirst: readonly Baseline[];

  constructor(baseline: readonly Baseline[]) {
    this.quickFirst = [...baseline].sort((a, b) => a.seconds - b.seconds);
  }

  /** A scenario has detected a mutant. */
  noticed(mutant: Mutant, scenario: string): void {
    const state = stateKey(mutant);
    this.byState.set(state, [...(this.byState.get(state) ?? []).filter((name) => name !== scenario), scenario]);
    const counts = this.byMachine.get(mutant.machine) ?? new Map<string, number>();
    this.byMachine.set(mutant.machine, counts.set(scenario, (counts.get(scenario) ?? 0) + 1));
  }

  /**
   * Names of the scenarios to run. First those with a detection in the same state, then those with the most detections
   * in the same machine for their duration, then the fast ones. Scenarios that never enter the state or never take the
   * changed path are left out; but the fastest of the machine always runs, to check that the mutant can be loaded.
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

/** A scenario of unknown coverage may enter any state. */
function comesAlong({ coverage }: Baseline, { state, way }: Mutant): boolean {
  if (state === '' || coverage.states.length === 0 || coverage.ways.length === 0) return true;
  return coverage.states.includes(state) && (way === null || coverage.ways.includes(formatWay(state, way)));
}

function stateKey({ machine, state }: Mutant): string {
  return `${machine}:${state}`;
}

export type Judging = Pick<AnsweringProcess<Question, Answer>, 'ask' | 'stop'>;
export type Outcome = ProcessOutcome<Answer>;

/** A mutant and its detection; `notice` is null for a survivor. */
export interface MutantResult {
  readonly mutant: Mutant;
  readonly notice: Notice | null;
  readonly seconds: number;
}

/** Inputs besides the mutants. */
export interface Campaign {
  readonly processes: readonly Judging[];
  readonly baseline: readonly Baseline[];
  /** Minimum time limit of a scenario, and time limit of the lint, seconds. */
  readonly limitSeconds: number;
  /** Monotonic clock, milliseconds. */
  readonly now: () => number;
  /** No further mutant begins after it. */
  readonly deadline: number;
  /** Nor after this. */
  readonly interrupted: AbortSignal;
  readonly progress: (done: number, total: number, survivors: number) => void;
}

/** Maximum factor on the duration of a scenario with a mutant, relative to the original machines. */
const SLOWER_MAX = 4;
/** For the start on a busy machine, the lint of a large file, and the first run of a scenario. */
const START_SECONDS = 60;

/** Runs each scenario once with the original machines. */
export async function measureBaseline(
  processes: readonly Judging[],
  machines: ReadonlySet<string>,
  limitSeconds: number,
): Promise<Baseline[]> {
  const limit = (): number => 1000 * Math.max(START_SECONDS, limitSeconds);
  const [first] = processes;
  const names = first === undefined ? [] : namesIn(await first.ask({ kind: 'names' }, limit), machines);
  const found = new Map<string, Baseline>();
  const waiting = [...names];
  const work = async (process: Judging): Promise<void> => {
    for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) {
      const { answer } = assertAnswer(await process.ask({ kind: 'baseline', scenario: name }, limit), name);
      if (answer.kind === 'baseline') found.set(name, answer.baseline);
    }
  };
  await Promise.all(processes.map(work));
  return names.flatMap((name) => found.get(name) ?? []);
}

function namesIn(outcome: Outcome, machines: ReadonlySet<string>): string[] {
  const { answer } = assertAnswer(outcome, '');
  const all = answer.kind === 'names' ? answer.scenarios : [];
  // With duplicate names, later answers would be attributed to the wrong questions.
  const twice = all.find(({ name }, index) => all.findIndex((one) => one.name === name) !== index);
  if (twice !== undefined) throw new Error(`two scenarios are called "${twice.name}"`);
  return all.filter((one) => one.machines.some((name) => machines.has(name))).map((one) => one.name);
}

function assertAnswer(outcome: Outcome, scenario: string): Outcome & { readonly kind: 'answer' } {
  if (outcome.kind === 'time-out') throw new Error(`scenario "${scenario}" does not end`);
  if (outcome.kind === 'crash') throw new Error(`the scenarios cannot be loaded or run:\n${outcome.stderr}`);
  return outcome;
}

/**
 * Judges mutants until all are done or the time is over.
 * @returns results in the order of the mutants, without those that were not reached
 */
export async function judgeAll(mutants: readonly Mutant[], campaign: Campaign): Promise<MutantResult[]> {
  const results = new Map<Mutant, MutantResult>();
  const waiting = [...mutants];
  const order = new ScenarioOrder(campaign.baseline);
  const work = async (process: Judging): Promise<void> => {
    for (let mutant = waiting.shift(); mutant !== undefined; mutant = waiting.shift()) {
      if (campaign.now() > campaign.deadline || campaign.interrupted.aborted) return;
      const question: Question = { kind: 'judge', mutant, scenarios: order.of(mutant) };
      const began = campaign.now();
      const outcome = await process.ask(question, (scenario) => getLimitMs(scenario, campaign));
      const notice = toNotice(outcome);
      if (notice !== null && notice.scenario !== '') order.noticed(mutant, notice.scenario);
      results.set(mutant, { mutant, notice, seconds: (campaign.now() - began) / 1000 });
      const survivors = [...results.values()].filter((result) => result.notice === null).length;
      campaign.progress(results.size, mutants.length, survivors);
    }
  };
  await Promise.all(campaign.processes.map(work));
  return mutants.flatMap((mutant) => results.get(mutant) ?? []);
}

function getLimitMs(scenario: string, { baseline, limitSeconds }: Campaign): number {
  if (scenario === '') return 1000 * Math.max(START_SECONDS, limitSeconds);
  const usual = baseline.find((one) => one.name === scenario)?.seconds ?? 0;
  return 1000 * Math.max(limitSeconds, SLOWER_MAX * usual);
}

function toNotice(outcome: Outcome): Notice | null {
  if (outcome.kind === 'time-out') return { by: 'time-out', scenario: outcome.scenario, what: 'does not end' };
  if (outcome.kind === 'crash') return { by: 'crash', scenario: outcome.scenario, what: 'the process died' };
  return outcome.answer.kind === 'notice' ? outcome.answer.notice : null;
}

/** All mutants through a few judging processes, within a bounded time. */
import type { Notice } from './judge/judge';
import type { Mutant } from './plant/generate';
import type { Judging, Outcome } from './judge/process';
import type { Baseline, Question } from './judge/worker';
import { formatWay } from './judge/coverage';

/**
 * Which scenarios are asked about a mutant, and which first: the ones that are likely to notice. It changes how long a
 * run takes, and no result. It learns from what was noticed so far.
 */
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
  return coverage.states.includes(state) && (way === null || coverage.ways.includes(formatWay(state, way)));
}

function stateKey({ machine, state }: Mutant): string {
  return `${machine}:${state}`;
}

/** A mutant and who noticed it; `notice` is null for a survivor. */
export interface MutantResult {
  readonly mutant: Mutant;
  readonly notice: Notice | null;
  /** How long it took. */
  readonly seconds: number;
}

/** What is needed besides the mutants. */
export interface Campaign {
  readonly processes: readonly Judging[];
  readonly baseline: readonly Baseline[];
  /** Least time limit of a scenario, and time limit of the lint, seconds. */
  readonly limitSeconds: number;
  /** Milliseconds of a clock that only goes on. */
  readonly now: () => number;
  /** No further mutant begins after it. */
  readonly deadline: number;
  /** Nor after this. */
  readonly interrupted: AbortSignal;
  readonly progress: (done: number, total: number, survivors: number) => void;
}

/** A scenario may take this many times as long with a mutant as it took with the machines as they are. */
const SLOWER_MAX = 4;
/** Loading everything on a busy machine, linting a large file, a scenario for the first time. */
const START_SECONDS = 60;

/** Asks the processes what the scenarios of some machines say about these as they are, each scenario once. */
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
  // Two of one name would both answer to it: all later answers would be taken for those of other questions.
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
 * Judges mutants until all are judged or the time is over.
 * @returns in the order of the mutants; those that were not reached are missing
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

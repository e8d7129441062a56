/** Results of all runs so far: by class of fault, and every violation with the command that repeats it. */
import { CALM, type Campaign } from './faults/campaign';
import { CLASSES, type Case, type FaultClass } from './single';
import type { Outcome, SubjectFile } from './subject';

/** Runs of one class of faults. */
export interface ClassTally {
  readonly class: FaultClass;
  readonly runs: number;
  /** Places that these runs represent. */
  readonly places: number;
  /** Runs in which a rule never applied. */
  readonly missed: number;
  readonly violations: number;
  /** Maximum cost of unneeded resources, beyond a clean teardown, dollars; simulated. */
  readonly worstLateUsd: number;
  /** The command that repeats the worst; null where there was no late cost. */
  readonly worst: string | null;
  /** Maximum cost in two days for resources that only a person can delete; not part of the late dollars. */
  readonly worstPersonUsd: number;
}

export interface Violation {
  readonly file: string;
  readonly codes: readonly string[];
  /** The first complaint. */
  readonly text: string;
  readonly complaints: readonly string[];
  /** Number of rules of the original campaign, and of the minimized one. */
  readonly rules: number;
  readonly shrunkTo: number;
  readonly repeat: string;
}

/** One finished run. */
export interface FinishedRun {
  readonly one: Case;
  readonly outcome: Outcome;
  readonly repeat: string;
}

type MutableTally = { -readonly [K in keyof ClassTally]: ClassTally[K] };

export class Tally {
  runs = 0;
  hours = 0;
  /** Campaigns that were drawn again, because a rule of them never applied. */
  redrawn = 0;
  /** Runs in which each operation, fault of the register or change under load applied. */
  readonly operations = new Map<string, number>();
  readonly violations: Violation[] = [];
  private readonly classes = new Map<FaultClass, MutableTally>();

  add({ one, outcome, repeat }: FinishedRun): void {
    this.runs += 1;
    this.hours += outcome.hours;
    for (const name of listOperations(one.campaign, outcome))
      this.operations.set(name, (this.operations.get(name) ?? 0) + 1);
    const counted = this.classes.get(one.class) ?? none(one.class);
    this.classes.set(one.class, counted);
    counted.runs += 1;
    counted.places += one.stands;
    if (outcome.struck.some((times) => times === 0)) counted.missed += 1;
    if (outcome.complaints.length > 0) counted.violations += 1;
    counted.worstPersonUsd = Math.max(counted.worstPersonUsd, outcome.personUsd);
    if (outcome.lateUsd <= counted.worstLateUsd) return;
    counted.worstLateUsd = outcome.lateUsd;
    counted.worst = repeat;
  }

  /** Runs in which every rule applied. */
  countStruck(): number {
    return this.runs - this.byClass().reduce((sum, { missed }) => sum + missed, 0);
  }

  /** In the order of {@link CLASSES}, without unused ones. */
  byClass(): ClassTally[] {
    return (Object.keys(CLASSES) as FaultClass[]).flatMap((name) => this.classes.get(name) ?? []);
  }
}

/** Names of what applied in a run. */
function listOperations({ rules }: Campaign, { struck, hasChangedUnderLoad }: Outcome): ReadonlySet<string> {
  const applied = rules.filter((_, index) => (struck[index] ?? 0) > 0);
  return new Set([
    ...applied.flatMap((rule) => {
      if (rule.fault === 'person') return [rule.effect];
      if (rule.fault === 'register' || rule.fault === 'stack') return [rule.fault];
      return rule.fault === 'hand' && rule.effect === 'redrive' ? ['redrive'] : [];
    }),
    ...(hasChangedUnderLoad ? ['change under load'] : []),
  ]);
}

function none(name: FaultClass): MutableTally {
  return { class: name, runs: 0, places: 0, missed: 0, violations: 0, worstLateUsd: 0, worst: null, worstPersonUsd: 0 };
}

/** The result for machines: `--json`, and the page of faults. */
export interface CampaignDocument {
  readonly schemaVersion: 1;
  /** Nothing in it is measured. */
  readonly simulated: true;
  readonly seed: string;
  /** Real time that it took. */
  readonly seconds: number;
  readonly runs: number;
  readonly virtualHours: number;
  /** Runs in which every rule applied. */
  readonly struck: number;
  readonly redrawn: number;
  readonly operations: Readonly<Record<string, number>>;
  readonly experiments: readonly Pick<SubjectFile, 'file' | 'experiment' | 'trials' | 'leftOut'>[];
  readonly classes: readonly ClassTally[];
  readonly violations: readonly Violation[];
}

export function toDocument(
  tally: Tally,
  files: readonly SubjectFile[],
  { seed, seconds }: { readonly seed: string; readonly seconds: number },
): CampaignDocument {
  return {
    schemaVersion: 1,
    simulated: true,
    seed,
    seconds: Math.round(seconds),
    runs: tally.runs,
    virtualHours: Math.round(tally.hours),
    struck: tally.countStruck(),
    redrawn: tally.redrawn,
    operations: Object.fromEntries(tally.operations),
    experiments: files.map(({ file, experiment, trials, leftOut }) => ({ file, experiment, trials, leftOut })),
    classes: tally.byClass(),
    violations: tally.violations,
  };
}

/** The shell command that repeats a run. */
export function repeatCommand(file: string, campaign: Campaign, seed: string, whole: boolean): string {
  const parts = [
    'npm run campaign -- --spec',
    quoteForShell(file),
    ...(whole ? ['--whole'] : []),
    '--seed',
    quoteForShell(seed),
  ];
  const { hours, ...rest } = campaign;
  const said = hours === CALM.hours ? rest : campaign;
  return [...parts, '--faults', quoteForShell(JSON.stringify(said))].join(' ');
}

function quoteForShell(text: string): string {
  return /^[\w./:@%+=-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}

/** Contract of a tool under Open MPI: one job over all hosts of a role, in successive phases. */
import type * as z from 'zod';
import type { StepWork } from '../../shapes/file-operation';
import type { LimitedRates, LimitName, Metric, Metrics, IoDirection } from '../../shapes/metric';
import type { Problem } from '../../shapes/problem';
import type { ToolResult } from '../../shapes/tool-result';
import type { Reason } from '../../shapes/verdict';
import type { HostRaw } from '../contract';
import type { Demand, UnitOfWork } from '../demand';
import { buildMpiCall } from './call';
import type { LetterSyntax } from './options';
import type { Ranks } from './ranks';

export type MpiKind = 'ior' | 'mdtest';

export interface MpiParams extends Ranks {
  /** Role whose hosts run the processes. */
  readonly role: string;
}

/** A phase of a job: all processes finish it before the next phase begins. */
export interface MpiPhase {
  /** Name of the phase in the tool's reports. */
  readonly row: string;
  readonly metric: string;
  readonly words: string;
  /** Provisioned rate that limits the phase; null if none does. */
  readonly limit: LimitName | null;
  /** Direction in which the phase moves bytes; absent for phases that count operations. */
  readonly moves?: IoDirection;
}

export interface MpiSize {
  /** Iterations of all phases; the trial reports the mean over iterations. */
  readonly repeats: number;
  /** Bytes or files of all processes in one phase, in the unit of the phase's rate. */
  readonly amount: number;
  /** `amount` in units of work (`Demand.unit`). */
  readonly units: number;
  readonly workingBytes: number;
  /** Files and directories that exist at one time. */
  readonly names: number;
  /** Directories in which processes work, if relevant for the result. */
  readonly directories?: number;
  /** Of all iterations together. */
  readonly work: Omit<StepWork, 'ofAll' | 'inFlight'>;
}

export interface MpiOutput<P extends MpiParams> {
  /** Output file of the leader. */
  readonly file: string;
  readonly letters: LetterSyntax;
  parse(text: string): ToolResult;
  /** Numeric parameters of the job; null if the output does not state all of them. */
  parseJob(text: string): Readonly<Record<string, number>> | null;
  /** Expected result of `parseJob`. */
  expectJob(params: P, nodes: number): Readonly<Record<string, number>>;
}

/** Storage demand of one unit of work in one phase. */
export type MpiDemand = Omit<UnitOfWork, 'sequential'> & Pick<Demand, 'buffered'> & { readonly sequential?: boolean };

/** @example `IOR` in `ior/ior.ts` */
export interface MpiTool<K extends MpiKind = MpiKind, P extends MpiParams = MpiParams> {
  readonly kind: K;
  readonly summary: string;
  readonly schema: z.ZodType<P>;
  readonly unit: 'bytes/s' | 'ops/s';
  readonly phases: readonly MpiPhase[];
  /** Setting that increases the work of a phase, and the one that determines its data. */
  readonly setting: string;
  readonly dataSetting: string;
  /** Planned rate of one process. For the time limit: minimum rate of all processes, and minimum seconds. Assumed. */
  readonly pace: { readonly ofProcess: number; readonly least: number; readonly leastSeconds: number };
  readonly output: MpiOutput<P>;
  check(params: P): readonly Problem[];
  /** Problems that depend on the number of hosts. */
  checkHosts(params: P, hosts: number): readonly Problem[];
  /** Arguments of the tool, with the placeholders of `call.ts`. */
  readonly argv: (params: P) => readonly string[];
  size(params: P): MpiSize;
  demand(params: P, phase: MpiPhase): MpiDemand;
  judgeHosts?(hosts: readonly HostRaw[], params: P): readonly Reason[];
  /** Reasons if caches of hosts may have served the operations. Not called for in-memory file systems. */
  judgeMemory(raw: HostRaw, nodes: number, params: P): readonly Reason[];
}

export function listMetrics({ phases, unit }: Pick<MpiTool, 'phases' | 'unit'>): Metrics {
  const rate = (words: string): Metric => ({
    unit,
    better: 'higher',
    words,
    column: true,
    overHosts: 'sum',
    statistic: 'mean',
  });
  return Object.fromEntries(phases.map(({ metric, words }) => [metric, rate(words)]));
}

/** Each phase has its own limit. */
export function listLimits({ phases }: Pick<MpiTool, 'phases'>): readonly LimitedRates[] {
  return phases.flatMap(({ metric, limit, moves }): readonly LimitedRates[] => {
    if (limit === null) return [];
    if (moves === undefined) return [{ of: null, bytes: null, operations: { metric, limit } }];
    return [{ of: null, bytes: { metric, limit, moves }, operations: null }];
  });
}

/** Builds the whole command line. @param known see {@link buildMpiCall} */
export function buildToolCall<P extends MpiParams>(
  { kind, argv }: MpiTool<MpiKind, P>,
  params: P,
  hosts: number,
  known: Parameters<typeof buildMpiCall>[2] = {},
): readonly string[] {
  return buildMpiCall({ tool: kind, ranks: params.ranks, argv: argv(params) }, hosts, known);
}

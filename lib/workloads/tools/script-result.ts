/** Reads and judges results of fsxbench's scripts, one JSON file per host, described as a {@link ScriptResult}. */
import type * as z from 'zod';
import type { Metrics } from '../../shapes/metric';
import type { ToolResult } from '../../shapes/tool-result';
import type { Reason } from '../../shapes/verdict';
import type { HostFigures, HostRaw, HostReading, Window } from '../contract';
import { compareHosts } from '../compare-hosts';
import { createStatusMissing, judgeExit } from '../host-failures';

/** @example `RESULT` in `tree-copy/parse.ts` */
export interface ScriptResult<O, P> {
  /** Value of `tool` in the file, and the file's name: `raw/<tool>.json`. */
  readonly tool: string;
  readonly shape: z.ZodType<O>;
  readonly metrics: Metrics;
  readonly statistic: 'value' | 'mean';
  /** Noun for messages about exit codes, e.g. `the copy`. */
  readonly fails: string;
  /** Why the output is impossible, e.g. end times precede start times; null if it is possible. */
  impossible(output: O): string | null;
  /** Figures of each operation. Null if nothing was done or no time has passed. */
  figures(output: O): { readonly figures: readonly HostFigures[]; readonly window: Omit<Window, 'host'> } | null;
  /** Code of the reasons about shortcomings. */
  readonly incomplete: string;
  /** What is missing, regardless of the parameters. */
  listShortcomings(output: O): readonly string[];
  /** For `fsxbench parse`. */
  describe(output: O): { readonly version: string; readonly label: string };
  /** INVALID if the output belongs to other parameters. */
  judgeMatch(host: string, output: O, params: P): readonly Reason[];
  /** Reasons against a complete result. */
  doubts(raw: HostRaw, output: O, params: P): readonly Reason[];
  /** Properties that must be equal on all hosts. */
  readonly traits: Readonly<Record<string, (raw: HostRaw) => string | undefined>>;
}

/** The output, or why it is unreadable. */
export type ReadOutput<O> = { readonly output: O } | { readonly problem: string };

/** The result file of the measuring step. */
export function getOutputFile({ tool }: Pick<ScriptResult<never, never>, 'tool'>): string {
  return `raw/${tool}.json`;
}

/** Reads the output. Never throws for bad content. */
export function readOutput<O>(
  { tool, shape, impossible }: Pick<ScriptResult<O, never>, 'tool' | 'shape' | 'impossible'>,
  text: string,
): ReadOutput<O> {
  if (text.trim() === '') return { problem: 'it is empty' };
  let data: unknown;
  try {
    data = JSON.parse(text);
  } catch {
    return { problem: 'it is truncated or not JSON' };
  }
  const found = shape.safeParse(data);
  if (!found.success) {
    const [first] = found.error.issues;
    const where = first?.path.join('.') ?? '';
    return { problem: `the file is not output of ${tool}: ${where === '' ? '' : `${where}: `}${first?.message ?? ''}` };
  }
  const problem = impossible(found.data);
  return problem === null ? { output: found.data } : { problem };
}

/** Null if the output is missing or unreadable. */
export function findOutput<O, P>(of: ScriptResult<O, P>, { files }: HostRaw): O | null {
  const file = files.find(({ name }) => name === getOutputFile(of));
  const read = file === undefined ? null : readOutput(of, file.text);
  return read !== null && 'output' in read ? read.output : null;
}

export function readScriptHost<O, P>(of: ScriptResult<O, P>, { host, status, files }: HostRaw): HostReading {
  const name = getOutputFile(of);
  const file = files.find((one) => one.name === name);
  const read = file === undefined ? null : readOutput(of, file.text);
  const found = read !== null && 'output' in read ? of.figures(read.output) : null;
  const invalid = (code: string, text: string): readonly Reason[] => [{ level: 'invalid', code, text }];
  const why = (): readonly Reason[] => {
    if (status === null) return [createStatusMissing(host)];
    // The verdict already reports why the script failed.
    if (read === null) return status.rc === 0 ? invalid('NoResult', `${host} has no ${name}`) : [];
    return 'output' in read ? [] : invalid('Unreadable', `${host}: ${name} cannot be read: ${read.problem}`);
  };
  return {
    source: file?.source ?? null,
    figures: found?.figures ?? [],
    window: found?.window ?? null,
    reasons: why(),
  };
}

/** For `fsxbench parse`. */
export function parseScript<O, P>(of: ScriptResult<O, P>, text: string): ToolResult {
  const { tool, metrics, statistic } = of;
  const read = readOutput(of, text);
  if ('problem' in read) {
    const problems = [`this file cannot be read: ${read.problem}`];
    return { tool, toolVersion: null, status: 'failed', problems, runs: [] };
  }
  const { version, label } = of.describe(read.output);
  const figures = of.figures(read.output)?.figures ?? [];
  const found = of.listShortcomings(read.output);
  const problems = figures.length === 0 ? [...found, 'nothing was done'] : found;
  const observations = figures.flatMap(({ operation, values }) =>
    Object.entries(metrics).flatMap(([metric, { unit }]) => {
      const value = values[metric];
      return value === undefined ? [] : [{ metric, operation, statistic, unit, value }];
    }),
  );
  const status = problems.length > 0 ? 'failed' : 'ok';
  return { tool, toolVersion: version, status, problems, runs: [{ label, observations }] };
}

/** Reasons against a trial: for each host, then from comparing hosts. `readScriptHost` reports unreadable files. */
export function judgeScript<O, P>(of: ScriptResult<O, P>, hosts: readonly HostRaw[], params: P): readonly Reason[] {
  const ofHost = (raw: HostRaw): readonly Reason[] => {
    const failed = judgeExit(raw, of.fails);
    const output = findOutput(of, raw);
    if (raw.status === null || output === null) return failed;
    const { host } = raw;
    const lacks = of
      .listShortcomings(output)
      .map((text): Reason => ({ level: 'invalid', code: of.incomplete, text: `${host}: ${text}` }));
    const other = of.judgeMatch(host, output, params);
    const wrong = [...failed, ...other, ...lacks];
    return wrong.length > 0 ? wrong : of.doubts(raw, output, params);
  };
  return [...hosts.flatMap(ofHost), ...compareHosts(hosts, (raw) => raw, of.traits)];
}

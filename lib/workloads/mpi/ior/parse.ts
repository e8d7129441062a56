/** Output of IOR 3.0 to 4.1: text report, JSON (`-O summaryFormat=JSON`) or CSV. */
import * as z from 'zod';
import type { ToolResult } from '../../../shapes/tool-result';
import { groupBy } from '../../../shapes/collections';
import { quoteErrors, findImpossible, explainRefusal, type SummaryRow, toFigures } from '../output';
import { findContradiction, type IorFile, MIB_BYTES, METRIC_NAMES, type IorRates, readText } from './report';
import { describeJob, parseJobJson } from './job-details';

const TOOL = 'ior';

/** Parses an output for `fsxbench parse`. Never throws. */
export function parseOutput(text: string): ToolResult {
  const refused = explainRefusal(text, TOOL, 'IOR');
  if (refused !== null) return refused;
  const json = readJson(text);
  // The JSON may be of another tool in the same file.
  const plain = json === null || json.runs.length === 0 ? readText(text) : null;
  const found = json === null || (plain?.runs.length ?? 0) > 0 ? (plain ?? readText(text)) : json;
  const runs = found.runs.flatMap((run, index) =>
    run.observations.length === 0 ? [] : [{ label: String(index), ...run }],
  );
  const problems = listProblems(found, text, runs.length);
  return {
    tool: TOOL,
    toolVersion: found.version,
    status: problems.length === 0 ? 'ok' : runs.length === 0 || found.impossible !== null ? 'failed' : 'suspect',
    problems,
    ...(found.impossible === null ? {} : { impossible: true }),
    runs,
  };
}

function listProblems({ runs, version, impossible, broken }: IorFile, text: string, whole: number): readonly string[] {
  const said = quoteErrors(text);
  const found = [impossible, broken].flatMap((one) => one ?? []);
  if (whole === 0) {
    const known = version === null ? 'this is not output of IOR' : 'it ended without a result';
    return [...found, said === '' ? known : `${known}: ${said}`];
  }
  if (whole < runs.length) found.push(`${runs.length - whole} of ${runs.length} runs have no result`);
  return said === '' ? found : [...found, said];
}

/** Job parameters in an entry of the summary; equal in all versions that print a summary. */
const jobSchema = z.object({
  numTasks: z.number(),
  tasksPerNode: z.number(),
  repetitions: z.number(),
  blockSize: z.number(),
  transferSize: z.number(),
  segmentCount: z.number(),
});
const entrySchema = z.looseObject({
  operation: z.string(),
  TestID: z.number().default(0),
  bwMaxMIB: z.number(),
  bwMinMIB: z.number(),
  bwMeanMIB: z.number(),
  bwStdMIB: z.number(),
});
const documentSchema = z.object({
  Version: z.string().optional(),
  summary: z.array(entrySchema),
  tests: z.unknown().optional(),
});
/** Further details of each test, besides its entry in the summary. */
const testsSchema = z.array(
  z.object({
    TestID: z.number().default(0),
    Parameters: z.record(z.string(), z.unknown()),
    Results: z.array(z.unknown()).default([]),
  }),
);
/** One iteration; version 3.3 nests a list for each repetition. */
const iterationSchema = z.object({ access: z.string(), bwMiB: z.number() });

/** Job of the first entry in the summary; null if it is incomplete. */
export function parseIorJob(text: string): z.infer<typeof jobSchema> | null {
  const summary = documentSchema.safeParse(parseDocument(text)).data?.summary ?? [];
  return jobSchema.safeParse(summary[0]).data ?? null;
}

/** Null if the text contains no JSON; `broken` is set if the JSON is invalid. Lines before and after it are ignored. */
function readJson(text: string): IorFile | null {
  const document = parseDocument(text);
  if (document === null) return null;
  const nothing = { version: findVersion(text), runs: [], impossible: null };
  if (document === undefined)
    return {
      ...nothing,
      broken: 'the JSON is invalid: IOR was killed, or several processes wrote into one file',
    };
  const { data } = documentSchema.safeParse(document);
  if (data === undefined) return { ...nothing, broken: 'its JSON has no `summary` of rates' };
  const rows = data.summary.flatMap((entry) => {
    const metric = METRIC_NAMES.get(entry.operation);
    const { bwMaxMIB: max, bwMinMIB: min, bwMeanMIB: mean, bwStdMIB: stddev } = entry;
    return metric === undefined ? [] : [{ entry, metric, spread: { mean, max, min, stddev } }];
  });
  const tests = [...new Set(rows.map(({ entry }) => entry.TestID))];
  const parameters = testsSchema.safeParse(data.tests).data ?? [];
  return {
    version: findVersion(data.Version ?? text),
    runs: tests.map((test) => {
      const own = rows.filter(({ entry }) => entry.TestID === test);
      const observations = own.flatMap((row) => (row.spread.max > 0 ? toFigures(row, 'bytes/s', MIB_BYTES) : []));
      const its = parameters.find(({ TestID }) => TestID === test)?.Parameters;
      const job = jobSchema.safeParse(own[0]?.entry).data;
      if (its === undefined || job === undefined) return { observations };
      const stated = describeJob(text, parseJobJson(its, job), observations);
      return { observations, ...(stated === null ? {} : { job: stated }) };
    }),
    impossible: findImpossible(rows) ?? checkTests(parameters, rows),
    broken: rows.length === 0 ? '`summary` has neither writes nor reads' : null,
  };
}

/** Finds contradictions in a document with one test. */
function checkTests(tests: z.infer<typeof testsSchema>, rows: readonly SummaryRow[]): string | null {
  const [test, other] = tests;
  if (test === undefined || other !== undefined) return null;
  const all = test.Results.flat().flatMap((one) => iterationSchema.safeParse(one).data ?? []);
  const byMetric = groupBy(all, ({ access }) => METRIC_NAMES.get(access) ?? '');
  const rates: IorRates = Object.fromEntries(
    [...byMetric].map(([metric, own]) => [metric, own.map(({ bwMiB }) => bwMiB)]),
  );
  return findContradiction(rates, [rows]);
}

/**
 * Null if the text contains no JSON. Undefined if the JSON is invalid, e.g. mixed with parts of another document: in
 * 3.2, every process writes into the same file.
 */
function parseDocument(text: string): unknown {
  const from = /^[ \t]*\{/m.exec(text)?.index ?? -1;
  if (from < 0) return null;
  const to = text.lastIndexOf('}');
  if (/^[ \t,]*[\]}]/m.test(text.slice(0, from)) || /[\]}]/.test(text.slice(to + 1))) return undefined;
  try {
    // IOR may print warnings between JSON members; the parser reports them separately.
    const whole = text.slice(from, to + 1).replace(/^(?:ior )?WARN(?:ING)?: .*$/gm, '');
    return JSON.parse(whole) as unknown;
  } catch {
    return undefined;
  }
}

function findVersion(text: string): string | null {
  return /\bIOR-(\d[\w.+-]*)/.exec(text)?.[1] ?? /^(\d[\w.+-]*)$/.exec(text.trim())?.[1] ?? null;
}

/** Parses an output file of fio, whether fsxbench or a user ran it, into runs and their figures. */
import { groupBy } from '../../../shapes/collections';
import type { ToolResult } from '../../../shapes/tool-result';
import { dropExplained } from '../../tools/causes';
import { SYNC_PREFIX } from '../../tools/io-metrics';
import { type FioDocument, readDocument, dropSnapshots } from './document';
import { type Job, getOption } from './job';
import { type Finding, listFindings as findingsOf, explainNoResult, findNoStorage } from './problems/problems';
import { findSharedDisk, findOtherWaits, findMissingIos } from './problems/disks';
import { readReport, REPORT_LIMITS } from './report';
import { toFigures, type Run, groupRuns } from './runs';
import { scanText } from './scan';
import { describeRun } from './reported-options';

export interface FioOutput {
  readonly version: string | null;
  readonly runs: readonly Run[];
  /** The document of the last run; null if none is readable. */
  readonly document: FioDocument | null;
  /** The worst first. */
  readonly findings: readonly Finding[];
}

/** Reads JSON surrounded by any text. Never throws. @param report whether to read the human-readable report, too */
export function readOutput(text: string, report = false): FioOutput {
  const { documents, truncated, around } = scanText(text);
  const reports = report && documents.length === 0 && !truncated ? readReport(text) : [];
  const calls = [
    ...dropSnapshots(documents.map((one) => readDocument(one))),
    ...reports.map((one) => readDocument(one, REPORT_LIMITS)),
  ];
  const last = calls.at(-1);
  if (last === undefined) {
    const version = /\bfio-\d[\w.-]*/.exec(text)?.[0] ?? null;
    const finding: Finding = { severity: 'failed', code: 'NoResult', text: explainNoResult(text, truncated) };
    return { version, runs: [], document: null, findings: [finding] };
  }
  const runs = nameCalls(calls.map(({ jobs }, call) => groupRuns(jobs, call)));
  const found = [...findingsOf(runs, around, last.version)];
  if (runs.length === 0) found.push({ severity: 'failed', code: 'NoResult', text: 'the JSON lists no job' });
  if (truncated) {
    found.push({
      severity: 'suspect',
      code: 'Truncated',
      text: 'the last JSON document is truncated; the figures are from the last complete document',
    });
  }
  return { version: last.version, runs, document: last, findings: found };
}

/** Adds the number of the call of fio to labels that several calls in the text have. */
function nameCalls(calls: readonly (readonly Run[])[]): readonly Run[] {
  const labels = groupBy(calls.flat(), ({ label }) => label);
  return calls.flatMap((runs, call) =>
    runs.map((run) =>
      labels.get(run.label)?.length === 1 ? run : { ...run, label: `${run.label} of call ${call + 1}` },
    ),
  );
}

/** Codes of findings that make the figures meaningless. */
const IMPOSSIBLE_CODES: readonly string[] = ['ImpossibleFigure', 'Contradiction'];

/** Old versions do not print their command line. */
function toObservations(
  run: Run,
  document: FioDocument | null,
): Pick<ToolResult['runs'][number], 'observations' | 'stated' | 'unstated'> {
  const stated = run.directions.length === 0 ? null : describeRun(run, document?.disks !== null);
  const unstated = run.jobs.find((job) => job.unstated !== null)?.unstated;
  const all = run.directions.flatMap(toFigures);
  const observations = stated?.uncommitted ? all.filter(({ metric }) => !metric.startsWith(SYNC_PREFIX)) : all;
  return { observations, ...(stated === null ? {} : { stated }), ...(unstated ? { unstated } : {}) };
}

/**
 * Tolerated share of short or dropped I/Os: the last I/Os of each job may be short in files that fsxbench did not
 * create. Chosen; a valid recorded run has 12 in 520,000.
 */
const MAX_SHORT_SHARE = 0.001;

/** Findings that trials check differently: the location of files, and the number of short I/Os. */
function listFileFindings(run: Run): readonly Finding[] {
  const all = run.directions.reduce((sum, { ios }) => sum + ios, 0);
  const given = run.directions.reduce((sum, { shortIos }) => sum + shortIos, 0);
  const count = given > MAX_SHORT_SHARE * all ? given : 0;
  const where = findNoStorage(run);
  const short = `${count} I/Os of job ${run.label} moved less than a block, or were dropped`;
  return [
    ...(count === 0 ? [] : [{ severity: 'suspect' as const, code: 'ShortIos', text: short }]),
    ...(where === null ? [] : [{ severity: 'suspect' as const, code: 'NoData', text: where }]),
  ];
}

/** Options that change which jobs run concurrently. */
const CONCURRENCY_OPTIONS = ['startdelay', 'wait_for', 'new_group'];

function hasConcurrencyOptions(job: Job): boolean {
  // An option without a value is an empty text.
  return CONCURRENCY_OPTIONS.some((name) => {
    const value = getOption(job, name);
    return value !== null && value !== '0';
  });
}

/** Parses an output for `fsxbench parse`. Never throws. */
export function parseOutput(text: string): ToolResult {
  const { version, runs, document, findings } = readOutput(text, true);
  // fio reads the counters of disks at intervals.
  const isWhole = !findings.some(({ code }) => code === 'ShortRun' || code === 'JobFailed');
  const unmade = document === null || !isWhole ? [] : findMissingIos(document);
  const found: readonly Finding[] = [
    ...findings,
    ...runs.flatMap(listFileFindings),
    ...unmade.map((text): Finding => ({ severity: 'suspect', code: 'UnwrittenReads', text })),
  ];
  const read = runs.map((run) => toObservations(run, document));
  const causes = read.flatMap(({ stated }) => (stated?.doubts ?? []).map(({ code }) => code));
  const waits = document === null ? [] : findOtherWaits(document).map((text) => ({ code: 'waits', text }));
  const ofDisk = dropExplained(waits, causes).map(({ text }) => text);
  const doubts = document === null ? [] : [...findSharedDisk(document), ...ofDisk];
  const limits = runs.some(({ jobs }) => jobs.some((job) => job.unstated === REPORT_LIMITS)) ? [REPORT_LIMITS] : [];
  const problems = [...found.map(({ text: problem }) => problem), ...limits];
  const failed = found.some(({ severity }) => severity === 'failed');
  return {
    tool: 'fio',
    toolVersion: version,
    status: failed ? 'failed' : problems.length > 0 ? 'suspect' : 'ok',
    problems,
    ...(doubts.length === 0 ? {} : { doubts }),
    ...(found.some(({ code }) => IMPOSSIBLE_CODES.includes(code)) ? { impossible: true } : {}),
    runs: runs.map((run, index) => ({
      label: run.label,
      ...(run.jobs.some(({ error }) => error !== 0) ? { failed: true as const } : {}),
      group: run.group,
      ...(run.jobs.some(hasConcurrencyOptions) ? { loose: true } : {}),
      ...(read[index] ?? { observations: [] }),
    })),
  };
}

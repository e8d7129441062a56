/**
 * Output of mdtest 1.8 to 4.1; results are read from its table of rates. Two parts are ignored: lines about single
 * iterations, which one process prints and which may be off by a factor of two; and tables of times, whose units are
 * unreliable.
 */
import type { ToolResult } from '../../../shapes/tool-result';
import {
  quoteErrors,
  createFailure,
  findFailedOp,
  findImpossible,
  splitLines,
  explainRefusal,
  toFigures,
} from '../output';
import { describeJob } from './job-details';
import { readTables } from './table';

const TOOL = 'mdtest';
const LAUNCH_LINE = /\bmdtest-(\S{1,60}) was launched with (\d+) total task/g;
/** Characters before the launch line in which the start time is searched. */
const START_TIME_CHARACTERS = 60;
const END_LINE = /^-- finished at /m;
const VERBOSE_PREFIX = /^V-\d+: Rank \d+ Line \d+ /;

/** Parses an output for `fsxbench parse`. Never throws. */
export function parseOutput(text: string): ToolResult {
  const refused = explainRefusal(text, TOOL, TOOL);
  if (refused !== null) return refused;
  const starts = [...text.matchAll(LAUNCH_LINE)];
  if (starts.length === 0) {
    const said = quoteErrors(text);
    return createFailure(
      TOOL,
      null,
      said === '' ? 'the file is not output of mdtest: the line `was launched` is missing' : said,
    );
  }
  const read = starts.map((start, index) =>
    readRun(
      text.slice(Math.max(0, start.index - START_TIME_CHARACTERS), starts[index + 1]?.index),
      index,
      starts.length,
    ),
  );
  const problems = read.flatMap(({ problem }) => problem ?? []);
  const whole = read.filter(({ problem }) => problem === null).length;
  return {
    tool: TOOL,
    toolVersion: starts[0]?.[1] ?? null,
    // If other runs are valid, a failed run is dropped and reported as a problem.
    status:
      problems.length === 0 ? 'ok' : whole === 0 || read.some(({ impossible }) => impossible) ? 'failed' : 'suspect',
    problems,
    ...(read.some(({ impossible }) => impossible) ? { impossible: true as const } : {}),
    runs: read.flatMap(({ run }) => (run.observations.length === 0 ? [] : [run])),
  };
}

interface MdtestRunReading {
  readonly run: ToolResult['runs'][number];
  readonly problem: string | null;
  readonly impossible: boolean;
}

/** @param text text from a launch line to the next one */
function readRun(text: string, index: number, of: number): MdtestRunReading {
  const which = of === 1 ? '' : `run ${index + 1} of ${of}: `;
  const lines = splitLines(text).map((line) => line.replace(VERBOSE_PREFIX, ''));
  const rows = readTables(lines);
  const observations = rows.found.flatMap((row) => toFigures(row, 'ops/s'));
  const job = observations.length === 0 ? null : describeJob(text, lines, rows.found);
  const run = { label: String(index), observations, ...(job === null ? {} : { job }) };
  const wrong = findImpossible(rows.found);
  if (wrong !== null) return { run, problem: `${which}${wrong}`, impossible: true };
  const said = quoteErrors(text, rows.found.length > 0 && END_LINE.test(text));
  const more = said === '' ? '' : `: ${said}`;
  const undone = findFailedOp(text);
  const without = (problem: string): MdtestRunReading => ({
    run: { ...run, observations: [] },
    problem: `${which}${problem}`,
    impossible: false,
  });
  if (undone !== '') return without(`operations failed, but mdtest counts them as done: ${undone}`);
  if (rows.found.length > 0 && !END_LINE.test(text))
    return without(`the output is truncated: the line \`finished at\` is missing${more}`);
  if (rows.found.length > 0) return { run, problem: said === '' ? null : `${which}${said}`, impossible: false };
  if (rows.hasTimesOnly) return without('the output has only a table of times (-Z), without rates');
  const lacks = rows.hasRates ? 'the table of rates is empty or truncated' : 'it ended without a SUMMARY of its rates';
  return without(`${lacks}${more}`);
}

/** What one host left of its phases. */
import type { Reason } from '../../shapes/verdict';
import type { HostFigures, HostRaw, HostReading, Window } from '../contract';
import type { ToolResult } from '../../shapes/tool-result';
import { factsOf, METRICS } from './operations';
import { doneIn, type MetadataOutput, OUTPUT_FILE, readOutput, type ReadOutput, TOOL, windowOf } from './output';

/** Null where the file is missing. */
export function outputOf(raw: HostRaw): (ReadOutput & { readonly source: string }) | null {
  const file = raw.files.find(({ name }) => name === OUTPUT_FILE);
  return file === undefined ? null : { ...readOutput(file.text), source: file.source };
}

/** Figures, window and problems of one host. */
export function readHost(raw: HostRaw): HostReading {
  const read = outputOf(raw);
  const figures = read !== null && 'output' in read ? figuresOf(read.output) : null;
  return {
    source: read?.source ?? null,
    figures: figures === null ? [] : [figures],
    window: figures === null ? null : wholeOf(Object.values(figures.windows)),
    reasons: reasonsOf(raw, read),
  };
}

function reasonsOf({ host, status }: HostRaw, read: ReadOutput | null): readonly Reason[] {
  if (status === null) {
    const text = `${host} left no readable status.json: its script was killed, or its results were lost`;
    return [{ level: 'invalid', code: 'StatusMissing', text }];
  }
  // Where the script failed, the verdict already says why there is nothing.
  if (read === null)
    return status.rc === 0 ? [{ level: 'invalid', code: 'NoResult', text: `${host} left no ${OUTPUT_FILE}` }] : [];
  if ('output' in read) return [];
  return [{ level: 'invalid', code: 'Unreadable', text: `${host}: ${OUTPUT_FILE} cannot be read: ${read.problem}` }];
}

type Windows = Readonly<Record<string, Omit<Window, 'host'>>>;

/** Null where nothing was done: there is no rate. */
function figuresOf({ phases }: MetadataOutput): (HostFigures & { readonly windows: Windows }) | null {
  const found = phases.flatMap((phase) => {
    const window = windowOf(phase);
    const done = doneIn(phase);
    return window === null || done === 0 || window.to <= window.from
      ? []
      : [{ metric: factsOf(phase.operation).metric, window, done }];
  });
  if (found.length === 0) return null;
  return {
    operation: null,
    values: Object.fromEntries(found.map(({ metric, window, done }) => [metric, done / (window.to - window.from)])),
    windows: Object.fromEntries(found.map(({ metric, window }) => [metric, window])),
    weight: found.reduce((sum, { done }) => sum + done, 0),
    histograms: {},
  };
}

function wholeOf(windows: readonly Omit<Window, 'host'>[]): Omit<Window, 'host'> {
  return { from: Math.min(...windows.map(({ from }) => from)), to: Math.max(...windows.map(({ to }) => to)) };
}

/** For `fsxbench parse`. */
export function parseOutput(text: string): ToolResult {
  const read = readOutput(text);
  if ('problem' in read) {
    const problems = [`this file cannot be read: ${read.problem}`];
    return { tool: TOOL, toolVersion: null, status: 'failed', problems, runs: [] };
  }
  const { python, asked } = read.output;
  const figures = figuresOf(read.output);
  const problems = shortcomings(read.output);
  return {
    tool: TOOL,
    toolVersion: python,
    status: problems.length > 0 || figures === null ? 'failed' : 'ok',
    problems: figures === null ? [...problems, 'nothing was done'] : problems,
    runs: [
      {
        label: `${asked.ranks} processes`,
        observations: Object.entries(METRICS).flatMap(([metric, { unit }]) => {
          const value = figures?.values[metric];
          return value === undefined ? [] : [{ metric, operation: null, statistic: 'mean', unit, value }];
        }),
      },
    ],
  };
}

/** What speaks against phases whatever was asked: processes that failed, or did nothing. */
export function shortcomings({ asked, phases }: MetadataOutput): readonly string[] {
  return phases.flatMap(({ operation, ranks }) => {
    const failed = ranks.filter(({ error }) => error !== null);
    const [first] = failed;
    if (first !== undefined)
      return [`${failed.length} of ${ranks.length} processes ended ${operation} early: ${first.error ?? ''}`];
    const idle = ranks.filter(({ done }) => done === 0).length;
    // In one directory for all, only the first process of a host lists.
    const some = operation === 'list' && !asked.ownDirectory ? ranks.length - 1 : 0;
    return idle <= some ? [] : [`${idle} of ${ranks.length} processes did nothing in ${operation}`];
  });
}

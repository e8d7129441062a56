/** What one host left of a copy. */
import type { Reason } from '../../shapes/verdict';
import type { HostFigures, HostRaw, HostReading } from '../contract';
import type { ToolResult } from '../../shapes/tool-result';
import { COPY, METRICS } from './metrics';
import { OUTPUT_FILE, readOutput, type ReadOutput, secondsOf, TOOL, type TreeCopyOutput } from './output';

/** Null where the file is missing. */
export function outputOf(raw: HostRaw): (ReadOutput & { readonly source: string }) | null {
  const file = raw.files.find(({ name }) => name === OUTPUT_FILE);
  return file === undefined ? null : { ...readOutput(file.text), source: file.source };
}

/** Figures, window and problems of one host. */
export function readHost(raw: HostRaw): HostReading {
  const read = outputOf(raw);
  const output = read !== null && 'output' in read ? read.output : null;
  const figures = output === null ? null : figuresOf(output);
  return {
    source: read?.source ?? null,
    figures: figures === null ? [] : [figures],
    window: output === null || figures === null ? null : { from: output.began, to: output.synced },
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

/** Null where no time has passed or nothing was copied: there is no rate. */
function figuresOf(output: TreeCopyOutput): HostFigures | null {
  const { elapsed, synced } = secondsOf(output);
  const { files, bytes } = output.found;
  if (elapsed <= 0 || files === 0) return null;
  return {
    operation: COPY,
    values: { elapsed, elapsed_synced: synced, files_per_second: files / synced, throughput: bytes / synced },
    weight: files,
    histograms: {},
  };
}

/** For `fsxbench parse`. */
export function parseOutput(text: string): ToolResult {
  const read = readOutput(text);
  if ('problem' in read) {
    const problems = [`this file cannot be read: ${read.problem}`];
    return { tool: TOOL, toolVersion: null, status: 'failed', problems, runs: [] };
  }
  const { cp, asked, workers } = read.output;
  const figures = figuresOf(read.output);
  const values = figures?.values ?? {};
  const problems = shortcomings(read.output);
  return {
    tool: TOOL,
    toolVersion: cp,
    status: problems.length > 0 || figures === null ? 'failed' : 'ok',
    problems,
    runs: [
      {
        label: `${asked.files} files, ${workers.length} workers`,
        observations: Object.entries(METRICS).flatMap(([metric, { unit }]) => {
          const value = values[metric];
          return value === undefined ? [] : [{ metric, operation: COPY, statistic: 'value', unit, value }];
        }),
      },
    ],
  };
}

/** What speaks against a copy whatever was asked: it is not whole, or a worker failed. */
export function shortcomings({ asked, workers, found }: TreeCopyOutput): readonly string[] {
  const failed = workers.filter(({ rc }) => rc !== 0).map(({ worker, rc }) => `worker ${worker} (exit code ${rc})`);
  return [
    ...(failed.length === 0 ? [] : [`not all of cp ended well: ${failed.join(', ')}`]),
    ...(workers.length === asked.workers ? [] : [`${workers.length} of ${asked.workers} workers left a result`]),
    ...(found.right === asked.files && found.files === asked.files && found.bytes === asked.bytes
      ? []
      : [
          `the copy is not whole: ${found.files} files and ${found.bytes} bytes are there, ${found.right} of them as ` +
            `they should be; ${asked.files} files and ${asked.bytes} bytes were to be copied`,
        ]),
  ];
}

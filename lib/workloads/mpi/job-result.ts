/** Results of an MPI job: the leader has the output of the tool, the other hosts only have their host figures. */
import type { Metrics } from '../../shapes/metric';
import { MIN_PHASE_SECONDS } from '../../shapes/tool-result';
import type { Reason } from '../../shapes/verdict';
import type { HostRaw, HostReading, Reading } from '../contract';
import { compareHosts } from '../compare-hosts';
import { createStatusMissing, judgeExit, judgeShortRun } from '../host-failures';
import { isMemoryFileSystem } from '../host-memory';
import { judgeOptions } from '../tools/compare-options';
import { findUnevenRates } from './consistency';
import { DIRECT_FLAG, getToolArgs } from './call';
import { parseCall } from './options';
import { findFailedOp } from './output';
import { buildToolCall, type MpiKind, type MpiOutput, type MpiParams, type MpiTool } from './tool';

const STDERR_FILE = 'raw/stderr.txt';

type OutputReader = Pick<MpiOutput<never>, 'file' | 'parse'>;

/** Null on hosts that are not the leader. */
function findOutput(raw: HostRaw, { file }: OutputReader) {
  return raw.files.find(({ name }) => name === file) ?? null;
}

/** Reads a host's files; the leader has the figures of all hosts. Never throws for bad content. */
export function readMpiHost(raw: HostRaw, output: OutputReader, metrics: Metrics): HostReading {
  const { host, status } = raw;
  const nothing = { source: null, figures: [], window: null };
  if (status === null) return { ...nothing, reasons: [createStatusMissing(host)] };
  const file = findOutput(raw, output);
  // The verdict reports a failed tool.
  if (file === null || status.rc !== 0) return { ...nothing, reasons: [] };
  const undone = findFailedOp(raw.files.find(({ name }) => name === STDERR_FILE)?.text ?? '');
  if (undone !== '') {
    const text = `${host}: operations failed, but the tool counts them as done: ${undone}`;
    return { ...nothing, ofAll: true, reasons: [{ level: 'invalid', code: 'OperationsFailed', text }] };
  }
  const { status: how, problems, runs } = output.parse(file.text);
  const values = Object.fromEntries(
    (runs[0]?.observations ?? []).flatMap(({ metric, statistic, value }) =>
      statistic === 'mean' && Object.hasOwn(metrics, metric) ? [[metric, value] as const] : [],
    ),
  );
  const said = problems.join('; ');
  if (how === 'failed' || runs.length !== 1 || Object.keys(values).length === 0) {
    const text = `${host}: ${output.file} cannot be read: ${said === '' ? `${runs.length} runs instead of one` : said}`;
    return { ...nothing, ofAll: true, reasons: [{ level: 'invalid', code: 'Unreadable', text }] };
  }
  return {
    source: file.source,
    figures: [{ operation: null, values, weight: 1, histograms: {} }],
    ofAll: true,
    window: { from: status.started, to: status.ended },
    reasons: [
      ...(how === 'ok' ? [] : [{ level: 'suspect' as const, code: 'ErrorLines', text: `${host}: ${said}` }]),
      ...findUnevenRates(runs[0]?.observations ?? []).flatMap(({ metric, text }): Reason[] =>
        Object.hasOwn(values, metric) ? [{ level: 'suspect', code: 'UnevenIterations', text, metrics: [metric] }] : [],
      ),
    ],
  };
}

/** All reasons against a job. */
export function judgeMpiJob<P extends MpiParams>(
  tool: MpiTool<MpiKind, P>,
  reading: Reading,
  hosts: readonly HostRaw[],
  params: P,
): readonly Reason[] {
  return [
    ...judgeHosts(reading, hosts, tool.output),
    ...(tool.judgeHosts?.(hosts, params) ?? []),
    ...hosts.flatMap((raw) => {
      const file = findOutput(raw, tool.output);
      return file === null || raw.status?.rc !== 0 || reading.windows.length === 0
        ? []
        : judgeLeader(tool, reading, { raw, text: file.text, hosts: hosts.length }, params);
    }),
  ];
}

function judgeLeader<P extends MpiParams>(
  tool: MpiTool<MpiKind, P>,
  { observations }: Reading,
  { raw, text, hosts }: { readonly raw: HostRaw; readonly text: string; readonly hosts: number },
  params: P,
): readonly Reason[] {
  const { output, setting, kind } = tool;
  const { host, status } = raw;
  // Hosts that are folders of one machine count as one node.
  const nodes = status?.facts['mpiNodes'] === '1' ? 1 : hosts;
  const wrong = judgeMatch(host, output.parseJob(text), output.expectJob(params, nodes));
  if (wrong.length > 0) return wrong;
  const { amount } = tool.size(params);
  const short = observations.flatMap(({ metric, value }) =>
    judgeShortRun(`${metric}: a phase`, amount / value, MIN_PHASE_SECONDS, `Increase \`${setting}\``, [metric]),
  );
  const called = parseCall(
    getToolArgs(buildToolCall(tool, params, nodes, { DIRECT: DIRECT_FLAG }), kind),
    output.letters,
  );
  const isCached = !isMemoryFileSystem(status?.mount.type);
  const job = output.parse(text).runs[0]?.job;
  const differ = job?.contradictions ?? [];
  return [
    ...differ.map((why): Reason => ({ level: 'invalid', code: 'FiguresDisagree', text: `${host}: ${why}` })),
    ...short,
    ...judgeOptions(host, job?.options ?? null, called),
    ...(isCached ? tool.judgeMemory(raw, nodes, params) : []),
  ];
}

/** Reasons about failed hosts, a missing result, and differences between hosts. */
function judgeHosts(reading: Reading, hosts: readonly HostRaw[], output: OutputReader): readonly Reason[] {
  const failed = hosts.flatMap((raw) => judgeExit(raw, 'its part of the job'));
  const silent =
    failed.length === 0 && reading.reasons.length === 0 && hosts.every((raw) => findOutput(raw, output) === null);
  const none: readonly Reason[] = silent
    ? [{ level: 'invalid', code: 'NoResult', text: `no host has ${output.file}` }]
    : [];
  return [...failed, ...none, ...compareHosts(hosts, (raw) => raw, COMPARED_PROPERTIES)];
}

const COMPARED_PROPERTIES: Readonly<Record<string, (raw: HostRaw) => string | undefined>> = {
  'type of file system': ({ status }) => status?.mount.type,
  'bundle of the tool': ({ status }) => status?.facts['bundle'],
};

/** INVALID `WrongResult` if the job differs from the request. @param found null if the output states no job */
function judgeMatch(
  host: string,
  found: Readonly<Record<string, number>> | null,
  requested: Readonly<Record<string, number>>,
): readonly Reason[] {
  const words = (of: Readonly<Record<string, number>>): string =>
    Object.keys(requested)
      .map((name) => `${of[name] ?? 'no'} ${name}`)
      .join(', ');
  if (found !== null && Object.entries(requested).every(([name, value]) => found[name] === value)) return [];
  const text =
    found === null
      ? `${host}: the output does not describe the job; requested: ${words(requested)}`
      : `${host}: the result belongs to another configuration: ${words(found)}; requested: ${words(requested)}`;
  return [{ level: 'invalid', code: 'WrongResult', text }];
}

/** Reasons against the result of a trial, measured against what the trial was asked to do. */
import type { Reason } from '../../../shapes/verdict';
import type { HostRaw, HostStatus, Reading } from '../../contract';
import { formatBytes } from '../../../shapes/quantity';
import { compareHosts } from '../../compare-hosts';
import { getFailureCode } from '../../host-failures';
import { judgeLatency, judgeSteadiness } from '../../steadiness';
import { judgeStragglers } from '../../straggler';
import { applyChecks, BLOCK_CHECKS, CACHE_CHECKS, FIGURE_CHECKS, LOAD_CHECKS, METADATA_CHECKS } from './result-checks';
import { judgeReduction } from '../options/data-reduction';
import { judgeCall } from './judge-call';
import { judgeRate, LATENCY_METRICS, getCellRate } from './judge-rate';
import { getReduction } from '../options/options';
import { type HostOutput, parseHost } from './read-host';
import { type CellParams, type DataParams, isMetadata } from '../schema';
import { readOutput } from '../output/parse';
import { readBackBytes } from './verify';
import { seriesMetrics } from './series';

/** All reasons, host by host, then those that compare hosts, then those of all together. */
export function judge(reading: Reading, hosts: readonly HostRaw[], params: CellParams): readonly Reason[] {
  const outputs = hosts.map(parseHost);
  return [
    ...outputs.flatMap((host) => judgeHost(host, params)),
    ...(isMetadata(params) ? [] : [...judgeReduction(getReduction(params)), ...judgeReadBack(outputs, params)]),
    ...compareHosts(outputs, ({ raw }) => raw, TRAITS),
    ...judgeStragglers(reading.observations, 'iops'),
    // Creating files slows down as folders grow: the rate of metadata engines is not held to be steady.
    ...(isMetadata(params) ? [] : judgeSteadiness(reading.series, seriesMetrics(params)[0])),
    ...judgeLatency(reading.series, LATENCY_METRICS),
  ];
}

function judgeHost(host: HostOutput, params: CellParams): readonly Reason[] {
  const { status } = host.raw;
  // Said by the reading.
  if (status === null) return [];
  if (status.rc !== 0) return [toFailure(host, status, isMetadata(params) ? null : params)];
  if (isMetadata(params)) {
    const one = { host, status, params };
    return [
      ...applyChecks(FIGURE_CHECKS, one),
      ...judgeCall(host, status, params),
      ...applyChecks(METADATA_CHECKS, one),
    ];
  }
  const one = { host, status, params };
  const rate = getCellRate(host, params);
  return [
    ...applyChecks([...FIGURE_CHECKS, ...BLOCK_CHECKS], one),
    ...judgeCall(host, status, params),
    ...applyChecks(LOAD_CHECKS, one),
    ...(rate === null ? [] : judgeRate(host, rate)),
    ...applyChecks(CACHE_CHECKS, one),
  ];
}

/** Why a host has no result. @param asked null where no data are read or written */
export function toFailure(
  { raw }: HostOutput,
  status: HostStatus,
  asked: { readonly direct: 'auto' | boolean } | null,
): Reason {
  const { facts } = status;
  if (asked !== null && facts['ioengine'] === '') {
    return {
      level: 'infeasible',
      code: 'EngineUnavailable',
      text: `${raw.host}: ${facts['problem'] ?? 'the engine cannot be used'}`,
    };
  }
  if (asked?.direct === true && facts['direct'] === '0') {
    const text = `${raw.host}: the spec asks for O_DIRECT, but ${facts['directReason'] ?? 'it is refused'}`;
    return { level: 'infeasible', code: 'DirectRefused', text };
  }
  const why = facts['problem'] ?? quoteStderr(raw) ?? 'it printed no error';
  const text = `${raw.host}: fio ended with exit code ${status.rc}: ${why}`;
  return { level: 'invalid', code: getFailureCode(status), text };
}

/** What fio says of options that it does not take, before it says that their job is dropped. */
const REJECTED_OPTION = /^(?:Bad option |Did you mean |fio: failed parsing )/;
const QUOTED = 4;

/** Its last line, and before it what explains it; null where it said nothing. */
function quoteStderr({ files }: HostRaw): string | null {
  const text = files.find(({ name }) => name === 'raw/fio.stderr')?.text.trim() ?? '';
  const lines = text.split('\n').map((line) => line.trim());
  const told = [...lines.filter((line) => REJECTED_OPTION.test(line)).slice(0, QUOTED), lines.at(-1) ?? ''];
  return [...new Set(told)].join('; ') || null;
}

/** What must be the same on all hosts. */
export const TRAITS: Readonly<Record<string, (host: HostOutput) => string | undefined>> = {
  'version of fio': ({ raw }) => raw.status?.version,
  ioengine: ({ raw }) => raw.status?.facts['ioengine'],
  O_DIRECT: ({ raw }) => raw.status?.facts['direct'],
  'type of file system': ({ raw }) => raw.status?.mount.type,
  'what percentiles are of': ({ directions }) =>
    directions.find(({ percentilesOf: of }) => of)?.percentilesOf ?? undefined,
  memory: ({ raw }) => raw.status?.facts['memBytes'] && formatBytes(Number(raw.status.facts['memBytes'])),
};

/** What the call that reads back prints, and what it says beside it. */
export const READ_BACK_FILE = 'raw/verify.json';
const READ_BACK_STDERR = 'raw/verify.stderr';

/** Reasons of all hosts whose measurement ended well; where all is sound, one note of them together. */
export function judgeReadBack(hosts: readonly HostOutput[], params: DataParams): readonly Reason[] {
  const { verify } = params;
  const ended = hosts.filter(({ raw }) => raw.status?.rc === 0);
  if (verify === undefined || ended.length === 0) return [];
  const found = ended.flatMap((host) => judgeHostReadBack(host, readBackBytes(params)));
  if (found.length > 0) return found;
  const text =
    `hosts read their files back after the measured time, and each 4 KiB was what they had written (verify: ` +
    `${verify}); filling and checksumming took processor time of theirs while they wrote`;
  return [{ level: 'note', code: 'Verified', text }];
}

function judgeHostReadBack({ raw }: HostOutput, asked: number): readonly Reason[] {
  const textOf = (name: string): string => raw.files.find((file) => file.name === name)?.text ?? '';
  // fio may print what it found, and count no error.
  const { runs, findings } = readOutput(`${textOf(READ_BACK_STDERR)}\n${textOf(READ_BACK_FILE)}`);
  const failed = findings.find(({ code }) => code === 'VerifyFailed');
  if (failed !== undefined) return [{ level: 'invalid', code: 'VerifyFailed', text: `${raw.host}: ${failed.text}` }];
  const read = runs.flatMap(({ directions }) => directions).reduce((sum, { bytes }) => sum + bytes, 0);
  const wrong = findings.find(({ severity }) => severity === 'failed');
  if (read >= asked && wrong === undefined) return [];
  const why = wrong === undefined ? '' : `: ${wrong.text}`;
  const text = `${raw.host}: ${formatBytes(read)} of the ${formatBytes(asked)} that were to be verified were read back`;
  return [{ level: 'invalid', code: 'NotVerified', text: `${text}${why}` }];
}

/** Reasons against the result of a trial, measured against what the trial was asked to do. */
import type { Reason } from '../../../shapes/verdict';
import type { HostRaw, HostStatus, Reading } from '../../contract';
import { formatBytes } from '../../../shapes/quantity';
import { hostsDiffer } from '../../hosts-differ';
import { failureOf } from '../../out-of-time';
import { latencyReasons, steadyReasons } from '../../steady';
import { stragglerReasons } from '../../straggler';
import { applyChecks, OF_BLOCKS, OF_CACHES, OF_FIGURES, OF_LOAD, OF_METADATA } from './checks';
import { thinReasons } from '../options/content';
import { judgeCalled } from './judge-called';
import { judgeRate, LATENCIES, rateOfCell } from './judge-rate';
import { thinOf } from '../options/options';
import { type HostOutput, outputOf } from './read-host';
import { type CellParams, type DataParams, isMetadata } from '../schema';
import { readOutput } from '../output/parse';
import { readBackBytes } from './verify';
import { seriesMetrics } from './series';

/** All reasons, host by host, then those that compare hosts, then those of all together. */
export function judge(reading: Reading, hosts: readonly HostRaw[], params: CellParams): readonly Reason[] {
  const outputs = hosts.map(outputOf);
  return [
    ...outputs.flatMap((host) => judgeHost(host, params)),
    ...(isMetadata(params) ? [] : [...thinReasons(thinOf(params)), ...judgeReadBack(outputs, params)]),
    ...hostsDiffer(outputs, ({ raw }) => raw, TRAITS),
    ...stragglerReasons(reading.observations, 'iops'),
    // Creating files slows down as folders grow: the rate of metadata engines is not held to be steady.
    ...(isMetadata(params) ? [] : steadyReasons(reading.series, seriesMetrics(params)[0])),
    ...latencyReasons(reading.series, LATENCIES),
  ];
}

function judgeHost(host: HostOutput, params: CellParams): readonly Reason[] {
  const { status } = host.raw;
  // Said by the reading.
  if (status === null) return [];
  if (status.rc !== 0) return [toolFailed(host, status, isMetadata(params) ? null : params)];
  if (isMetadata(params)) {
    const one = { host, status, params };
    return [...applyChecks(OF_FIGURES, one), ...judgeCalled(host, status, params), ...applyChecks(OF_METADATA, one)];
  }
  const one = { host, status, params };
  const rate = rateOfCell(host, params);
  return [
    ...applyChecks([...OF_FIGURES, ...OF_BLOCKS], one),
    ...judgeCalled(host, status, params),
    ...applyChecks(OF_LOAD, one),
    ...(rate === null ? [] : judgeRate(host, rate)),
    ...applyChecks(OF_CACHES, one),
  ];
}

/** Why a host has no result. @param asked null where no data are read or written */
export function toolFailed(
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
  const why = facts['problem'] ?? saidBy(raw) ?? 'it said nothing about why';
  const text = `${raw.host}: fio ended with exit code ${status.rc}: ${why}`;
  return { level: 'invalid', code: failureOf(status), text };
}

/** What fio says of options that it does not take, before it says that their job is dropped. */
const NOT_TAKEN = /^(?:Bad option |Did you mean |fio: failed parsing )/;
const QUOTED = 4;

/** Its last line, and before it what explains it; null where it said nothing. */
function saidBy({ files }: HostRaw): string | null {
  const text = files.find(({ name }) => name === 'raw/fio.stderr')?.text.trim() ?? '';
  const lines = text.split('\n').map((line) => line.trim());
  const told = [...lines.filter((line) => NOT_TAKEN.test(line)).slice(0, QUOTED), lines.at(-1) ?? ''];
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
const SAID = 'raw/verify.stderr';

/** Reasons of all hosts whose measurement ended well; where all is sound, one note of them together. */
export function judgeReadBack(hosts: readonly HostOutput[], params: DataParams): readonly Reason[] {
  const { verify } = params;
  const ended = hosts.filter(({ raw }) => raw.status?.rc === 0);
  if (verify === undefined || ended.length === 0) return [];
  const found = ended.flatMap((host) => judgeReadBackOf(host, readBackBytes(params)));
  if (found.length > 0) return found;
  const text =
    `hosts read their files back after the measured time, and each 4 KiB was what they had written (verify: ` +
    `${verify}); filling and checksumming took processor time of theirs while they wrote`;
  return [{ level: 'note', code: 'Verified', text }];
}

function judgeReadBackOf({ raw }: HostOutput, asked: number): readonly Reason[] {
  const textOf = (name: string): string => raw.files.find((file) => file.name === name)?.text ?? '';
  // fio may print what it found, and count no error.
  const { runs, findings } = readOutput(`${textOf(SAID)}\n${textOf(READ_BACK_FILE)}`);
  const failed = findings.find(({ code }) => code === 'VerifyFailed');
  if (failed !== undefined) return [{ level: 'invalid', code: 'VerifyFailed', text: `${raw.host}: ${failed.text}` }];
  const read = runs.flatMap(({ directions }) => directions).reduce((sum, { bytes }) => sum + bytes, 0);
  const wrong = findings.find(({ severity }) => severity === 'failed');
  if (read >= asked && wrong === undefined) return [];
  const why = wrong === undefined ? '' : `: ${wrong.text}`;
  const text = `${raw.host}: ${formatBytes(read)} of the ${formatBytes(asked)} that were to be verified were read back`;
  return [{ level: 'invalid', code: 'NotVerified', text: `${text}${why}` }];
}

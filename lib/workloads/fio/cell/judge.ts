/** Reasons against the result of a trial, measured against what the trial was asked to do. */
import type { Reason } from '../../../shapes/verdict';
import type { HostRaw, HostStatus, Reading } from '../../contract';
import { formatBytes, formatSeconds } from '../../../shapes/quantity';
import { hostsDiffer } from '../../hosts-differ';
import { failureOf } from '../../out-of-time';
import { steadyReasons } from '../../steady';
import { stragglerReasons } from '../../straggler';
import { judgeCache, judgeNames } from './judge-cache';
import { judgeFigures } from './judge-figures';
import { judgeLoad } from './judge-load';
import { thinReasons } from '../options/content';
import { judgeCalled } from './judge-called';
import { judgeRate, rateOfCell } from './judge-rate';
import { thinOf } from '../options/options';
import type { Operation } from '../output/direction';
import { type HostOutput, outputOf, runtimeSeconds } from './read-host';
import { type CellParams, type DataParams, isMetadata, METADATA_OPERATION } from '../schema';
import { seriesMetrics } from './series';
import { judgeReadBack } from './judge-verify';

/** Metadata engines end with their files: under one second fio's start decides the rate. */
const METADATA_SECONDS = 1;

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
  ];
}

function judgeHost(host: HostOutput, params: CellParams): readonly Reason[] {
  const { status } = host.raw;
  // Said by the reading.
  if (status === null) return [];
  if (status.rc !== 0) return [toolFailed(host, status, isMetadata(params) ? null : params)];
  const reasons = isMetadata(params)
    ? [...shortMetadata(host), ...judgeNames(host.raw.host, status, params)]
    : [...judgeLoad(host, status, params), ...rateReasons(host, params), ...judgeCache(host.raw.host, status, params)];
  return [...zeroIo(host, params), ...judgeFigures(host, params), ...judgeCalled(host, status, params), ...reasons];
}

function rateReasons(host: HostOutput, params: DataParams): readonly Reason[] {
  const rate = rateOfCell(host, params);
  return rate === null ? [] : judgeRate(host, rate);
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

/** Directions that were asked for, and in which nothing was done. */
export function zeroIo({ raw, directions, source }: HostOutput, params: CellParams): readonly Reason[] {
  if (source === null) return [];
  const missing = wanted(params).filter(
    (operation) => !directions.some((direction) => direction.operation === operation && direction.ios > 0),
  );
  if (missing.length === 0) return [];
  const text = `${raw.host}: fio ended without an error, but made no ${missing.join(' and no ')} at all`;
  return [{ level: 'invalid', code: 'ZeroIo', text }];
}

function wanted(params: CellParams): readonly Operation[] {
  const rw = isMetadata(params) ? METADATA_OPERATION[params.ioengine] : params.rw;
  if (rw === 'randrw' || rw === 'rw') return ['read', 'write'];
  return rw === 'read' || rw === 'randread' ? ['read'] : ['write'];
}

function shortMetadata({ raw, directions }: HostOutput): readonly Reason[] {
  const seconds = runtimeSeconds(directions);
  if (seconds === 0 || seconds >= METADATA_SECONDS) return [];
  const text = `${raw.host} was done with all files after ${formatSeconds(seconds)}: give more files`;
  return [{ level: 'suspect', code: 'ShortRun', text }];
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

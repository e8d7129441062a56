/** Reasons against the result of a trial, from comparing it with its configuration. */
import type { Reason } from '../../../shapes/verdict';
import type { HostRaw, HostStatus } from '../../contract';
import { formatBytes } from '../../../shapes/quantity';
import { compareHosts } from '../../compare-hosts';
import { getFailureCode } from '../../host-failures';
import {
  applyChecks,
  BLOCK_CHECKS,
  CACHE_CHECKS,
  FIGURE_CHECKS,
  JOB_CHECKS,
  LOAD_CHECKS,
  METADATA_CHECKS,
} from './result-checks';
import { judgeReduction } from '../options/data-reduction';
import { judgeCall } from './judge-call';
import { judgeRate, getCellRate } from './judge-rate';
import { getReduction } from '../options/options';
import { type HostOutput, parseHost } from './read-host';
import { type CellParams, type DataParams, isMetadata } from '../schema';
import { readOutput } from '../output/parse';
import { computeReadBackBytes } from './verify';

/** All reasons: for each host, then from comparing hosts, then for all hosts together. */
export function judgeHosts(hosts: readonly HostRaw[], params: CellParams): readonly Reason[] {
  const outputs = hosts.map(parseHost);
  return [
    ...outputs.flatMap((host) => judgeHost(host, params)),
    ...(isMetadata(params) ? [] : [...judgeReduction(getReduction(params)), ...judgeReadBack(outputs, params)]),
    ...compareHosts(outputs, ({ raw }) => raw, COMPARED_PROPERTIES),
  ];
}

function judgeHost(host: HostOutput, params: CellParams): readonly Reason[] {
  const { status } = host.raw;
  // The reading already reports a missing status.
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
    ...applyChecks([...LOAD_CHECKS, ...JOB_CHECKS], one),
    ...(rate === null ? [] : judgeRate(host, rate)),
    ...applyChecks(CACHE_CHECKS, one),
  ];
}

/** Why a host has no result. @param requested null if the configuration moves no data */
export function toFailure(
  { raw }: HostOutput,
  status: HostStatus,
  requested: { readonly direct: 'auto' | boolean } | null,
): Reason {
  const { facts } = status;
  if (requested !== null && facts['ioengine'] === '') {
    return {
      level: 'infeasible',
      code: 'EngineUnavailable',
      text: `${raw.host}: ${facts['problem'] ?? 'the engine cannot be used'}`,
    };
  }
  if (requested?.direct === true && facts['direct'] === '0') {
    const text = `${raw.host}: the spec requires O_DIRECT, but ${facts['directReason'] ?? 'it is refused'}`;
    return { level: 'infeasible', code: 'DirectRefused', text };
  }
  const why = facts['problem'] ?? quoteStderr(raw) ?? 'it printed no error';
  const text = `${raw.host}: fio ended with exit code ${status.rc}: ${why}`;
  return { level: 'invalid', code: getFailureCode(status), text };
}

/** fio's messages about rejected options; fio prints them before it drops the job. */
const REJECTED_OPTION = /^(?:Bad option |Did you mean |fio: failed parsing )/;
const QUOTED_TEXT = 4;

/** Last line of stderr, after lines about rejected options; null if stderr is empty. */
function quoteStderr({ files }: HostRaw): string | null {
  const text = files.find(({ name }) => name === 'raw/fio.stderr')?.text.trim() ?? '';
  const lines = text.split('\n').map((line) => line.trim());
  const quoted = [...lines.filter((line) => REJECTED_OPTION.test(line)).slice(0, QUOTED_TEXT), lines.at(-1) ?? ''];
  return [...new Set(quoted)].join('; ') || null;
}

export const COMPARED_PROPERTIES: Readonly<Record<string, (host: HostOutput) => string | number | undefined>> = {
  'version of fio': ({ raw }) => raw.status?.version,
  ioengine: ({ raw }) => raw.status?.facts['ioengine'],
  O_DIRECT: ({ raw }) => raw.status?.facts['direct'],
  'type of file system': ({ raw }) => raw.status?.mount.type,
  'what percentiles are of': ({ directions }) =>
    directions.find(({ percentilesOf: of }) => of)?.percentilesOf ?? undefined,
  memory: ({ raw }) => Number(raw.status?.facts['memBytes'] ?? 0),
};

/** Standard output and standard error of the call that reads back. */
export const READ_BACK_FILE = 'raw/verify.json';
const READ_BACK_ERROR_FILE = 'raw/verify.stderr';

/** Reasons for all hosts whose measurement succeeded; one note for all hosts if none has a problem. */
export function judgeReadBack(hosts: readonly HostOutput[], params: DataParams): readonly Reason[] {
  const { verify } = params;
  const ended = hosts.filter(({ raw }) => raw.status?.rc === 0);
  if (verify === undefined || ended.length === 0) return [];
  const found = ended.flatMap((host) => judgeHostReadBack(host, computeReadBackBytes(params)));
  if (found.length > 0) return found;
  const text =
    'after the measurement hosts read back their files, and every 4 KiB block had its offset and a matching checksum ' +
    `(verify: ${verify}); checksums used CPU time of the hosts during the writes`;
  return [{ level: 'note', code: 'Verified', text }];
}

function judgeHostReadBack({ raw }: HostOutput, requested: number): readonly Reason[] {
  const textOf = (name: string): string => raw.files.find((file) => file.name === name)?.text ?? '';
  // fio may print a mismatch without counting an error.
  const { runs, findings } = readOutput(`${textOf(READ_BACK_ERROR_FILE)}\n${textOf(READ_BACK_FILE)}`);
  const failed = findings.find(({ code }) => code === 'VerifyFailed');
  if (failed !== undefined) return [{ level: 'invalid', code: 'VerifyFailed', text: `${raw.host}: ${failed.text}` }];
  const read = runs.flatMap(({ directions }) => directions).reduce((sum, { bytes }) => sum + bytes, 0);
  const wrong = findings.find(({ severity, code }) => severity === 'failed' || code === 'NotVerified');
  if (read >= requested && wrong === undefined) return [];
  const why = wrong === undefined ? '' : `: ${wrong.text}`;
  const text = `${raw.host}: ${formatBytes(read)} of the ${formatBytes(requested)} to verify were read back`;
  return [{ level: 'invalid', code: 'NotVerified', text: `${text}${why}` }];
}

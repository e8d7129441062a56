/** Rules of EFS beyond single settings, and what its settings do to measurements. */
import type { Problem } from '../../shapes/problem';
import type { QuotaUse } from '../../shapes/quota';
import { finding, trait } from '../fsx-shared';
import { CLIENT_BYTES, MIB, PERFORMANCE, PROVISIONED, readRates, writeRates, STORED_GIB_PER_MIB } from './limits';
import type { Efs } from './schema';

const CREATE = 'https://docs.aws.amazon.com/efs/latest/ug/API_CreateFileSystem.html';
const PRICING = 'https://aws.amazon.com/efs/pricing/';

/** File systems of an account in a Region. https://docs.aws.amazon.com/efs/latest/ug/limits.html */
export function quotas(): readonly QuotaUse[] {
  const source = 'https://docs.aws.amazon.com/efs/latest/ug/limits.html';
  // See `ServiceQuota` for where codes stand.
  const quota = { service: 'elasticfilesystem', code: 'L-848C634D', name: 'File systems per account' } as const;
  return [{ source, of: 'file systems of EFS', amount: 1, most: 1000, quota }];
}

/** Findings with paths relative to the target's entry. */
export function check(config: Efs): readonly Problem[] {
  return [...provisioned(config), ...performance(config), ...encryption(config), ...advice(config)];
}

/** "If KmsKeyId is specified, the Encrypted parameter must be set to true": API reference, CreateFileSystem. */
function encryption({ encrypted, kmsKeyId }: Efs): Problem[] {
  if (encrypted || kmsKeyId === undefined) return [];
  const message = 'a key encrypts nothing where `encrypted` is false: leave out one of both';
  return [finding('error', 'Contradiction', 'kmsKeyId', message, CREATE)];
}

function provisioned({ throughputMode, provisionedMiBps: asked }: Efs): Problem[] {
  const error = (message: string): Problem[] => [
    finding('error', 'BadThroughput', 'provisionedMiBps', message, CREATE),
  ];
  if (throughputMode !== 'provisioned') {
    return asked === undefined
      ? []
      : error(`found ${asked}; only throughputMode provisioned has it, and this is ${throughputMode}`);
  }
  const { least, most } = PROVISIONED;
  if (asked === undefined) return error(`throughputMode provisioned needs it: ${least} to ${most} MiB/s`);
  return asked >= least && asked <= most ? [] : error(`found ${asked}; allowed: ${least} to ${most} MiB/s`);
}

function performance({ performanceMode, throughputMode, zone }: Efs): Problem[] {
  if (performanceMode === 'generalPurpose') return [];
  const error = (why: string): Problem =>
    finding('error', 'BadPerformanceMode', 'performanceMode', `found maxIO; ${why}: write generalPurpose`, CREATE);
  return [
    ...(throughputMode === 'elastic' ? [error('throughputMode elastic does not have it')] : []),
    ...(zone === 'one-zone' ? [error('a file system in one zone does not have it')] : []),
  ];
}

function advice(config: Efs): Problem[] {
  const { throughputMode, storedGiB } = config;
  const client =
    `one host moves ${CLIENT_BYTES / MIB} MiB/s at most by NFS, whatever the file system has (with elastic, three ` +
    'times that where it is mounted with `tls: true`): more needs more hosts';
  const found = [trait('ClientLimit', 'throughputMode', client, PERFORMANCE)];
  if (throughputMode === 'elastic') {
    const message =
      'each GiB that is read and written is billed, beside the price of a month: what trials move is in the estimate ' +
      'as it is modelled, at most what hosts and file system can move; the price of a cell in the answer has it at ' +
      'the rate that was measured, for every hour of a month';
    found.push(trait('BilledByBytes', 'throughputMode', message, PRICING));
  }
  if (throughputMode === 'provisioned') {
    const free = Math.floor(storedGiB / STORED_GIB_PER_MIB);
    const message =
      `what comes with stored data, 1 MiB/s for ${STORED_GIB_PER_MIB} GiB, is not taken off the estimate: the file ` +
      `system that is made holds little. The price of a month with ${storedGiB} GiB is less by ${free} MiB/s`;
    found.push(trait('ProvisionedPrice', 'provisionedMiBps', message, PRICING));
  }
  if (throughputMode === 'bursting') {
    const baseline = shown(writeRates(config).baseline);
    const reads = shown(readRates(config).baseline);
    const message =
      `trials measure what the credits of a new file system give, 2.1 TiB of them; with ${storedGiB} GiB it writes ` +
      `${baseline} and reads ${reads} MiB/s when they are used up, and a new file system holds less than that`;
    found.push(trait('Bursts', 'throughputMode', message, PERFORMANCE));
  }
  return found;
}

function shown(bytes: number): string {
  return String(Math.round((10 * bytes) / MIB) / 10);
}

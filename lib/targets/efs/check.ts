/** Rules of EFS beyond single settings, and what its settings do to measurements. */
import texts from '../messages.json';
import { type Problem, say } from '../../shapes/problem';
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
  const client = say(texts.oneHostByNfs, { clientBytes: CLIENT_BYTES / MIB });
  const found = [trait('ClientLimit', 'throughputMode', client, PERFORMANCE)];
  if (throughputMode === 'elastic') {
    const message = texts.bytesBilled;
    found.push(trait('BilledByBytes', 'throughputMode', message, PRICING));
  }
  if (throughputMode === 'provisioned') {
    const free = Math.floor(storedGiB / STORED_GIB_PER_MIB);
    const message = say(texts.storedNotTakenOff, { storedGibPerMib: STORED_GIB_PER_MIB, storedGiB, free });
    found.push(trait('ProvisionedPrice', 'provisionedMiBps', message, PRICING));
  }
  if (throughputMode === 'bursting') {
    const baseline = shown(writeRates(config).baseline);
    const reads = shown(readRates(config).baseline);
    const message = say(texts.creditsOfNew, { storedGiB, baseline, reads });
    found.push(trait('Bursts', 'throughputMode', message, PERFORMANCE));
  }
  return found;
}

function shown(bytes: number): string {
  return String(Math.round((10 * bytes) / MIB) / 10);
}

/** Rules of EFS beyond single settings, and their effects on measurements. */
import { listBroken, type Problem } from '../../shapes/problem';
import type { QuotaUse } from '../../shapes/quota';
import { efs as rules } from '../rules.json';
import { CLIENT_BYTES, MIB, PROVISIONED_MIBPS, getReadRates, getWriteRates, STORED_GIB_PER_MIB } from './limits';
import type { Efs } from './schema';

/** File systems of an account in a Region. https://docs.aws.amazon.com/efs/latest/ug/limits.html */
export function listEfsQuotas(): readonly QuotaUse[] {
  const source = 'https://docs.aws.amazon.com/efs/latest/ug/limits.html';
  // See `ServiceQuota` for the source of codes.
  const quota = { service: 'elasticfilesystem', code: 'L-848C634D', name: 'File systems per account' } as const;
  return [{ source, of: 'file systems of EFS', amount: 1, most: 1000, quota }];
}

export function checkEfs(config: Efs): readonly Problem[] {
  const { throughputMode, provisionedMiBps, performanceMode, zone, encrypted, kmsKeyId, storedGiB } = config;
  const { least, most } = PROVISIONED_MIBPS;
  const isProvisioned = throughputMode === 'provisioned';
  const isGiven = provisionedMiBps !== undefined;
  const requested = provisionedMiBps ?? 0;
  const isOutside = requested < least || requested > most;
  const isMaxIo = performanceMode !== 'generalPurpose';
  const stored = { storedGiB, storedGibPerMib: STORED_GIB_PER_MIB, free: Math.floor(storedGiB / STORED_GIB_PER_MIB) };
  const bursting = throughputMode === 'bursting';
  const [writes = '', reads = ''] = bursting
    ? [getWriteRates(config), getReadRates(config)].map(({ baseline }) =>
        String(Math.round((10 * baseline) / MIB) / 10),
      )
    : [];
  return listBroken(
    [!isProvisioned && isGiven, rules.notProvisioned, { requested, throughputMode }],
    [isProvisioned && !isGiven, rules.noThroughput, { least, most }],
    [isProvisioned && isGiven && isOutside, rules.throughput, { requested, least, most }],
    [isMaxIo && throughputMode === 'elastic', rules.elasticMode],
    [isMaxIo && zone === 'one-zone', rules.zoneMode],
    // "If KmsKeyId is specified, the Encrypted parameter must be set to true": API reference, CreateFileSystem.
    [!encrypted && kmsKeyId !== undefined, rules.encryption],
    [true, rules.clientLimit, { mibps: CLIENT_BYTES / MIB }],
    [throughputMode === 'elastic', rules.billedByBytes],
    [isProvisioned, rules.provisionedPrice, stored],
    [bursting, rules.bursts, { storedGiB, baseline: writes, reads }],
  );
}

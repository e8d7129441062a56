/** What a spec says of a file system, as its deployment type and storage have it: all else is refused. */
import {
  type FsxLustre,
  type HardDisk,
  nameOf,
  PER_UNIT,
  type Persistent,
  type Persistent1,
  type Scratch,
  type Tiered,
  TIERED_METADATA,
} from './config';
import type { Raw } from './fields';

/** Says what is wrong with one setting. */
export type Refuse = (name: keyof Raw, message: string) => void;

/** Settings that not every type has, and who has each. */
const OWN = {
  storageGiB: 'its storage grows with what is stored',
  perUnitMBps: 'its throughput is chosen as a whole, with `throughputMBps`',
  driveCache: 'only storageType HDD has a drive cache',
  throughputMBps: 'only storageType INTELLIGENT_TIERING has a throughput as a whole',
  readCacheGiB: 'only storageType INTELLIGENT_TIERING has such a cache',
  storedGiB: 'only storageType INTELLIGENT_TIERING is billed by what is stored',
  metadataIops: 'only PERSISTENT_2 takes a metadata configuration',
  efa: 'only PERSISTENT_2 can be made for EFA',
  kmsKeyId: 'FSx encrypts it with a key of its own',
} as const satisfies Partial<Record<keyof Raw, string>>;
type Own = keyof typeof OWN;

/** Takes what a spec says; what is refused has some value, so that all that is wrong is found at once. */
export function byType(given: Raw, refuse: Refuse): FsxLustre {
  const { deploymentType, storageType } = given;
  if (storageType === 'HDD')
    return deploymentType === 'PERSISTENT_1' ? hardDisk(given, refuse) : elsewhere('PERSISTENT_1 has hard disks');
  if (storageType === 'INTELLIGENT_TIERING')
    return deploymentType === 'PERSISTENT_2' ? tiered(given, refuse) : elsewhere('PERSISTENT_2 has it');
  return onSsd(given, refuse);

  function elsewhere(who: string): FsxLustre {
    const message = `found '${String(storageType)}'; only ${who}, and this is ${deploymentType}`;
    refuse('storageType', message);
    // Which of both is meant decides what else is right: one mistake, one message.
    return onSsd(given, () => undefined);
  }
}

function onSsd(given: Raw, refuse: Refuse): FsxLustre {
  const { deploymentType } = given;
  if (deploymentType === 'PERSISTENT_1') return persistent1(given, refuse);
  return deploymentType === 'PERSISTENT_2' ? persistent(given, refuse) : scratch(given, deploymentType, refuse);
}

function settings({ compression, stripeCount }: Raw): Pick<Scratch, 'kind' | 'compression' | 'stripeCount'> {
  return { kind: 'fsx-lustre', compression, ...(stripeCount === undefined ? {} : { stripeCount }) };
}

function scratch(given: Raw, deploymentType: Scratch['deploymentType'], refuse: Refuse): Scratch {
  if (given.perUnitMBps !== undefined)
    refuse('perUnitMBps', `has no meaning for ${deploymentType}, which gives 200 MB/s for each TiB; leave it out`);
  only(given, ['storageGiB', 'perUnitMBps'], refuse);
  return { ...settings(given), deploymentType, storageGiB: size(given, refuse) };
}

function persistent1(given: Raw, refuse: Refuse): Persistent1 {
  only(given, ['storageGiB', 'perUnitMBps', 'kmsKeyId'], refuse);
  return {
    ...settings(given),
    deploymentType: 'PERSISTENT_1',
    storageGiB: size(given, refuse),
    perUnitMBps: perUnit(given, PER_UNIT.PERSISTENT_1, refuse),
    ...key(given),
  };
}

function hardDisk(given: Raw, refuse: Refuse): HardDisk {
  only(given, ['storageGiB', 'perUnitMBps', 'driveCache', 'kmsKeyId'], refuse);
  if (given.driveCache === undefined)
    refuse('driveCache', 'is missing; HDD needs READ (a cache of SSD of a fifth of its size) or NONE');
  return {
    ...settings(given),
    deploymentType: 'PERSISTENT_1',
    storageType: 'HDD',
    storageGiB: size(given, refuse),
    perUnitMBps: perUnit(given, PER_UNIT.HDD, refuse),
    driveCache: given.driveCache ?? 'NONE',
    ...key(given),
  };
}

function persistent(given: Raw, refuse: Refuse): Persistent {
  only(given, ['storageGiB', 'perUnitMBps', 'metadataIops', 'efa', 'kmsKeyId'], refuse);
  const { metadataIops = 'automatic' } = given;
  if (given.efa === true && metadataIops === 'none')
    refuse('metadataIops', "found 'none'; `efa` needs a metadata configuration: leave it out, or give a number");
  return {
    ...settings(given),
    deploymentType: 'PERSISTENT_2',
    storageGiB: size(given, refuse),
    perUnitMBps: perUnit(given, PER_UNIT.PERSISTENT_2, refuse),
    metadataIops,
    ...adapter(given),
    ...key(given),
  };
}

function tiered(given: Raw, refuse: Refuse): Tiered {
  const { throughputMBps, readCacheGiB, storedGiB, metadataIops = TIERED_METADATA[0] } = given;
  only(given, ['throughputMBps', 'readCacheGiB', 'storedGiB', 'metadataIops', 'efa', 'kmsKeyId'], refuse);
  const needs = (name: Own, what: string): void => refuse(name, `is missing; INTELLIGENT_TIERING needs ${what}`);
  if (throughputMBps === undefined) needs('throughputMBps', 'it: MB/s, a multiple of 4000');
  if (readCacheGiB === undefined) needs('readCacheGiB', 'it: none, proportional (5 GiB for each MB/s), or GiB');
  if (storedGiB === undefined) needs('storedGiB', 'it: GiB that would be kept on it, which FSx bills');
  const iops = TIERED_METADATA.find((one) => one === metadataIops);
  if (iops === undefined)
    refuse('metadataIops', `found ${said(metadataIops)}; INTELLIGENT_TIERING has ${TIERED_METADATA.join(' or ')}`);
  return {
    ...settings(given),
    deploymentType: 'PERSISTENT_2',
    storageType: 'INTELLIGENT_TIERING',
    throughputMBps: throughputMBps ?? 4000,
    readCacheGiB: readCacheGiB ?? 'none',
    metadataIops: iops ?? TIERED_METADATA[0],
    storedGiB: storedGiB ?? 0,
    ...adapter(given),
    ...key(given),
  };
}

/** Refuses what the type does not have. */
function only(given: Raw, has: readonly Own[], refuse: Refuse): void {
  for (const name of Object.keys(OWN) as Own[]) {
    // Not to be made for EFA is what every type is.
    if (given[name] === undefined || given[name] === false || has.includes(name)) continue;
    refuse(name, `has no meaning for ${nameOf(given)}: ${OWN[name]}; leave it out`);
  }
}

function size({ storageGiB, ...given }: Raw, refuse: Refuse): number {
  if (storageGiB === undefined) refuse('storageGiB', `is missing; ${nameOf(given)} needs a size, GiB`);
  return storageGiB ?? 1200;
}

function perUnit<T extends number>(given: Raw, all: readonly [T, ...T[]], refuse: Refuse): T {
  const allowed = `one of ${all.join(', ')}, MB/s for each TiB of storage`;
  const found = all.find((one) => one === given.perUnitMBps);
  if (given.perUnitMBps === undefined) refuse('perUnitMBps', `is missing; ${nameOf(given)} needs ${allowed}`);
  else if (found === undefined) refuse('perUnitMBps', `found ${said(given.perUnitMBps)}; needed here: ${allowed}`);
  return found ?? all[0];
}

function adapter({ efa }: Raw): { efa?: true } {
  return efa === true ? { efa } : {};
}

function key({ kmsKeyId }: Raw): { kmsKeyId?: string } {
  return kmsKeyId === undefined ? {} : { kmsKeyId };
}

function said(value: unknown): string {
  return JSON.stringify(value).replaceAll('"', "'");
}

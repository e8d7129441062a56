/** A small file system that breaks no rule, and that of the study of Kafka. */
import type { FsxOntap } from '../../../lib/targets/fsx-ontap/schema';

export const CONFIG: FsxOntap = {
  kind: 'fsx-ontap',
  deploymentType: 'SINGLE_AZ_1',
  haPairs: 1,
  storageGiB: 1024,
  throughputMBps: 512,
  diskIops: 'automatic',
  volumes: { count: 1, sizeGiB: 1024 },
};

/** Two pairs of the second generation. */
export const SECOND: FsxOntap = {
  kind: 'fsx-ontap',
  deploymentType: 'SINGLE_AZ_2',
  haPairs: 2,
  storageGiB: 8192,
  throughputMBpsPerPair: 3072,
  diskIops: 'automatic',
  volumes: { count: 2, sizeGiB: 1024 },
};

/** Stages of the study, in one file system. */
const KAFKA = {
  kind: 'fsx-ontap',
  deploymentType: 'MULTI_AZ_1',
  haPairs: 1,
  volumes: { count: 6, sizeGiB: 2150, constituents: 8 },
} as const;
export const KAFKA_2GBPS: FsxOntap = { ...KAFKA, storageGiB: 2048, throughputMBps: 2048, diskIops: 40_000 };
export const KAFKA_4GBPS: FsxOntap = { ...KAFKA, storageGiB: 5120, throughputMBps: 4096, diskIops: 160_000 };

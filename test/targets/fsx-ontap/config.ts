/** A small file system that breaks no rule, and that of the Kafka study. */
import type { FsxOntap } from '../../../lib/targets/fsx-ontap/schema';
import configs from './config.json';

export const CONFIG = configs.config as FsxOntap;

/** Two pairs of the second generation. */
export const SECOND = configs.second as FsxOntap;

/** Stages of the study, in one file system. */
const KAFKA = configs.kafka as Omit<FsxOntap, 'storageGiB'>;
export const KAFKA_2GBPS: FsxOntap = { ...KAFKA, storageGiB: 2048, throughputMBps: 2048, diskIops: 40_000 };
export const KAFKA_4GBPS: FsxOntap = { ...KAFKA, storageGiB: 5120, throughputMBps: 4096, diskIops: 160_000 };

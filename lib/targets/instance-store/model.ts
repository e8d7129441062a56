/** What the disks of a host are modelled to do in rehearsals. Without a page: assumed. */
import type { ModelledRate, TargetModel } from '../model';
import { DISK_METADATA } from '../disk-metadata';
import { disksOf, type InstanceDisks } from '../instance-types';

/** Assumed: NVMe disks of flash; writes end in their memory. */
const LATENCY_US = { read: 100, write: 40, metadata: 30 };
/**
 * Bytes a second for each operation a second. i3en.24xlarge has 2,000,000 reads a second, and "up to 16 GB/s" in
 * sequence (https://aws.amazon.com/ec2/instance-types/i3en/). The same is assumed of all types, and half of writes.
 */
const BYTES = { read: 8000, write: 4000 };
/** What is taken for a type of which nothing is known: the least of those with more than one disk. Assumed. */
const USUAL = 'i3en.2xlarge';

/** Of one host. Of several types the one with least is taken. */
export function model(instanceTypes: readonly string[] = []): TargetModel {
  const known = instanceTypes.map(disksOf).filter((disks) => disks !== null && disks !== 'none');
  const all = known.length > 0 ? known : [disksOf(USUAL) as InstanceDisks];
  const readIops = Math.min(...all.map((disks) => disks.readIops));
  const writeIops = Math.min(...all.map((disks) => disks.writeIops));
  const read = steady(readIops * BYTES.read);
  const write = steady(writeIops * BYTES.write);
  return {
    eachHost: true,
    read,
    write,
    readIops: steady(readIops),
    writeIops: steady(writeIops),
    latencyUs: LATENCY_US,
    cacheBytes: 0,
    cacheRead: read.baseline,
    hostBytes: read.baseline,
    metadata: DISK_METADATA,
  };
}

function steady(rate: number): ModelledRate {
  return { baseline: rate, burst: rate, burstSeconds: 0 };
}

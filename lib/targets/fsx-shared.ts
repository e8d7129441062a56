/** What all FSx kinds share: where they stand in the network, and how amounts of theirs are reckoned. */
import * as z from 'zod';
import { listBroken, type Problem } from '../shapes/problem';
import type { RequestInput } from '../shapes/requests';
import type { Duration } from './durations';
import { fsx as rules } from './rules.json';

/** Values that are known only when a request is sent: see `RequestInput`. */
export const NETWORK = {
  SubnetIds: ['@network.subnetId'],
  SecurityGroupIds: ['@network.storageSecurityGroupId'],
} as const;

/**
 * The same for a file system in two zones. Its preferred server stands beside the hosts: traffic between zones costs,
 * and takes longer. Hosts reach it at an address of no interface, so the route table of their subnets must lead there,
 * and they must be let out to it.
 * https://docs.aws.amazon.com/fsx/latest/APIReference/API_CreateFileSystemOpenZFSConfiguration.html
 */
export const MULTI_ZONE_NETWORK = {
  SubnetIds: ['@network.subnetId', '@network.subnetId2'],
  configuration: {
    PreferredSubnetId: '@network.subnetId',
    RouteTableIds: ['@network.routeTableId'],
    EndpointIpAddressRange: '@network.endpointRange',
  },
} as const;

/** Reference to the file system in requests that come after its own. */
export const FILE_SYSTEM_ID = '@fs.id';

/** Bytes of the MB in FSx's MB/s. */
export const MB = 1e6;
/** Bytes of a GB and a GiB. */
export const GB = 1e9;
export const GIB = 1024 ** 3;

/**
 * Capacity as AWS reckons throughput from it: 2400 GiB are "2.4 TiB".
 * https://docs.aws.amazon.com/fsx/latest/APIReference/API_CreateFileSystemLustreConfiguration.html
 */
export function toTiB(storageGiB: number): number {
  return storageGiB / 1000;
}

/** What a plan says of a request that takes time. */
export interface Wait {
  readonly expectedSeconds: number;
  readonly timeoutSeconds: number;
}

/** How long a plan waits for something of a file system of this size, whole seconds; 0 where size does not count. */
export function getWait(duration: Duration, storageGiB = 0): Wait {
  const { seconds, secondsPerTiB = 0, settleSeconds = 0, timeoutSeconds, timeoutSecondsPerTiB = 0 } = duration;
  const tib = toTiB(storageGiB);
  return {
    expectedSeconds: Math.round(seconds + settleSeconds + secondsPerTiB * tib),
    timeoutSeconds: Math.round(timeoutSeconds + timeoutSecondsPerTiB * tib),
  };
}

/** AWS takes the next change of storage only six hours after the last: pages on storage capacity of both guides. */
export const COOL_DOWN_SECONDS = 6 * 3600;

/** A flow of a client goes no faster outside a cluster placement group, bytes/s. EC2 guide, instance bandwidth. */
export const FLOW_BYTES = 5e9 / 8;

/** What a file server keeps of what it has read, GB. */
export interface ServerCache {
  readonly memoryGB: number;
  /** 0 where it has none. */
  readonly nvmeGB: number;
}

/**
 * Tells what disks do for a while only, and how much a server answers without them.
 * @param at setting of the throughput
 * @param server e.g. `a server of 512 MB/s has`
 * @param disk MB/s
 */
export function adviseServer(
  at: string,
  server: string,
  disk: { readonly baseline: number; readonly burst: number },
  { memoryGB, nvmeGB }: ServerCache,
  source: string,
): Problem[] {
  const cache = `${memoryGB} GB of memory${nvmeGB === 0 ? '' : ` and ${nvmeGB} GB of NVMe cache`}`;
  return listBroken(
    [disk.burst > disk.baseline, { ...rules.bursts, at, source }, disk],
    [true, { ...rules.serverCache, at, source }, { server, cache }],
  );
}

/** Operations as creates and updates take them: mode AUTOMATIC must not say a number. */
export function iopsMode(iops: 'automatic' | number): RequestInput {
  return iops === 'automatic' ? { Mode: 'AUTOMATIC' } : { Mode: 'USER_PROVISIONED', Iops: iops };
}

/** The same as FSx tells it. */
export const iopsSchema = z
  .object({ Mode: z.enum(['AUTOMATIC', 'USER_PROVISIONED']), Iops: z.number().optional() })
  .transform(({ Mode, Iops }) => (Mode === 'AUTOMATIC' ? 'automatic' : Iops));

/** `1200 GiB to 2400 GiB` and the like, for reasons. */
export function fromTo(name: string, from: unknown, to: unknown): string {
  return `${name} ${String(from)} to ${String(to)}`;
}

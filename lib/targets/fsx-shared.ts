/** Shared parts of all FSx kinds: network, units, waits and advice. */
import * as z from 'zod';
import { listBroken, type Problem } from '../shapes/problem';
import type { RequestInput } from '../shapes/requests';
import type { OperationTime } from './durations';
import { fsx as rules } from './rules.json';

/** Values that are known only when a request is sent: see `RequestInput`. */
export const NETWORK_INPUT = {
  SubnetIds: ['@network.subnetId'],
  SecurityGroupIds: ['@network.storageSecurityGroupId'],
} as const;

/**
 * Network of a file system in two zones. Its preferred server is in the zone of the hosts, because cross-zone traffic
 * is billed and slower. Its IP address belongs to no network interface, so the route table of the hosts' subnets, and
 * their egress rules, must include it.
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

/** Reference to the file system in later requests. */
export const FILE_SYSTEM_ID = '@fs.id';

/** Bytes in a MB, as in the MB/s of FSx. */
export const MB = 1e6;
/** Bytes in a GB, and in a GiB. */
export const GB = 1e9;
export const GIB = 1024 ** 3;

/**
 * Capacity in the TiB that AWS bases throughput on: 2400 GiB are "2.4 TiB".
 * https://docs.aws.amazon.com/fsx/latest/APIReference/API_CreateFileSystemLustreConfiguration.html
 */
export function toTiB(storageGiB: number): number {
  return storageGiB / 1000;
}

/** Expected duration and timeout of a request. */
export interface Wait {
  readonly expectedSeconds: number;
  readonly timeoutSeconds: number;
}

/** Wait of a plan for a file system of this size, whole seconds; 0 if the size does not matter. */
export function getWait(duration: OperationTime, storageGiB = 0): Wait {
  const { seconds, secondsPerTiB = 0, settleSeconds = 0, timeoutSeconds, timeoutSecondsPerTiB = 0 } = duration;
  const tib = toTiB(storageGiB);
  return {
    expectedSeconds: Math.round(seconds + settleSeconds + secondsPerTiB * tib),
    timeoutSeconds: Math.round(timeoutSeconds + timeoutSecondsPerTiB * tib),
  };
}

/** AWS accepts the next change of storage only after six hours: pages on storage capacity of both guides. */
export const COOL_DOWN_SECONDS = 6 * 3600;

/** Maximum of a client flow outside a cluster placement group, bytes/s. EC2 guide, instance bandwidth. */
export const FLOW_BYTES = 5e9 / 8;

/** Read caches of a file server, GB. */
export interface ServerCache {
  readonly memoryGB: number;
  /** 0 without one. */
  readonly nvmeGB: number;
}

/**
 * Advice on bursts of disks, and on read caches of a server.
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

/** IOPS input of create and update calls. Mode AUTOMATIC must not have a number. */
export function makeIops(iops: 'automatic' | number): RequestInput {
  return iops === 'automatic' ? { Mode: 'AUTOMATIC' } : { Mode: 'USER_PROVISIONED', Iops: iops };
}

/** IOPS as FSx reports them. */
export const iopsSchema = z
  .object({ Mode: z.enum(['AUTOMATIC', 'USER_PROVISIONED']), Iops: z.number().optional() })
  .transform(({ Mode, Iops }) => (Mode === 'AUTOMATIC' ? 'automatic' : Iops));

/** Text of a changed setting, e.g. `storageGiB 1200 to 2400`. */
export function formatFromTo(name: string, from: unknown, to: unknown): string {
  return `${name} ${String(from)} to ${String(to)}`;
}

/** Billed resources over some time, as a ledger lists them. */
import type { BilledResource } from '../../../lib/twin/cloud/resource-store';
import type { BilledInterval } from '../../../lib/twin/ledger';

/** 1200 GiB of scratch storage. */
const SIZE = { FileSystemType: 'LUSTRE', StorageCapacity: 1200, StorageType: 'SSD' } as const;
const LustreConfiguration = { DeploymentType: 'SCRATCH_2' } as const;
export const LUSTRE = {
  kind: 'fsx:file-system',
  configuration: { ...SIZE, LustreConfiguration },
} as const satisfies BilledResource;

export function makeHostResource(instanceType: string): BilledResource {
  return { kind: 'ec2:instance', instanceType };
}

interface IntervalDetails {
  readonly id?: string;
  readonly rig?: string;
  readonly role?: string;
}

/** From and until in epoch milliseconds. */
export function makeInterval(
  what: BilledResource,
  from: number,
  until: number,
  { id = 'x-1', rig = 'r1', role }: IntervalDetails = {},
): BilledInterval {
  const tags = { 'fsxbench:rig': `e1__${rig}`, ...(role === undefined ? {} : { 'fsxbench:role': role }) };
  return { kind: what.kind, id, tags, what, from, until, open: false };
}

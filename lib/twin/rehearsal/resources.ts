/** Every resource as a bar over time: what existed, what was paid for. Hosts of a role that lived alike are one bar. */
import { rigOf } from '../../shapes/execution-names';
import { expected } from '../../shapes/errors';
import { TAG } from '../../shapes/layout';
import type { TimelineBar } from '../../shapes/timeline';
import { isModelled, typeOf } from '../cloud/fsx/registry';
import type { Paid } from '../cloud/paid';
import type { PaidInterval } from '../ledger';

/** Bars of what was paid for, lane by lane. */
export function resourceBars(intervals: readonly PaidInterval[]): TimelineBar[] {
  const groups = new Map<string, PaidInterval[]>();
  for (const one of intervals) {
    // Disks come and go with their hosts, whose bar is there.
    if (one.kind === 'ec2:volume' && !one.open) continue;
    const lane = laneOf(one);
    groups.set(lane, [...(groups.get(lane) ?? []), one]);
  }
  return [...groups]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([lane, its]) =>
      its[0]?.kind === 'ec2:instance' ? [together(lane, its)] : its.map((one) => bar(lane, one)),
    );
}

function laneOf({ kind, id, tags }: PaidInterval): string {
  const rig = rigOf(tags[TAG.rig] ?? '') ?? '';
  return `${rig} ${kind === 'ec2:instance' ? `hosts ${tags[TAG.role] ?? ''}` : id}`.trim();
}

/** From the first host that began to the last that ended. */
function together(lane: string, its: readonly PaidInterval[]): TimelineBar {
  const from = Math.min(...its.map((one) => one.from));
  const until = Math.max(...its.map((one) => one.until));
  const types = [...new Set(its.map(({ what }) => nameOf(what)))].join(', ');
  return { lane, phase: 'existing', label: `${its.length} x ${types}`, from: iso(from), to: iso(until) };
}

function bar(lane: string, { what, from, until }: PaidInterval): TimelineBar {
  return { lane, phase: 'existing', label: nameOf(what), from: iso(from), to: iso(until) };
}

function nameOf(what: Paid): string {
  switch (what.kind) {
    case 'ec2:instance':
      return what.instanceType;
    case 'ec2:volume':
      return `EBS ${what.disk.VolumeType ?? ''}, ${what.disk.VolumeSize ?? 0} GiB`;
    case 'fsx:backup':
      return `backup of ${what.fileSystemId}`;
    case 'secretsmanager:secret':
      return 'secret';
    case 'efs:file-system':
      return `EFS ${what.configuration.ThroughputMode ?? ''}`.trim();
    case 'fsx:file-system': {
      const { FileSystemType, StorageCapacity } = what.configuration;
      const type = expected(FileSystemType, 'the type of a file system that is paid for');
      const capacity = expected(StorageCapacity, 'the capacity of a file system that is paid for');
      const deployment = isModelled(type) ? typeOf({ FileSystemType: type }).deployment(what.configuration) : undefined;
      return `${deployment === undefined ? type : `${type} ${deployment}`}, ${capacity} GiB`;
    }
  }
}

function iso(moment: number): string {
  return new Date(moment).toISOString();
}

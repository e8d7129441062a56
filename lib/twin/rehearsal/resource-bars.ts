/** Billed resources as bars over time. Hosts of a role with the same times are one bar. */
import { findRig } from '../../shapes/execution-names';
import { ensure } from '../../shapes/errors';
import { layout } from '../../shapes/layout';
import { TAG_KEYS } from '../../shapes/tags';
import type { TimelineBar } from '../../shapes/timeline';
import { isSimulatedType, getFsxType } from '../cloud/fsx/registry';
import type { BilledResource } from '../cloud/resource-store';
import type { BilledInterval } from '../ledger';
import type { ObjectStore } from '../cloud/s3/store';
import type { HostTask } from '../hosts/modelled/host-task';
import type { LoadListener, ServerLoad } from '../hosts/modelled/server-load';

/** Bars of billed resources, lane by lane. */
export function toResourceBars(intervals: readonly BilledInterval[]): TimelineBar[] {
  const groups = new Map<string, BilledInterval[]>();
  for (const one of intervals) {
    // Volumes that end with their hosts have no bar.
    if (one.kind === 'ec2:volume' && !one.open) continue;
    const lane = formatLane(one);
    groups.set(lane, [...(groups.get(lane) ?? []), one]);
  }
  return [...groups]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([lane, its]) =>
      its[0]?.kind === 'ec2:instance' ? [toHostBar(lane, its)] : its.map((one) => toBar(lane, one)),
    );
}

function formatLane({ kind, id, tags }: BilledInterval): string {
  const rig = findRig(tags[TAG_KEYS.rig] ?? '') ?? '';
  return `${rig} ${kind === 'ec2:instance' ? `hosts ${tags[TAG_KEYS.role] ?? ''}` : id}`.trim();
}

/** From the first host that began to the last that ended. */
function toHostBar(lane: string, its: readonly BilledInterval[]): TimelineBar {
  const from = Math.min(...its.map((one) => one.from));
  const until = Math.max(...its.map((one) => one.until));
  const types = [...new Set(its.map(({ what }) => formatResource(what)))].join(', ');
  return {
    lane,
    phase: 'existing',
    label: `${its.length} x ${types}`,
    from: toIso(from),
    to: toIso(until),
  };
}

function toBar(lane: string, { what, from, until }: BilledInterval): TimelineBar {
  return { lane, phase: 'existing', label: formatResource(what), from: toIso(from), to: toIso(until) };
}

function formatResource(what: BilledResource): string {
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
    case 's3files:file-system':
      return 'S3 Files';
    case 'fsx:file-system': {
      const { FileSystemType, StorageCapacity } = what.configuration;
      const type = ensure(FileSystemType, 'the type of a billed file system');
      const capacity = ensure(StorageCapacity, 'the capacity of a billed file system');
      const deployment = isSimulatedType(type)
        ? getFsxType({ FileSystemType: type }).deployment(what.configuration)
        : undefined;
      return `${deployment === undefined ? type : `${type} ${deployment}`}, ${capacity} GiB`;
    }
  }
}

function toIso(moment: number): string {
  return new Date(moment).toISOString();
}

// Load of the servers of each target instance by simulated hosts, by resource id.

interface ServerLoadTracker {
  /** Called for every step that loads a target instance. */
  readonly add: LoadListener<HostTask>;
  /**
   * For a file system or volume: its part of the load of its target instance, equal for all volumes. For a host: the
   * load on all its volumes; each target instance has separate credits. None if unknown.
   */
  readonly of: (id: string) => Promise<readonly ServerLoad[]>;
}

/** @param store the results bucket: the rig's own list maps ids to target instances */
export function trackServerLoads(store: Pick<ObjectStore, 'get'>): ServerLoadTracker {
  const rigs = new Map<string, Map<string, ServerLoad[]>>();
  return {
    add: ({ plan, rig, copy }, loads) => {
      const key = layout(plan.experiment, plan.executionId).endpoints(rig.rig);
      const copies = rigs.get(key) ?? new Map<string, ServerLoad[]>();
      rigs.set(key, copies);
      copies.set(copy.copy, [...(copies.get(copy.copy) ?? []), ...loads]);
    },
    of: async (id) => {
      for (const [key, copies] of rigs) {
        const text = (await store.get(key))?.text ?? '';
        const found = [...copies].flatMap(([copy, loads]) => {
          const ids = listSameKindIds(text, copy, id);
          return ids.has(id) ? loads.map((load) => divideLoad(load, ids.size)) : [];
        });
        if (found.length > 0) return found.toSorted((a, b) => a.from - b.from);
      }
      return [];
    },
  };
}

/** Ids of a target instance that are of the same kind as this one. */
function listSameKindIds(text: string, copy: string, like: string): ReadonlySet<string> {
  const sort = like.slice(0, like.indexOf('-') + 1);
  const values = text.split('\n').flatMap((line) => {
    const [of = '', , value = ''] = line.split(' ');
    if (!of.startsWith(`${copy}.`)) return [];
    // For a volume, the host is the prefix.
    return [of.slice(copy.length + 1), value].filter((one) => one.startsWith(sort) && !one.includes('.'));
  });
  return new Set(values);
}

function divideLoad(load: ServerLoad, parts: number): ServerLoad {
  const { read, written, reads, writes, metadata } = load;
  return {
    ...load,
    read: read / parts,
    written: written / parts,
    reads: reads / parts,
    writes: writes / parts,
    metadata: Object.fromEntries(Object.entries(metadata).map(([kind, rate]) => [kind, rate / parts])),
  };
}

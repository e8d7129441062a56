/** What modelled hosts asked of the servers of each copy, found by the id of what was made for it. */
import { layout } from '../../shapes/layout';
import type { ObjectStore } from '../cloud/s3/store';
import type { Asked } from '../hosts/modelled/find-command';
import type { OnLoad, ServerLoad } from '../hosts/modelled/server-load';

export interface ServerLoads {
  /** To be told of every step that loads a copy. */
  readonly add: OnLoad<Asked>;
  /**
   * Of a file system or volume: its part of its copy's load, which all volumes share alike. Of a host: what it asks of
   * all of its volumes; each of its copies is modelled with a reserve of its own. None where unknown.
   */
  readonly of: (id: string) => Promise<readonly ServerLoad[]>;
}

/** @param store the results bucket: the rig's own list says which ids are of which copy */
export function serverLoadsIn(store: Pick<ObjectStore, 'get'>): ServerLoads {
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
          const ids = idsOf(text, copy, id);
          return ids.has(id) ? loads.map((load) => partOf(load, ids.size)) : [];
        });
        if (found.length > 0) return found.toSorted((a, b) => a.from - b.from);
      }
      return [];
    },
  };
}

/** Ids of a copy that are of the same sort as this one. */
function idsOf(text: string, copy: string, like: string): ReadonlySet<string> {
  const sort = like.slice(0, like.indexOf('-') + 1);
  const values = text.split('\n').flatMap((line) => {
    const [of = '', , value = ''] = line.split(' ');
    if (!of.startsWith(`${copy}.`)) return [];
    // Of a disk the host stands before it.
    return [of.slice(copy.length + 1), value].filter((one) => one.startsWith(sort) && !one.includes('.'));
  });
  return new Set(values);
}

function partOf(load: ServerLoad, parts: number): ServerLoad {
  const { read, written, reads, writes, metadata } = load;
  return {
    ...load,
    read: read / parts,
    written: written / parts,
    reads: reads / parts,
    writes: writes / parts,
    metadata: metadata / parts,
  };
}

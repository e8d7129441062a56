/** Settings that differ between the two sides of a merged spec: `--against`. */
import { isMapping, type Mapping } from '../language/mapping';

/** The old side of a workload or target has its name with this suffix. */
export const SUFFIX = '-before';
export type Section = 'workloads' | 'targets';

/** What a merged spec compares: `target zfs: throughputMBps 320 (before: 160)`; empty for other specs. */
export function listSideDifferences(spec: Readonly<Record<Section, Mapping>>): readonly string[] {
  return (['workloads', 'targets'] as const).flatMap((section) =>
    Object.entries(spec[section]).flatMap(([name, now]) => {
      const before = spec[section][`${name}${SUFFIX}`];
      return before === undefined ? [] : nameDifference(section, name, now, before);
    }),
  );
}

/** `target zfs: throughputMBps 320 (before: 160)` */
export function nameDifference(section: Section, name: string, now: unknown, before: unknown): string {
  return `${section.slice(0, -1)} ${name}: ${describeChange(readMapping(now), readMapping(before))}`;
}

/** `iodepth 16 (before: 8), jobFile differs`. */
function describeChange(now: Mapping, before: Mapping): string {
  const keys = [...new Set([...Object.keys(now), ...Object.keys(before)])];
  const shown = (value: unknown): string => (value === undefined ? 'not set' : JSON.stringify(value));
  return keys
    .filter((key) => shown(now[key]) !== shown(before[key]))
    .map((key) => {
      const [own, old] = [shown(now[key]), shown(before[key])];
      return own.length + old.length > 80 ? `${key} differs` : `${key} ${own} (before: ${old})`;
    })
    .join(', ');
}

export function readMapping(value: unknown): Mapping {
  return isMapping(value) ? value : {};
}

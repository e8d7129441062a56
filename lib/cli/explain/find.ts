/** Which topics a name means. */
import { allNear } from '../../shapes/suggest';
import type { Topic } from './topics';

/** Most names that a message brings. */
const NEAR_MAX = 6;

/** What was found: topics, or names that may have been meant. */
export interface Found {
  readonly topics: readonly Topic[];
  /** Only where there is no topic. */
  readonly near: readonly string[];
}

/**
 * Topics of a name, whatever its case. What is no more than a word may be what settings are set to: they are told, too.
 * @param name as the user gave it; the names of a spec in a place, as `zfs` in `targets.zfs.storageGiB`, do not matter
 */
export function find(name: string, topics: readonly Topic[]): Found {
  const asked = plain(name);
  const has = (names: readonly string[]): boolean => names.some((known) => known.toLowerCase() === asked);
  const direct = topics.filter((one) => has([one.name, ...one.also]));
  const valued = direct.every(({ group }) => group === 'word') ? topics.filter(({ values }) => has(values)) : [];
  if (direct.length + valued.length > 0) return { topics: [...direct, ...valued], near: [] };
  const names = [...new Set(topics.flatMap((one) => [one.name, ...one.also.filter((also) => !also.includes('.'))]))];
  const parts = asked.length < 3 ? [] : names.filter((one) => one.toLowerCase().includes(asked));
  const near = new Set([...allNear(asked.split('.').at(-1) ?? '', names), ...parts]);
  return { topics: [], near: [...near].slice(0, NEAR_MAX) };
}

/** In small letters, without the names that a spec gives. */
function plain(name: string): string {
  return name
    .trim()
    .toLowerCase()
    .replace(/^(targets|workloads|criteria|fleet)\.[^.]+\.(?=.)/, '$1.')
    .replace(/^workloads\.events\.\d+\.(?=.)/, 'workloads.events.')
    .replace(/^published\.rows\.\d+\.(?=.)/, 'published.rows.')
    .replace(/^targets\.stages\.[^.]+\.(?=.)/, 'targets.')
    .replace(/^fleet\.mount\.each\.[^.]+\.(?=.)/, 'fleet.mount.');
}

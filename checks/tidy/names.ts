/** Names of files and folders that say nothing about what is inside. */
import { type Fault, isRecorded, type Source } from './source';

const BANNED = new Set(['util', 'utils', 'helper', 'helpers', 'common', 'misc']);

/** Paths of which a part, or a word of a part, is a banned name. */
export function nameFaults(source: Source): Fault[] {
  if (isRecorded(source.path)) return [];
  const found = source.path.split('/').find((part) => words(part).some((word) => BANNED.has(word)));
  if (found === undefined) return [];
  return [{ path: source.path, line: 1, message: `"${found}" names no concept; call it after the one thing it holds` }];
}

function words(part: string): string[] {
  return part
    .replace(/([a-z0-9])([A-Z])/g, '$1-$2')
    .toLowerCase()
    .split(/[-_.]/);
}

/** Suggestions ("did you mean") and lists of allowed names for messages. */

/** Optimal string alignment distance from `a` to `b` (insert, delete, replace, swap neighbours), ignoring case. */
export function editDistance(a: string, b: string): number {
  const left = a.toLowerCase();
  const right = b.toLowerCase();
  let before: number[] = [];
  let row = Array.from({ length: right.length + 1 }, (_, j) => j);
  for (let i = 1; i <= left.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= right.length; j += 1) {
      const cost = left[i - 1] === right[j - 1] ? 0 : 1;
      let best = Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, (row[j - 1] ?? 0) + cost);
      const swapped = i > 1 && j > 1 && left[i - 1] === right[j - 2] && left[i - 2] === right[j - 1];
      if (swapped) best = Math.min(best, (before[j - 2] ?? 0) + 1);
      next.push(best);
    }
    before = row;
    row = next;
  }
  return row[right.length] ?? 0;
}

/** Renamed keys and options of earlier versions. */
const RENAMED_NAMES: Readonly<Record<string, string>> = { entitled: 'provisioned' };

/** The allowed name closest to a misspelt, shortened or old one; undefined if none is close. */
export function findNearest(found: string, allowed: readonly string[]): string | undefined {
  const renamed = Object.hasOwn(RENAMED_NAMES, found) ? RENAMED_NAMES[found] : undefined;
  return allowed.find((name) => name === renamed) ?? listNearest(found, allowed)[0];
}

/** All close names, closest first. */
export function listNearest(found: string, allowed: readonly string[]): readonly string[] {
  const limit = found.length <= 3 ? Math.min(1, found.length - 1) : Math.floor(found.length / 3) + 1;
  return allowed
    .map((name) => ({ name, edits: Math.min(editDistance(found, name), isPrefixOrSuffix(found, name) ? 1 : Infinity) }))
    .filter(({ edits }) => edits <= limit)
    .sort((a, b) => a.edits - b.edits)
    .map(({ name }) => name);
}

/** Whether `part` is the start or end of a name, as `depth` is of `iodepth`. */
function isPrefixOrSuffix(found: string, name: string): boolean {
  const [part, whole] = [found.toLowerCase(), name.toLowerCase()];
  return part.length >= 3 && (whole.startsWith(part) || whole.endsWith(part));
}

/** ``did you mean `x`? `` if a name is close; then at most 20 allowed names. */
export function formatAllowed(found: string, allowed: readonly string[]): string {
  const near = findNearest(found, allowed);
  return near === undefined
    ? `allowed: ${joinNames(allowed)}`
    : `did you mean \`${near}\`? Allowed: ${joinNames(allowed)}`;
}

/** Names in backquotes, separated by commas; `nothing` for an empty list. */
export function joinNames(names: readonly string[]): string {
  if (names.length === 0) return 'nothing';
  const shown = names.slice(0, 20).map((name) => `\`${name}\``);
  return names.length > 20 ? `${shown.join(', ')} and ${names.length - 20} more` : shown.join(', ');
}

/** Causes before symptoms: a known cause silences every doubt that it explains, for all readers of output. */
import table from './causes.json';

const EXPLAINED: Readonly<Record<string, readonly string[]>> = table;

/** Drops the doubts that another doubt or cause explains. @param causes codes of causes that are no doubts */
export function dropExplained<T extends { readonly code: string }>(
  doubts: readonly T[],
  causes: readonly string[] = [],
): readonly T[] {
  const codes = [...causes, ...doubts.map(({ code }) => code)];
  const explained = new Set(codes.flatMap((code) => EXPLAINED[code] ?? []));
  return doubts.filter(({ code }) => !explained.has(code));
}

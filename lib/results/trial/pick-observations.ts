/** Reads the observations of a trial that its summary needs. */
import type { Observation } from '../../shapes/observation';

/** Maximum number of raw files listed per trial; the trial's folder contains all. */
export const FILES_MAX = 8;

/** Text that marks aggregate lines, to find these without parsing every line. */
const AGGREGATE_TEXT = '"scope":"aggregate"';

/**
 * Observations of one trial that a summary uses: aggregates, and observations of hosts until these name as many
 * files as a summary lists. Does not parse other lines, as large fleets have many. @param text JSON lines as
 * `formatObservations` writes them @param filesMax files that hosts may name @throws SyntaxError for an invalid line
 */
export function pickObservations(text: string, filesMax = FILES_MAX): Observation[] {
  const files = new Set<string>();
  const found: Observation[] = [];
  const take = (from: number): number => {
    const end = text.indexOf('\n', from);
    const next = end === -1 ? text.length : end + 1;
    const line = text.slice(from, next).trim();
    if (line === '') return next;
    const observation = JSON.parse(line) as Observation;
    files.add(observation.source);
    found.push(observation);
    return next;
  };
  let at = 0;
  while (at < text.length && files.size < filesMax) at = take(at);
  for (let hit = text.indexOf(AGGREGATE_TEXT, at); hit !== -1; hit = text.indexOf(AGGREGATE_TEXT, at))
    at = take(text.lastIndexOf('\n', hit) + 1);
  return found;
}

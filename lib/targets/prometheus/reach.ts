/** How far a query looks back: what a point of it says is of that time, not of its own moment. */

/** Seconds. https://prometheus.io/docs/prometheus/latest/querying/basics/#time-durations */
const SECONDS: Readonly<Record<string, number>> = {
  ms: 0.001,
  s: 1,
  m: 60,
  h: 3600,
  d: 86_400,
  w: 7 * 86_400,
  y: 365 * 86_400,
};
const TEXTS = /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|`[^`]*`/g;
const COMMENTS = /#[^\n]*/g;
const RANGE = /\[\s*([0-9a-z.]+)\s*(:?)[^\]]*\]/g;
const OFFSET = /\boffset\s+([0-9a-z.]+)/g;

/**
 * Seconds before a point from which the query takes samples, at most: its longest range, with those of its subqueries,
 * which go on top, and its longest offset. 0 where it takes the samples of the moment.
 */
export function reachOf(query: string): number {
  const plain = query.replaceAll(TEXTS, '""').replaceAll(COMMENTS, '');
  const ranges = [...plain.matchAll(RANGE)].map(([, text = '', colon]) => ({ seconds: secondsOf(text), sub: colon }));
  const longest = Math.max(0, ...ranges.flatMap(({ seconds, sub }) => (sub === ':' ? [] : [seconds])));
  const above = ranges.reduce((sum, { seconds, sub }) => sum + (sub === ':' ? seconds : 0), 0);
  const offset = Math.max(0, ...[...plain.matchAll(OFFSET)].map(([, text = '']) => secondsOf(text)));
  return longest + above + offset;
}

/** `5m`, `1h30m`, and since version 3 a plain number of seconds; 0 for what is none. */
function secondsOf(text: string): number {
  const plain = Number(text);
  if (Number.isFinite(plain)) return plain;
  return [...text.matchAll(/(\d+)(ms|[smhdwy])/g)].reduce(
    (sum, [, amount, unit = '']) => sum + Number(amount) * (SECONDS[unit] ?? 0),
    0,
  );
}

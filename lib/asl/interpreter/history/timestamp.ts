/** ISO 8601 "extended offset date-time": date, T, time (seconds and fraction are optional), Z or an offset. */
const TIMESTAMP = /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2})(?::(\d{2})(?:\.(\d{1,9}))?)?(Z|[+-]\d{2}:\d{2})$/i;

/** Whether a Wait accepts the text as a timestamp. */
export function isTimestamp(text: string): boolean {
  return parseEpochMillis(text) !== undefined;
}

/**
 * Epoch milliseconds of a timestamp such as `2016-03-14T01:59:00Z`; undefined if it is invalid (25 o'clock, 30
 * February, no zone).
 */
export function parseEpochMillis(text: string): number | undefined {
  const parts = TIMESTAMP.exec(text);
  if (parts === null) return undefined;
  const [year, month, day, hour, minute, second] = parts.slice(1, 7).map((part) => Number(part ?? 0)) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  const millis = Number((parts[7] ?? '').padEnd(3, '0').slice(0, 3));
  const date = new Date(Date.UTC(year, month - 1, day, hour, minute, second, millis));
  const same = date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  if (!same || hour > 23 || minute > 59 || second > 59) return undefined;
  return date.getTime() - offsetMillis(parts[8] ?? 'Z');
}

function offsetMillis(zone: string): number {
  if (zone.toUpperCase() === 'Z') return 0;
  const [hours, minutes] = zone.slice(1).split(':').map(Number);
  const size = ((hours ?? 0) * 60 + (minutes ?? 0)) * 60_000;
  return zone.startsWith('-') ? -size : size;
}

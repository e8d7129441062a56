/**
 * Cron expressions of EventBridge Scheduler: parsing, and the shortest interval between two starts.
 * https://docs.aws.amazon.com/scheduler/latest/UserGuide/schedule-types.html#cron-based
 */

import * as z from 'zod';
import { settings } from '../../shapes/setting';
import type { Schedule } from '../../shapes/spec';
import words from '../../shapes/spec-schema.json';

/** Extra syntax of a field, in addition to `*`, lists, ranges and steps of numbers. */
interface CronField {
  readonly name: string;
  readonly from: number;
  readonly to: number;
  /** Names of the numbers, starting at `from`. */
  readonly names?: readonly string[];
  readonly other?: RegExp;
}

const MONTHS = 'JAN FEB MAR APR MAY JUN JUL AUG SEP OCT NOV DEC'.split(' ');
const WEEKDAYS = 'SUN MON TUE WED THU FRI SAT'.split(' ');

const CRON_FIELDS: readonly CronField[] = [
  { name: 'minutes', from: 0, to: 59 },
  { name: 'hours', from: 0, to: 23 },
  { name: 'day-of-month', from: 1, to: 31, other: /^(\?|L|LW|([1-9]|[12]\d|3[01])W)$/ },
  { name: 'month', from: 1, to: 12, names: MONTHS },
  { name: 'day-of-week', from: 1, to: 7, names: WEEKDAYS, other: /^(\?|L|([1-7]|[A-Z]{3})(L|#[1-5]))$/ },
  { name: 'year', from: 1970, to: 2199 },
];

/** The first problem in the fields of a cron expression; null if there is none. */
export function checkCron(cron: string): string | null {
  const texts = cron.split(' ');
  const wrong = CRON_FIELDS.findIndex((field, index) => parseCronField(texts[index] ?? '', field) === null);
  const field = CRON_FIELDS[wrong];
  if (field === undefined) return null;
  const allowed = `numbers from ${field.from} to ${field.to}, \`*\`, lists, ranges and steps`;
  return `found '${texts[wrong] ?? ''}' for ${field.name}; allowed: ${allowed}`;
}

const MINUTES_PER_DAY = 1440;
const DAY_MS = 86_400_000;
/** Stands for the last day of a month: the forms `L` and `LW`. */
const LAST_DAY = 32;
/** The intervals of schedules without years do not depend on this date. */
const FIRST_DAY_MS = Date.UTC(2026, 0, 1);

/**
 * Days with a start, from `since` on: numbers since the epoch, in order. `nW` counts as day n, `LW` as the last day,
 * and forms such as `6L` as one day a week.
 */
function* listStartDays(cron: string, since: Date): Generator<number> {
  const [days, months, weekdays, years] = CRON_FIELDS.slice(2).map((field, index) =>
    parseCronField(cron.split(' ')[index + 2] ?? '', field),
  );
  const today = Math.floor(since.getTime() / DAY_MS);
  for (const year of years ?? []) {
    const [first, next] = [year, year + 1].map((one) => Date.UTC(one, 0, 1) / DAY_MS);
    for (let day = Math.max(today, first ?? 0); day < (next ?? 0); day += 1) {
      const date = new Date(day * DAY_MS);
      const isLast = new Date((day + 1) * DAY_MS).getUTCDate() === 1;
      const isStart =
        months?.has(date.getUTCMonth() + 1) === true &&
        (days?.has(date.getUTCDate()) === true || (isLast && days?.has(LAST_DAY) === true)) &&
        weekdays?.has(date.getUTCDay() + 1) === true;
      if (isStart) yield day;
    }
  }
}

/** Whether a schedule has a start from today on. Today counts, whatever the hour. */
export function hasStartAhead(cron: string, now: Date): boolean {
  return listStartDays(cron, now).next().done !== true;
}

/**
 * Shortest interval between two starts by the clock of the schedule, seconds; daylight saving time may change it by an
 * hour. Infinity if at most one start remains.
 */
export function computeShortestGapSeconds(cron: string): number {
  const [minutes, hours] = CRON_FIELDS.map((field, index) => parseCronField(cron.split(' ')[index] ?? '', field));
  const times = [...(hours ?? [])].flatMap((hour) => [...(minutes ?? [])].map((minute) => 60 * hour + minute));
  times.sort((a, b) => a - b);
  const [first = 0, last = 0] = [times[0], times.at(-1)];
  const inDay = Math.min(...times.slice(1).map((time, index) => time - (times[index] ?? 0)), Infinity);
  let closest = inDay;
  let previous: number | null = null;
  for (const day of listStartDays(cron, new Date(FIRST_DAY_MS))) {
    if (previous !== null) closest = Math.min(closest, (day - previous) * MINUTES_PER_DAY - last + first);
    previous = day;
    if (closest <= MINUTES_PER_DAY - last + first) break;
  }
  return previous === null ? Infinity : 60 * closest;
}

/** Numbers of a field; null if it is invalid. A day that needs a calendar counts as the first one. */
function parseCronField(text: string, field: CronField): ReadonlySet<number> | null {
  const { from, to, names = [], other } = field;
  const all = (): number[] => Array.from({ length: to - from + 1 }, (_, index) => from + index);
  if (text === '?' && other !== undefined) return new Set(all());
  if (other?.test(text) === true) {
    const day = text.startsWith('L') ? LAST_DAY : Number.parseInt(text, 10);
    return new Set([field.name === 'day-of-month' ? day : from]);
  }
  const numberOf = (word: string): number => {
    const named = names.indexOf(word.toUpperCase());
    const value = named >= 0 ? from + named : /^\d+$/.test(word) ? Number(word) : NaN;
    return value >= from && value <= to ? value : NaN;
  };
  const found = new Set<number>();
  for (const part of text.split(',')) {
    const [, range = '', step = '1'] = /^([^/]+)(?:\/(\d+))?$/.exec(part) ?? [];
    const [low = '', high] = range.split('-');
    const start = range === '*' ? from : numberOf(low);
    const open = range === '*' || (part.includes('/') && high === undefined);
    const end = open ? to : numberOf(high ?? low);
    if (!(start <= end) || Number(step) < 1) return null;
    for (let value = start; value <= end; value += Number(step)) found.add(value);
  }
  return found;
}

/** Six fields; https://docs.aws.amazon.com/scheduler/latest/UserGuide/schedule-types.html#cron-based */
const CRON = /^[0-9A-Za-z*?,/#-]+( [0-9A-Za-z*?,/#-]+){5}$/;
const CRON_HELP =
  'six fields, without `cron( )` around them: minutes hours day-of-month month day-of-week year, e.g. "0 3 ? * SUN *"';

/** With the first one, two executions are the three that a new level needs. */
const CONFIRM_HELP = 'a whole number from 0 to 2: a new level needs three executions';

/** A cron expression for EventBridge Scheduler: exactly one of the two day fields is `?`. */
export const scheduleSchema: z.ZodType<Schedule> = settings(words.schedule, {
  cron: z
    .string({ error: CRON_HELP })
    .regex(CRON, { error: CRON_HELP })
    .refine(
      (cron) => !CRON.test(cron) || [cron.split(' ')[2], cron.split(' ')[4]].filter((day) => day === '?').length === 1,
      {
        error: ({ input }) =>
          `found '${String(input)}'; exactly one of day-of-month and day-of-week is \`?\`, e.g. "0 3 ? * SUN *"`,
      },
    )
    .refine((cron) => !CRON.test(cron) || checkCron(cron) === null, {
      error: ({ input }) => checkCron(String(input)) ?? CRON_HELP,
    })
    .refine((cron) => !CRON.test(cron) || checkCron(cron) !== null || hasStartAhead(cron, new Date(0)), {
      error: ({ input }) =>
        `found '${String(input)}'; allowed: a day that one of its years has, e.g. 28 2. It would start nothing`,
    }),
  timezone: z
    .string()
    .refine(isTimezone, {
      error: ({ input }) => `found '${String(input)}', which is not a time zone of the IANA list, e.g. Asia/Tokyo`,
    })
    .default('UTC'),
  overlap: z.enum(['refuse', 'queue']).default('refuse'),
  confirm: z.int({ error: CONFIRM_HELP }).min(0, { error: CONFIRM_HELP }).max(2, { error: CONFIRM_HELP }).optional(),
});

function isTimezone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

import {
  checkCron,
  computeShortestGapSeconds,
  hasStartAhead,
  scheduleSchema,
} from '../../../lib/experiment/language/cron';
import cases from './cron.cases.json';

const HOUR = 3600;
const DAY = 24 * HOUR;

it.each([
  ['* 3 * * ? *', 60],
  ['0 3 * * ? *', DAY],
  ['0/20 3 * * ? *', 20 * 60],
  ['0 3,15 * * ? *', 12 * HOUR],
  ['0 1,23 * * ? *', 2 * HOUR],
  ['0 1,23 ? * SUN *', 22 * HOUR],
  ['0 3 ? * SUN *', 7 * DAY],
  ['0 3 ? * MON-FRI *', DAY],
  ['0 3 ? * TUE,THU *', 2 * DAY],
  ['0 3 1 * ? *', 28 * DAY],
  ['0 3 31 * ? *', 31 * DAY],
  ['0 3 L * ? *', 28 * DAY],
  ['0 3 ? * 6L *', 7 * DAY],
  ['0 3 1 JAN ? *', 365 * DAY],
  ['0 3 29 2 ? *', 1461 * DAY],
  ['0 3 1 1 ? 2027', Infinity],
  ['0 3 1 1 ? 2020', Infinity],
])('computes for %s a shortest interval of %d s between starts', (cron, seconds) => {
  expect(checkCron(cron)).toBeNull();
  expect(computeShortestGapSeconds(cron)).toBe(seconds);
});

it.each(cases.refusedCrons as [string, string][])('refuses the cron expression %s', (cron, message) => {
  expect(checkCron(cron)).toContain(message);
});

it.each([
  ['0 3 31 2 ? *', false],
  ['0 3 30 FEB ? *', false],
  ['0 3 31 4,6,9,11 ? *', false],
  ['0 3 29 2 ? 2027', false],
  ['0 3 29 2 ? *', true],
  ['0 3 29 2 ? 2096', true],
  ['0 3 31 2,3 ? *', true],
  ['0 3 ? * 2,4 2025', true],
  ['0 3 29 2 ? 2026,2060', true],
  ['0 3 30W 2 ? *', false],
  ['0 3 L 2 ? *', true],
])('decides whether the schedule %s names an existing day: %s', (cron, accepted) => {
  const read = scheduleSchema.safeParse({ cron });
  expect(read.success).toBe(accepted);
  if (!read.success) expect(read.error.issues[0]?.message).toContain('allowed: a day that one of its years has');
});

it.each([
  ['15 1 ? * 2,4 2025', false],
  ['0 3 1 1 ? 2026', false],
  ['0 3 30 11 ? 2026', true],
  ['0 3 29 11 ? 2026', true],
  ['0 3 1 1 ? 2190', true],
  ['0 3 * * ? *', true],
  ['0 3 L 11 ? 2026', true],
  ['0 3 LW 11 ? 2026', true],
  ['0 3 L 10 ? 2026', false],
])('decides whether %s has a start after 2026-11-29T12:00Z: %s', (cron, found) => {
  expect(hasStartAhead(cron, new Date('2026-11-29T12:00:00Z'))).toBe(found);
});

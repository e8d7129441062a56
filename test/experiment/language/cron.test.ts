import { checkCron, computeShortestGapSeconds } from '../../../lib/experiment/language/cron';
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
])('%s starts %d s apart at the closest', (cron, seconds) => {
  expect(checkCron(cron)).toBeNull();
  expect(computeShortestGapSeconds(cron)).toBe(seconds);
});

it.each(cases.refusedCrons as [string, string][])('refuses %s', (cron, message) => {
  expect(checkCron(cron)).toContain(message);
});

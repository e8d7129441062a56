import { formatLeftovers, formatReceiptLine } from '../../../lib/report/mail/leftovers';
import type { Receipt } from '../../../lib/shapes/receipt';
import { makeFacts, receiptWith } from './facts';

const LEFT = [{ kind: 'fsx:file-system', id: 'fs-1', rig: null, state: 'AVAILABLE' }];
const SKIPPED = [{ kind: 'cloudwatch:alarm', why: 'AccessDenied', ids: ['fsxbench/x/e1__r1__c1.alarmServerCpu'] }];
const ALARMS = 'cloudwatch:alarm (1 known; cents a month each)';
const NOT_YET = ['Cleanup is not verified yet, so resources may be left.'];

it.each<[string, Receipt, isConfirmed: boolean, line: string, leftovers: string[]]>([
  [
    'external storage that was not cleaned',
    { ...receiptWith([]), notCleaned: ['copy c1 of rig r1: no host was there'] },
    true,
    'verified: 0 of 0 resources deleted; NOT CLEANED in external storage: copy c1 of rig r1: no host was there',
    NOT_YET,
  ],
  [
    'resource kinds that cleanup could not check',
    { ...receiptWith([]), skipped: SKIPPED },
    true,
    `verified: 0 of 0 resources deleted; could not check ${ALARMS}`,
    NOT_YET,
  ],
  [
    'unchecked resource kinds and leftovers',
    { ...receiptWith(LEFT), skipped: SKIPPED },
    false,
    `INCOMPLETE: 1 resource left (fsx:file-system fs-1); could not check ${ALARMS}; checked 2026-03-02T09:20:00.000Z`,
    ['fsx:file-system fs-1, AVAILABLE', `could not be checked: ${ALARMS}`],
  ],
  [
    'a clean receipt whose confirmation failed',
    receiptWith([]),
    false,
    'verified 2026-03-02T09:20:00.000Z; not confirmed since',
    NOT_YET,
  ],
])('reports %s', (_, receipt, isConfirmed, line, leftovers) => {
  expect(formatReceiptLine(receipt, isConfirmed)).toBe(`cleanup  ${line}`);
  expect(formatLeftovers({ ...makeFacts(), receipt })).toEqual(leftovers);
});

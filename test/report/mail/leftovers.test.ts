import { formatLeftovers, formatReceiptLine } from '../../../lib/report/mail/leftovers';
import { makeFacts, receiptWith } from './facts';

it('reports external storage that was not cleaned in the cleanup line of a clean receipt', () => {
  const receipt = { ...receiptWith([]), notCleaned: ['copy c1 of rig r1: no host was there'] };
  expect(formatReceiptLine(receipt, true)).toBe(
    `cleanup  verified: ${receipt.resources.length} of ${receipt.resources.length} resources deleted; ` +
      'NOT CLEANED in external storage: copy c1 of rig r1: no host was there',
  );
});

it('reports resource kinds that cleanup could not check', () => {
  const skipped = [{ kind: 'cloudwatch:alarm', why: 'AccessDenied', ids: ['fsxbench/x/e1__r1__c1.alarmServerCpu'] }];
  const receipt = { ...receiptWith([]), skipped };
  expect(formatReceiptLine(receipt, true)).toMatch(
    / resources deleted; could not check cloudwatch:alarm \(1 known; cents a month each\)$/,
  );
});

it('reports unchecked resource kinds also when resources are left', () => {
  const skipped = [{ kind: 'cloudwatch:alarm', why: 'AccessDenied', ids: ['fsxbench/x/e1__r1__c1.alarmServerCpu'] }];
  const left = [{ kind: 'fsx:file-system', id: 'fs-1', rig: null, state: 'AVAILABLE' }];
  const receipt = { ...receiptWith(left), skipped };
  expect(formatReceiptLine(receipt, false)).toMatch(
    / at 2026-\S+; could not check cloudwatch:alarm \(1 known; cents a month each\)$/,
  );
  expect(formatLeftovers({ ...makeFacts(), receipt })).toEqual([
    'fsx:file-system fs-1, AVAILABLE',
    'could not be checked: cloudwatch:alarm (1 known; cents a month each)',
  ]);
});

it('reports a clean receipt whose confirmation failed as verified, "not confirmed since"', () => {
  const receipt = receiptWith([]);
  expect(formatReceiptLine(receipt, false)).toBe(`cleanup  verified ${receipt.verifiedAt}; not confirmed since`);
  expect(formatLeftovers({ ...makeFacts(), receipt })).toEqual([
    'Cleanup is not verified yet, so resources may be left.',
  ]);
});

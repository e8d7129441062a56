import { leftoverLines, receiptLine } from '../../../lib/report/mail/leftovers';
import { factsOf, receiptWith } from './facts';

it('says what stays in stores of others, though nothing of ours is left', () => {
  const receipt = { ...receiptWith([]), notCleaned: ['copy c1 of rig r1: no host was there'] };
  expect(receiptLine(receipt, true)).toBe(
    `receipt  clean: nothing is left of ${receipt.resources.length} resources; NOT CLEANED in stores of others: ` +
      'copy c1 of rig r1: no host was there',
  );
});

it('says of what nobody could look whether it is left', () => {
  const passedOver = [{ kind: 'cloudwatch:alarm', why: 'AccessDenied', ids: ['fsxbench/x/e1__r1__c1.alarmServerCpu'] }];
  const receipt = { ...receiptWith([]), passedOver };
  expect(receiptLine(receipt, true)).toMatch(
    / resources; could not look at cloudwatch:alarm \(1 that we know of; cents a month each\)$/,
  );
});

it('says so too where something else is left', () => {
  const passedOver = [{ kind: 'cloudwatch:alarm', why: 'AccessDenied', ids: ['fsxbench/x/e1__r1__c1.alarmServerCpu'] }];
  const left = [{ kind: 'fsx:file-system', id: 'fs-1', rig: null, state: 'AVAILABLE' }];
  const receipt = { ...receiptWith(left), passedOver };
  expect(receiptLine(receipt, false)).toMatch(
    /, 2026-\S+; could not look at cloudwatch:alarm \(1 that we know of; cents a month each\)$/,
  );
  expect(leftoverLines({ ...factsOf(), receipt })).toEqual([
    'fsx:file-system fs-1, AVAILABLE',
    'could not be looked at: cloudwatch:alarm (1 that we know of; cents a month each)',
  ]);
});

it('does not call a clean receipt unclean where only its confirmation could not be written', () => {
  const receipt = receiptWith([]);
  expect(receiptLine(receipt, false)).toBe(`receipt  clean at ${receipt.verifiedAt}; not confirmed since`);
  expect(leftoverLines({ ...factsOf(), receipt })).toEqual([
    'It is not proven yet that nothing is left, so something may be.',
  ]);
});

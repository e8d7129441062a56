import { tokenOf, tokensUnique } from '../../../lib/twin/checkers/tokens-unique';
import type { CallRecord } from '../../../lib/twin/cloud/service';
import { call, calls, clean, codes, fleet, ID, send, template } from './clean-execution';

function judged(...log: CallRecord[]): string[] {
  return codes(tokensUnique(clean({ calls: log })));
}

it('is content with a clean log, and with a retry that gave the same', () => {
  expect(judged(...calls())).toEqual([]);
  expect(judged(fleet(1), fleet(2))).toEqual([]);
  const lost = { ...fleet(1), output: undefined, error: { name: 'InternalError', message: '' } };
  expect(judged(lost, fleet(2))).toEqual([]);
});

it('does not mind the order of members', () => {
  const { input } = fleet(1);
  const turned = Object.fromEntries(Object.entries(input as Record<string, unknown>).reverse());
  expect(judged(fleet(1), { ...fleet(2), input: turned })).toEqual([]);
});

it('complains about a token that asks for something else', () => {
  const other = { ...fleet(2), input: { ...(fleet(2).input as object), Type: 'maintain' } };
  expect(judged(fleet(1), other)).toEqual(['TokenReused']);
});

it('complains about two attempts with one token', () => {
  expect(judged(fleet(1, `${ID}__r1`), fleet(2, `${ID}__r1__a2`))).toEqual(['TokenShared']);
  expect(judged(fleet(1, `${ID}__r1`, 'x'), fleet(2, `${ID}__r1__a2`, 'y'))).toEqual([]);
});

it('takes a child that was started again for the same attempt', () => {
  expect(judged(fleet(1, `${ID}__r1__make__c1__fs__0`), fleet(2, `${ID}__r1__make__c1__fs__1`))).toEqual([]);
  expect(judged(fleet(1, `${ID}__r1__make__c1__fs__0`), fleet(2, `${ID}__r1__make__c1__volume1__0`))).toEqual([
    'TokenShared',
  ]);
  const other = { ...fleet(2, `${ID}__r1__make__c1__fs__1`), output: { FleetId: 'fleet-other' } };
  expect(judged(fleet(1, `${ID}__r1__make__c1__fs__0`), other)).toEqual(['MadeTwice']);
});

it('complains about a token that made two things', () => {
  expect(judged(fleet(1), { ...fleet(2), output: { FleetId: 'fleet-other' } })).toEqual(['MadeTwice']);
});

it('keeps tokens of different actions apart', () => {
  expect(judged(template(1, `${ID}__r1`, 'same'), fleet(2, `${ID}__r1`, 'same'))).toEqual([]);
});

it('complains about an attempt that was sent with another script', () => {
  expect(judged(send(1, 't0001.a1'), send(2, 't0001.a1', 'b'.repeat(64)))).toEqual(['AttemptReused']);
  expect(judged(send(1, 't0001.a1'), send(2, 't0001.a1'))).toEqual([]);
  expect(judged(send(1, 't0001.a1'), send(2, 't0001.a2', 'b'.repeat(64)))).toEqual([]);
});

it('reads tokens of all services', () => {
  const tokens = ['ClientToken', 'ClientRequestToken', 'CreationToken'].map((name) =>
    tokenOf(call(1, ID, 'x:CreateX', { input: { [name]: name } })),
  );
  expect(tokens).toEqual(['ClientToken', 'ClientRequestToken', 'CreationToken']);
  expect(tokenOf(call(1, ID, 'x:CreateX', { input: null }))).toBeNull();
});

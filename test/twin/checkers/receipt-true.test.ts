import { TAG } from '../../../lib/shapes/layout';
import type { Receipt } from '../../../lib/shapes/receipt';
import type { ExecutionFacts } from '../../../lib/twin/checkers/facts';
import { receiptTrue } from '../../../lib/twin/checkers/receipt-true';
import { at, call, calls, clean, codes, FENCED, fleet, ID, SETTLE } from './clean-execution';

const LIVING = { kind: 'ec2:instance', id: 'i-1', state: 'running', tags: { [TAG.execution]: ID } };
const LEFT = { kind: 'ec2:instance', id: 'i-1', rig: null, state: 'running' };

function judged(receipt: Partial<Receipt>, more: Partial<ExecutionFacts> = {}): string[] {
  const facts = clean(more);
  return codes(receiptTrue, { ...facts, receipt: facts.receipt === null ? null : { ...facts.receipt, ...receipt } });
}

it('is content with a true receipt, of either kind', () => {
  expect(judged({})).toEqual([]);
  expect(judged({ clean: false, left: [LEFT] }, { resources: [LIVING] })).toEqual([]);
});

it.each<[string, Partial<Receipt>, Partial<ExecutionFacts>, string]>([
  ['clean, but an instance lives', {}, { resources: [LIVING] }, 'FalselyClean'],
  [
    'clean, but a process lives',
    {},
    { machine: { processes: [{ pid: 7, instanceId: 'i-1' }], folders: [], volumes: [] } },
    'FalselyClean',
  ],
  ['unclean, but nothing is left', { clean: false, left: [LEFT] }, {}, 'FalselyUnclean'],
  ['clean with a list of what is left', { left: [LEFT] }, {}, 'ReceiptAtOdds'],
  ['a kind that it does not cover', { covered: ['ec2:instance'] }, {}, 'KindNotCovered'],
  ['verified before the fence had settled', { verifiedAt: at(FENCED + SETTLE - 1) }, {}, 'VerifiedEarly'],
  ['fenced after it was verified', { fencedAt: at(FENCED + 100) }, {}, 'ReceiptTimes'],
  ['a time that is none', { verifiedAt: 'soon' }, {}, 'ReceiptTimes'],
  ['no fence', {}, { calls: calls().slice(0, -1) }, 'NeverFenced'],
  ['something made after it', {}, { calls: [...calls(), fleet(FENCED + 100)] }, 'CreatedAfterReceipt'],
  ['another execution', { executionId: 'exec-2' }, {}, 'WrongReceipt'],
])('complains: %s', (_, receipt, more, code) => {
  expect(judged(receipt, more)).toEqual([code]);
});

const ALARM = { kind: 'cloudwatch:alarm', id: 'a', state: 'OK', tags: { [TAG.execution]: ID } };
const refused = (action: string, seconds: number) =>
  call(seconds, ID, `cloudwatch:${action}`, { error: { name: 'AccessDenied', message: '' } });
const over = (kind: string) => ({ passedOver: [{ kind, why: 'AccessDenied', ids: [] }] });

it.each([
  ['alarms that could not be listed', 'cloudwatch:alarm', refused('DescribeAlarms', FENCED + SETTLE), []],
  ['alarms whose tags could not be read', 'cloudwatch:alarm', refused('ListTagsForResource', FENCED + SETTLE), []],
  ['alarms of which another call failed', 'cloudwatch:alarm', refused('PutMetricAlarm', 50), ['WronglyPassedOver']],
  ['alarms that were listed', 'cloudwatch:alarm', call(70, ID, 'cloudwatch:DescribeAlarms'), ['WronglyPassedOver']],
  ['alarms, by a look long before', 'cloudwatch:alarm', refused('DescribeAlarms', -900), ['WronglyPassedOver']],
  ['alarms, by a look after it', 'cloudwatch:alarm', refused('DescribeAlarms', 100), ['WronglyPassedOver']],
])('lets a receipt say nothing only of what could not be looked at: %s', (_, kind, one, found) => {
  const kinds = ['ec2:instance', 'cloudwatch:alarm'];
  expect(judged(over(kind), { kinds, resources: [ALARM], calls: [...calls(), one] })).toEqual(found);
});

it('lets it pass over nothing that is more than what only tells, whatever failed', () => {
  const denied = call(FENCED + SETTLE, ID, 'ec2:DescribeInstances', { error: { name: 'AccessDenied', message: '' } });
  const facts = { resources: [LIVING], calls: [...calls(), denied] };
  const more = { covered: ['ec2:launch-template'], ...over('ec2:instance') };
  expect(judged(more, facts)).toEqual(['FalselyClean', 'KindNotCovered', 'WronglyPassedOver']);
  expect(judged(over('toString'))).toEqual(['WronglyPassedOver']);
});

it('complains where there is none, but not of an execution that was refused', () => {
  expect(codes(receiptTrue, { receipt: null })).toEqual(['NoReceipt']);
  expect(codes(receiptTrue, { receipt: null, plan: null })).toEqual(['NoReceipt']);
  expect(codes(receiptTrue, { receipt: null, plan: null, calls: [] })).toEqual([]);
});

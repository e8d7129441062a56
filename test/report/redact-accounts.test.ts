import { redactOutcome, redactAccounts } from '../../lib/report/redact-accounts';
import type { RigOutcome } from '../../lib/shapes/outcomes';

const DENIED =
  'AccessDenied: User: arn:aws:sts::123456789012:assumed-role/bench-rig/x is not authorized to perform: ' +
  'fsx:CreateFileSystem on resource: arn:aws-cn:fsx:cn-north-1:123456789012:file-system/*.';
const SAID = 'AccessDenied: User: arn:… is not authorized to perform: fsx:CreateFileSystem on resource: arn:….';

it.each([
  ['ARNs within a sentence', DENIED, SAID],
  ['ARNs in quotes', '{"Cause":"(arn:aws:iam::123456789012:role/a)"}', '{"Cause":"(arn:…)"}'],
  ['ARNs that are cut off', 'no key arn:aws:kms:us-east-1:1234', 'no key arn:…'],
  [
    'account ids',
    'Bucket bench-123456789012-us-west-2 of 123456789012.',
    'Bucket bench-(account)-us-west-2 of (account).',
  ],
])('removes from a text %s', (_, text, without) => {
  expect(redactAccounts(text)).toBe(without);
});

it('keeps times, resource ids and other numbers', () => {
  for (const text of ['fs-0123456789abcdef0 at 1772442000123 ms', '0.123456789012 USD', 'i-123456789012a', 'arn:x']) {
    expect(redactAccounts(text)).toBe(text);
  }
});

it('redacts the texts of a rig outcome, and keeps its other fields', () => {
  const one = (text: string) => ({ code: 'AccessDenied', text });
  const outcome = (text: string): RigOutcome => ({
    rig: 'r1',
    status: 'FAILED',
    reason: one(text),
    marks: [{ mark: 'creating', at: '2026-03-02T09:00:00.000Z', usdPerHour: 0.123456789012 }],
    failed: [{ copy: 'c1', ...one(text) }],
    without: [{ copy: 'c1', request: 'alarmServerCpu', text }],
  });
  expect(redactOutcome(outcome(DENIED))).toEqual(outcome(SAID));
  const well: RigOutcome = { rig: 'r1', status: 'SUCCEEDED', reason: null, marks: [] };
  expect(redactOutcome(well)).toEqual(well);
});

it('quotes the error message of a failed Lambda function without its stack trace', () => {
  // users.md, defect 8: of what the rehearsal does not model.
  const thrown = '{"errorMessage":"the query is not modelled","errorType":"ValidationError","stackTrace":["    at inv';
  const without = [{ copy: 'c1', request: 'alarmServerFileCreates', text: `ValidationError: ${thrown}` }];
  const outcome: RigOutcome = { rig: 'r1', status: 'SUCCEEDED', reason: null, marks: [], without };
  expect(redactOutcome(outcome).without).toEqual([
    { ...without[0], text: 'ValidationError: the query is not modelled' },
  ]);
});

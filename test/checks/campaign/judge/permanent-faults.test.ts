import type { Receipt } from '../../../../lib/shapes/receipt';
import type { ExecutionRecord } from '../../../../checks/oracles/execution-record';
import { checkReceiptStaysTrue, checkNotifications } from '../../../../checks/oracles/check-promises';
import { checkPermanentFaults } from '../../../../checks/campaign/judge/permanent-faults';
import { listOmittedKinds } from '../../../../lib/twin/checkers/receipt-true';
import type { CampaignRun } from '../../../../checks/campaign/faults/run-campaign';
import { CALM, type Rule } from '../../../../checks/campaign/faults/campaign';

const HOUR = 3_600_000;
const over = (kind: string) => ({ skipped: [{ kind, why: 'AccessDenied', ids: [] }] });

it('returns skipped alarms as an omitted kind, but no skipped file systems (listOmittedKinds)', () => {
  expect([...listOmittedKinds(over('cloudwatch:alarm'))]).toEqual(['cloudwatch:alarm']);
  expect([...listOmittedKinds(over('fsx:file-system')), ...listOmittedKinds(over('toString'))]).toEqual([]);
  expect([...listOmittedKinds(null), ...listOmittedKinds({})]).toEqual([]);
});

/** What is left for ever of one kind, which its receipt passes over; a mail names the kind. */
function outcome(kind: string): string[] {
  const creations = [{ kind, id: 'fs-1', execution: 'e1', at: 0, goneAt: null }];
  const rules: Rule[] = [{ fault: 'thing', effect: 'refuses' }];
  const messages = [{ subject: 'e1', message: `e1: ${kind}`, at: HOUR }];
  const receipt = { clean: true, verifiedAt: new Date(HOUR).toISOString(), remaining: [], unlisted: [], ...over(kind) };
  const aftermath = {
    observations: { now: 80 * HOUR, started: [], creations, messages, campaign: { ...CALM, rules }, healedAt: null },
    facts: { executionId: 'e1', plan: { expiresAt: 26 * 3600 }, receipt: receipt as unknown as Receipt },
    creations,
    paid: [],
    paidLast: new Map(),
    endedAt: 0,
  } as unknown as ExecutionRecord<CampaignRun>;
  const found = [...checkReceiptStaysTrue(aftermath), ...checkNotifications(aftermath)];
  const named = checkPermanentFaults({
    ...aftermath,
    observations: { ...aftermath.observations, ...TROUBLE },
  } as unknown as ExecutionRecord<CampaignRun>);
  return [...found, ...named].map(({ code }) => code).filter((code) => EXEMPT.includes(code));
}
const EXEMPT = ['Denied', 'ExpiryNotReported', 'NotNamed', 'LeftoverNotReported'];
/** What else is looked at. */
const TROUBLE = {
  deployment: { account: { sfn: { executions: () => [] }, stored: { left: () => [] } } },
  untagged: new Set(),
};

it('exempts skipped alarms, but not file systems, from Denied, NotNamed and two other complaints', () => {
  expect(outcome('cloudwatch:alarm')).toEqual([]);
  expect(outcome('fsx:file-system')).toEqual(['Denied', 'ExpiryNotReported', 'NotNamed', 'LeftoverNotReported']);
});

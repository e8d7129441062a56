import type { Receipt } from '../../../../lib/shapes/receipt';
import type { Aftermath } from '../../../../lib/twin/checkers/after/aftermath';
import { receiptLasts, told } from '../../../../lib/twin/checkers/after/judge';
import { unhealedTold } from '../../../../checks/campaign/judge/unhealed';
import { passedOverKinds } from '../../../../lib/twin/checkers/receipt-true';
import type { Played } from '../../../../checks/campaign/faults/play';
import { CALM, type Rule } from '../../../../checks/campaign/faults/campaign';

const HOUR = 3_600_000;
const over = (kind: string) => ({ passedOver: [{ kind, why: 'AccessDenied', ids: [] }] });

it('are only kinds that only tell', () => {
  expect([...passedOverKinds(over('cloudwatch:alarm'))]).toEqual(['cloudwatch:alarm']);
  expect([...passedOverKinds(over('fsx:file-system')), ...passedOverKinds(over('toString'))]).toEqual([]);
  expect([...passedOverKinds(null), ...passedOverKinds({})]).toEqual([]);
});

/** What is left for ever of one kind, which its receipt passes over; a mail names the kind. */
function outcome(kind: string): string[] {
  const births = [{ kind, id: 'fs-1', execution: 'e1', at: 0, goneAt: null }];
  const rules: Rule[] = [{ fault: 'thing', effect: 'refuses' }];
  const messages = [{ subject: 'e1', message: `e1: ${kind}`, at: HOUR }];
  const receipt = { clean: true, verifiedAt: new Date(HOUR).toISOString(), left: [], unlisted: [], ...over(kind) };
  const aftermath = {
    played: { now: 80 * HOUR, started: [], births, messages, campaign: { ...CALM, rules }, healedAt: null },
    facts: { executionId: 'e1', plan: { expiresAt: 26 * 3600 }, receipt: receipt as unknown as Receipt },
    births,
    paid: [],
    paidLast: new Map(),
    endedAt: 0,
  } as unknown as Aftermath<Played>;
  const found = [...receiptLasts(aftermath), ...told(aftermath)];
  const named = unhealedTold({
    ...aftermath,
    played: { ...aftermath.played, ...TROUBLE },
  } as unknown as Aftermath<Played>);
  return [...found, ...named].map(({ code }) => code).filter((code) => EXEMPT.includes(code));
}
const EXEMPT = ['Denied', 'ExpiryNotTold', 'NotNamed', 'LeftNotTold'];
/** What else is looked at. */
const TROUBLE = {
  world: { account: { sfn: { executions: () => [] }, stored: { left: () => [] } } },
  untagged: new Set(),
};

it('exempt nothing else from being denied, named and told of', () => {
  expect(outcome('cloudwatch:alarm')).toEqual([]);
  expect(outcome('fsx:file-system')).toEqual(['Denied', 'ExpiryNotTold', 'NotNamed', 'LeftNotTold']);
});

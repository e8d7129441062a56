/** The input of a mail, for tests: a sweep on two targets with a price. */
import type { MailFacts } from '../../../lib/report/mail/facts';
import { summarize } from '../../../lib/results/summary';
import type { Receipt, ReceiptResource } from '../../../lib/shapes/receipt';
import { execution, type Options } from '../../results/fixture';

const MACHINE = 'arn:aws:states:us-west-2:123456789012:stateMachine:fsxbench-experiment';

/** `nothing`: neither plan nor results nor receipt. */
export function makeFacts(given: { options?: Options; nothing?: boolean } = {}): MailFacts {
  const input = execution({
    factors: { target: ['disk', 'memory'], op: ['randread', 'randwrite'] },
    prices: { disk: 0.2, memory: 3 },
    decide: { where: { op: 'randread' } },
    ...given.options,
  });
  const nothing = given.nothing === true;
  return {
    executionId: 'e1',
    experiment: nothing ? null : 'local-disk',
    why: 'ended',
    outcome: 'SUCCEEDED',
    clean: true,
    error: null,
    cause: null,
    plan: nothing ? null : input.plan,
    summary: nothing ? null : summarize(input),
    receipt: nothing ? null : input.receipt,
    place: {
      stack: 'fsxbench',
      region: 'us-west-2',
      bucket: 'results',
      experimentMachineArn: MACHINE,
      executionArn: `${MACHINE.replace(':stateMachine:', ':execution:')}:e1`,
    },
  };
}

/** A receipt with these leftovers only. */
export function receiptWith(left: readonly ReceiptResource[]): Receipt {
  return {
    schemaVersion: 1,
    experiment: 'local-disk',
    executionId: 'e1',
    clean: left.length === 0,
    outcome: 'FAILED',
    fencedAt: '2026-03-02T09:10:00.000Z',
    verifiedAt: '2026-03-02T09:20:00.000Z',
    resources: left,
    remaining: left,
    covered: ['fsx:file-system'],
    unlisted: [],
  };
}

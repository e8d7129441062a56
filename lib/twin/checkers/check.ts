/** All that must always hold of an execution, however it ended. */
import { actionsHeld } from './actions-held';
import type { Complaint, ExecutionFacts } from './facts';
import { fenceHeld } from './fence-held';
import { leasesHeld } from './leases-held';
import { managedHosts } from './managed-hosts';
import { nothingLeft } from './nothing-left';
import { receiptTrue } from './receipt-true';
import { rowsComplete } from './rows-complete';
import { tagsComplete } from './tags-complete';
import { tokensUnique } from './tokens-unique';

/** @returns everything that does not hold; empty where all is well */
export function checkExecution(facts: ExecutionFacts): Complaint[] {
  return [
    ...nothingLeft(facts),
    ...rowsComplete(facts),
    ...fenceHeld(facts),
    ...leasesHeld(facts),
    ...actionsHeld(facts),
    ...managedHosts(facts),
    ...tagsComplete(facts),
    ...tokensUnique(facts),
    ...receiptTrue(facts),
  ];
}

/** One line, for a terminal or a failing test. */
export function formatComplaint({ checker, code, text }: Complaint): string {
  return `${checker}: ${code}: ${text}`;
}

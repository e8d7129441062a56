/**
 * A clean receipt means that nothing made by the execution exists, by the record of creation, nor is born later; but
 * for the kinds of which it says that nobody could look.
 */
import type { Complaint } from '../facts';
import { passedOverKinds } from '../passed-over';
import type { Aftermath } from './aftermath';

/** @returns a complaint about everything that a clean receipt denies */
export function receiptLasts({ facts: { receipt }, births }: Aftermath): Complaint[] {
  if (receipt?.clean !== true) return [];
  const verified = Date.parse(receipt.verifiedAt);
  const silent = passedOverKinds(receipt);
  return births.flatMap(({ kind, id, at, goneAt }) => {
    if (at > verified) return [complain('BornLater', `${kind} ${id} was made after the clean receipt`)];
    if (goneAt === null && !silent.has(kind))
      return [complain('Denied', `the receipt is clean, but ${kind} ${id} exists`)];
    return [];
  });
}

function complain(code: string, text: string): Complaint {
  return { checker: 'receipt-lasts', code, text };
}

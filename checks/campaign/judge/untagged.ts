/**
 * What a person took our tags off is no longer ours to delete: IAM refuses the delete of what does not carry them. So
 * it is not asked to be gone, but to be told of by its id, and by little trouble only.
 */
import type { Complaint } from '../../../lib/twin/checkers/facts';
import { type Aftermath, untaggedOf } from '../../../lib/twin/checkers/after/aftermath';
import { trouble } from './trouble';

/** State transitions of all that comes for it may cost so much a day. */
const USD_PER_DAY = 0.1;
/** @returns a complaint where the receipt does not name it, nobody was told, or it is looked after without measure */
export function untaggedTold(aftermath: Aftermath): Complaint[] {
  const left = untaggedOf(aftermath);
  if (left.size === 0) return [];
  const { played, facts } = aftermath;
  const { receipt, executionId } = facts;
  const complaints: Complaint[] = [];
  const mails = played.messages.filter(({ message }) => message.includes(executionId));
  for (const id of left) {
    // Without a receipt another checker complains; a clean one is none's that something exists.
    if (receipt !== null && !receipt.left.some((one) => one.id === id))
      complaints.push(complain('NotNamed', `${id}, which lost its tags, is not among what the receipt says is left`));
    if (!mails.some(({ message }) => message.includes(id)))
      complaints.push(complain('NotTold', `${id} lost its tags, and no mail names it`));
  }
  return [...complaints, ...trouble(aftermath, USD_PER_DAY).map(({ code, text }) => complain(code, text))];
}

function complain(code: string, text: string): Complaint {
  return { checker: 'untagged', code, text };
}

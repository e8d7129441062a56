/** What AWS says names roles, accounts and things of theirs: reports go to others. `outcome.json` has all of it. */
import { readMessage } from '../shapes/function-error';
import type { RigOutcome } from '../shapes/outcomes';

/** Its last character is no full stop or colon of the sentence around it. */
const ARN = /\barn:aws[a-z-]*:[^\s"'\\,;()<>[\]{}]*[^\s"'\\,;()<>[\]{}.:]/g;
/** Twelve digits that are no part of a longer number or word. */
const ACCOUNT = /(?<![A-Za-z0-9]|\d\.)\d{12}(?![A-Za-z0-9]|\.\d)/g;

/** A text without the ARNs and numbers of accounts in it. */
export function redactAccounts(text: string): string {
  return text.replace(ARN, 'arn:…').replace(ACCOUNT, '(account)');
}

/** An outcome of a rig, as rows and reports may tell it: errors of functions without their stack traces. */
export function redactOutcome(outcome: RigOutcome): RigOutcome {
  const { reason, failed, without } = outcome;
  return {
    ...outcome,
    ...(reason ? { reason: redactText(reason) } : {}),
    ...(failed === undefined ? {} : { failed: failed.map(redactText) }),
    ...(without === undefined ? {} : { without: without.map(redactText) }),
  };
}

function redactText<T extends { readonly text: string }>(one: T): T {
  return { ...one, text: redactAccounts(readMessage(one.text)) };
}

/** Removes ARNs and account numbers from AWS messages, because reports are shared. `outcome.json` keeps both. */
import { readErrorMessage } from '../shapes/function-error';
import type { RigOutcome } from '../shapes/outcomes';

/** An ARN ends before the full stop or colon of the surrounding sentence. */
const ARN_PATTERN = /\barn:aws[a-z-]*:[^\s"'\\,;()<>[\]{}]*[^\s"'\\,;()<>[\]{}.:]/g;
/** Twelve digits that are not part of a longer number or word. */
const ACCOUNT_PATTERN = /(?<![A-Za-z0-9]|\d\.)\d{12}(?![A-Za-z0-9]|\.\d)/g;

export function redactAccounts(text: string): string {
  return text.replace(ARN_PATTERN, 'arn:…').replace(ACCOUNT_PATTERN, '(account)');
}

/** The outcome of a rig for rows and reports, also without stack traces of functions. */
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
  return { ...one, text: redactAccounts(readErrorMessage(one.text)) };
}

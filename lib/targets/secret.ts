/** The password of a server's administrator: a secret of Secrets Manager that is created with the target. */
import type { PricedAmount } from '../shapes/price';
import type { CreateRequest } from '../shapes/requests';

export const SECRET_ID = 'secret';
/** Placeholder of the password in requests; only the sender fills it in. */
export const PASSWORD_REFERENCE = `@${SECRET_ID}.password`;

/** A secret exists immediately; the duration is assumed. */
const SECRET_SECONDS = { expectedSeconds: 2, timeoutSeconds: 300 };

/** Created before the resource with the password; the planner sets its name, which is unique in the account. */
export function makeSecretRequest(description: string): CreateRequest {
  return {
    id: SECRET_ID,
    call: 'secretsmanager:CreateSecret',
    input: { Description: description },
    ...SECRET_SECONDS,
  };
}

export const SECRET_PRICE: PricedAmount = {
  service: 'secretsmanager',
  of: 'storage',
  item: 'secret',
  dimension: 'secret',
  amount: 1,
};

/** Password of a server's administrator: a Secrets Manager secret that fsxbench creates with the target. */
import type { PricedAmount } from '../shapes/price';
import type { CreateRequest } from '../shapes/requests';

export const SECRET_ID = 'secret';
/** Placeholder for the password in requests. The sender of the request replaces it. */
export const PASSWORD_REFERENCE = `@${SECRET_ID}.password`;

/** Assumed: a secret is available immediately. */
const SECRET_SECONDS = { expectedSeconds: 2, timeoutSeconds: 300 };

/** Request of the secret, sent before the resource that uses it. The planner sets a name unique in the account. */
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

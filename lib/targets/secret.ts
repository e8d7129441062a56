/** The password of a server's administrator, as a secret of Secrets Manager that is made with the target. */
import type { PricedAmount } from '../shapes/price';
import type { CreateRequest } from '../shapes/requests';

/** Name of its request. */
export const SECRET_ID = 'secret';
/** Stands for the password in requests: whoever sends them fills it in, and nobody else knows it. */
export const PASSWORD = `@${SECRET_ID}.password`;

/** A secret is there at once; how long it takes is assumed. */
const SECONDS = { expectedSeconds: 2, timeoutSeconds: 300 };

/** Made before what has the password; the name, which is one of the account, is the planner's. */
export function secretRequest(description: string): CreateRequest {
  return {
    id: SECRET_ID,
    call: 'secretsmanager:CreateSecret',
    input: { Description: description },
    ...SECONDS,
  };
}

/** What it costs. */
export const SECRET_COST: PricedAmount = {
  service: 'secretsmanager',
  of: 'storage',
  item: 'secret',
  dimension: 'secret',
  amount: 1,
};

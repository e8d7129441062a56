/** The password of a server's administrator, as a secret of Secrets Manager that is made with the target. */
import type { PricedAmount, PriceTable } from '../shapes/price';
import type { PriceListReader } from '../shapes/price-list';
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

const SERVICE = 'secretsmanager';

/** What it costs. */
export const SECRET: PricedAmount = {
  service: SERVICE,
  of: 'storage',
  item: 'secret',
  dimension: 'secret',
  amount: 1,
};

/** As written down, of Regions whose pages were read. Calls cost 0.05 for 10,000, a few of which are made. */
export const SECRET_PRICES: readonly PriceTable[] = ['us-east-1', 'us-west-2', 'ap-northeast-1'].map((region) => ({
  service: SERVICE,
  region,
  unit: 'secret-month',
  source: 'https://aws.amazon.com/secrets-manager/pricing/, "$0.40 per secret per month", by the hour, as of 2026',
  confidence: 'medium',
  usd: { secret: 0.4 },
}));

/**
 * Any Region, of AWS's price files: usage types as bills have them, `USE1-AWSSecretsManager-Secrets`, one secret for a
 * month. Rows of calls are others, `AWSSecretsManagerAPIRequest`.
 */
export const SECRET_LIST: PriceListReader = {
  offer: 'AWSSecretsManager',
  service: SERVICE,
  read: ({ usageType, unit, usd }) =>
    /^AWSSecretsManager-Secrets?$/.test(usageType) && /^Secrets?$/i.test(unit)
      ? [{ dimension: SECRET.dimension, unit: 'secret-month', usd }]
      : [],
};

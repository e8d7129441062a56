import { toAction, getCallKind } from '../../lib/shapes/resources';
import { findPrice } from '../../lib/pricing/price-book';
import { buildPriceBook, PRICED_REGIONS } from '../../lib/pricing/aws';
import { PASSWORD_REFERENCE, SECRET_PRICE, SECRET_ID, makeSecretRequest } from '../../lib/targets/secret';

it('creates the secret with CreateSecret, and refers to its password by name', () => {
  const { id, call, input } = makeSecretRequest('for tests');
  expect([id, getCallKind(call), toAction(call)]).toEqual([SECRET_ID, 'secretsmanager:secret', 'CreateSecret']);
  expect(input).toEqual({ Description: 'for tests' });
  expect(PASSWORD_REFERENCE).toBe('@secret.password');
});

it('charges 0.40 USD a month for the secret in every priced Region', () => {
  for (const region of PRICED_REGIONS)
    expect([region, findPrice(buildPriceBook(region), SECRET_PRICE.service, SECRET_PRICE.dimension)?.usd]).toEqual([
      region,
      0.4,
    ]);
});

/** The Region whose prices and limits a command reckons with. */
import { bookOf, PRICED_REGIONS } from '../pricing/aws';
import type { PriceBook } from '../shapes/price';
import { UserError } from './command';

/** Taken where nobody says otherwise: most price lists begin with it. */
const DEFAULT_REGION = 'us-east-1';

/**
 * The price book of `--region`, else of `AWS_REGION`, else of us-east-1.
 * @throws UserError for a Region that was named and has no prices
 */
export function pricesFor(option: unknown, env: Readonly<Record<string, string | undefined>> = process.env): PriceBook {
  const named = typeof option === 'string' ? option : undefined;
  const region = named ?? env['AWS_REGION'] ?? DEFAULT_REGION;
  if (PRICED_REGIONS.includes(region)) return bookOf(region);
  // A variable that is set for other tools is no mistake here.
  if (named === undefined) return bookOf(DEFAULT_REGION);
  throw new UserError(
    'UnknownRegion',
    `--region: there are no prices of '${named}', so no budget could be kept; ` +
      `there are prices of ${PRICED_REGIONS.join(', ')}`,
  );
}

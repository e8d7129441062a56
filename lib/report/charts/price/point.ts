/** One configuration in the picture of prices. */
import type { Contender } from '../../../results/answer/contender';
import type { Ink } from '../../palette';

export interface PricePoint {
  readonly contender: Contender;
  readonly usdPerHour: number;
  readonly ink: Ink;
}

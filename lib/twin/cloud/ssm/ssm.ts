/** SSM as far as the machines call it: which hosts answer, commands to them, and what became of these. */
import type { Service } from '../service';
import { listingActions } from './listings';
import { type SsmOptions, SsmState } from './registry';
import { commandActions } from './send';

export type { SsmOptions } from './registry';

export function makeSsm(options: SsmOptions): Service {
  const state = new SsmState(options);
  return { ...commandActions(state), ...listingActions(state) };
}

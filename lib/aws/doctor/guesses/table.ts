/**
 * Every line of the checklist. A new one is an entry in the file of its theme beside this one, and, where the doctor
 * can prove it, a probe of the same id in `../probes/`; until it has one, its proof is `{ by: 'hand', because: … }`.
 * Then `npm run reference` makes `docs/aws-checklist.md` anew: never edit that page.
 */
import { ACCOUNT } from './account';
import { ALARMS } from './alarms';
import { DEPLOYMENT } from './deployment';
import { FOREIGN } from './foreign';
import { GRANTS } from './grants';
import type { Guess, GuessGroup } from './guess';
import { HOSTS } from './hosts';
import { IMAGE_GUESSES } from './images';
import { LUNS } from './luns';
import { LUSTRE } from './lustre';
import { MANAGED } from './managed';
import { SERVERS } from './servers';
import { STATES } from './states';
import { STORAGE } from './storage';

/** In the order of the page: what costs nothing and stops everything comes first. */
export const GUESSES: readonly GuessGroup[] = [
  { title: 'Your account', guesses: ACCOUNT },
  { title: 'The deployment', guesses: DEPLOYMENT },
  { title: 'Step Functions', guesses: STATES },
  { title: 'Roles', guesses: GRANTS },
  { title: 'Hosts', guesses: [...HOSTS, ...IMAGE_GUESSES] },
  { title: 'Storage', guesses: [...STORAGE, ...LUNS, ...LUSTRE] },
  { title: 'Metrics of servers', guesses: [...SERVERS, ...ALARMS] },
  { title: 'Stores of others', guesses: FOREIGN },
  { title: 'Managed hosts', guesses: MANAGED },
];

/** All lines, in order. */
export const ALL_GUESSES: readonly Guess[] = GUESSES.flatMap(({ guesses }) => guesses);

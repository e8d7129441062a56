/** The probe of every line that is proven without changing anything. */
import { ALL_GUESSES } from '../guesses/table';
import type { Probe } from '../patient';
import { ACCOUNT_PROBES } from './account';
import { DEPLOYMENT_PROBES } from './deployment';
import { EXPERIMENT_PROBES } from './experiment';
import { FSX_TYPE_PROBES } from './fsx-types';
import { GRANTS_PROBES } from './grants';
import { SERVER_PROBES } from './servers';
import { STATES_PROBES } from './states';

/** By the id of the line. A test holds it against the table of guesses: no line without one, none without a line. */
export const PROBES: Readonly<Record<string, Probe>> = {
  ...ACCOUNT_PROBES,
  ...DEPLOYMENT_PROBES,
  ...EXPERIMENT_PROBES,
  ...FSX_TYPE_PROBES,
  ...GRANTS_PROBES,
  ...SERVER_PROBES,
  ...STATES_PROBES,
};

/** Lines that need a probe here. */
export const PROBED = ALL_GUESSES.filter(({ proof }) => proof.by === 'looking' || proof.by === 'experiment');

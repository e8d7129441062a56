/** Simulated output of a user's script: the `modelled` value of each metric, with noise, marked as simulated. */
import { RESULTS_FILE } from '../../workloads/command/parse';
import type { CommandParams } from '../../workloads/command/schema';
import { toHostFacts, type OutputPrinter } from './contract';

export function makeCommandPrinter({ metrics }: CommandParams): OutputPrinter {
  const declared = Object.entries(metrics);
  return ({ units: { intervals } }, host) => {
    // Noise of 1 to 4 percent, as the model has it for this host and trial.
    const noise = intervals.mean > 0 ? intervals.stddev / intervals.mean : 0;
    const lines = declared.map(([name, { modelled: value }]) => `${name} ${value * (1 + noise)}\n`);
    return {
      tool: 'command',
      version: '',
      argv: ['bash', 'script'],
      files: { [RESULTS_FILE]: lines.join('') },
      facts: toHostFacts(host),
    };
  };
}

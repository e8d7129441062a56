/**
 * What a script of one's own would print in a rehearsal: what `modelled` of each metric says, with noise. Marked as
 * simulated.
 */
import { OUTPUT_FILE } from '../../workloads/command/result';
import type { CommandParams } from '../../workloads/command/schema';
import { toHostFacts, type ModelledPrinter } from './contract';

/** For the registry. */
export function makePrinter({ metrics }: CommandParams): ModelledPrinter {
  const declared = Object.entries(metrics);
  return ({ units: { intervals } }, host) => {
    // Hosts and trials differ by how unsteady the model takes them for: a percent to four.
    const noise = intervals.mean > 0 ? intervals.stddev / intervals.mean : 0;
    const lines = declared.map(([name, { modelled: value }]) => `${name} ${value * (1 + noise)}\n`);
    return {
      tool: 'command',
      version: '',
      argv: ['bash', 'script'],
      files: { [OUTPUT_FILE]: lines.join('') },
      facts: toHostFacts(host),
    };
  };
}

/**
 * `command` in rehearsals: nothing is known of a script but what its spec says. It takes `runtime`, asks the storage
 * for next to nothing, and tells what `modelled` of each metric says, with noise. Marked as simulated.
 */
import { type Demand, NONE } from '../demand';
import type { ModelledPrinter, ModelledTool } from '../modelled';
import { OUTPUT_FILE } from './output';
import type { CommandParams } from './schema';
import { MEASURE } from './steps';

/** For the `modelled` member of the workload. */
export const modelled: ModelledTool<CommandParams> = { demand, printer };

function demand({ runtime }: CommandParams): Readonly<Record<string, Demand>> {
  return {
    [MEASURE]: {
      unit: { reads: NONE, writes: NONE, sequential: false, metadata: { stat: 1 }, cpuSeconds: 0 },
      threads: 1,
      pace: { loop: 'open', rate: 1 },
      extent: { until: 'time', warmUpSeconds: 0, measuredSeconds: runtime },
      workingBytes: 0,
      buffered: false,
    },
  };
}

function printer({ metrics }: CommandParams): ModelledPrinter {
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
      facts: {
        memBytes: String(host.memoryBytes),
        ...(host.barrier ? { began: host.began.toFixed(6), lateSeconds: host.lateSeconds.toFixed(6) } : {}),
      },
    };
  };
}

/** What one host left of a job of IOR. */
import type { HostRaw, HostReading } from '../contract';
import { type MpiTool, readMpiHost } from '../tools/mpi-reading';
import { METRICS } from './metrics';
import { parseOutput } from './output/parse';

/** The file in which the leader leaves what IOR printed. */
export const OUTPUT_FILE = 'raw/ior.json';

/** How it is read. */
export const READ: MpiTool = { output: OUTPUT_FILE, metrics: METRICS, parse: parseOutput };

/** The leader has the figures of all hosts. Never throws for bad content. */
export function readHost(raw: HostRaw): HostReading {
  return readMpiHost(raw, READ);
}

/** What one host left of a job of mdtest. */
import type { HostRaw, HostReading } from '../contract';
import { type MpiTool, readMpiHost } from '../tools/mpi-reading';
import { METRICS } from './metrics';
import { parseOutput } from './output/parse';

/** The file in which the leader leaves what mdtest printed. */
export const OUTPUT_FILE = 'raw/mdtest.txt';

/** How it is read. */
export const READ: MpiTool = { output: OUTPUT_FILE, metrics: METRICS, parse: parseOutput };

/** The leader has the figures of all hosts. Never throws for bad content. */
export function readHost(raw: HostRaw): HostReading {
  return readMpiHost(raw, READ);
}

/** What tools would print in a rehearsal, by the kind of workload. One that is not here has a printer of its own. */
import { expected } from '../../shapes/errors';
import type { WorkloadKind } from '../../shapes/workload-kinds';
import type { Workload } from '../../workloads/contract';
import type { ModelledPrinter } from '../../workloads/modelled';
import { printer as fio } from './fio/printer';

/** Called once a trial; what it gives is called once a host, and should be quick: fleets have hundreds of hosts. */
export type PrinterOf<P> = (params: P) => ModelledPrinter;

const PRINTERS: Partial<Record<WorkloadKind, PrinterOf<never>>> = { fio };

/** The printer for one trial of a kind that can be rehearsed. */
export function printerOf({ kind, modelled }: Workload, params: unknown): ModelledPrinter {
  const known = (PRINTERS as Partial<Record<string, PrinterOf<unknown>>>)[kind];
  return expected(known ?? modelled?.printer, `a printer of ${kind}`)(params);
}

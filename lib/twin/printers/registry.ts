/** What tools would print in a rehearsal, by the kind of workload. */
import { expected } from '../../shapes/errors';
import type { NotBuiltKind } from '../../shapes/not-built';
import type { WorkloadKind } from '../../shapes/workload-kinds';
import { printer as command } from './command';
import type { ModelledPrinter, PrinterOf } from './contract';
import { printer as fio } from './fio/printer';
import { printer as metadata } from './metadata';
import { ior, mdtest } from './mpi';
import { printer as treeCopy } from './tree-copy';

const PRINTERS: Readonly<Record<Exclude<WorkloadKind, NotBuiltKind>, PrinterOf<never>>> = {
  fio,
  'tree-copy': treeCopy,
  metadata,
  mdtest,
  ior,
  command,
};

/** The printer for one trial. */
export function printerOf(kind: string, params: unknown): ModelledPrinter {
  const known = (PRINTERS as Readonly<Record<string, unknown>>)[kind] as PrinterOf<unknown> | undefined;
  return expected(known, `a printer of ${kind}`)(params);
}

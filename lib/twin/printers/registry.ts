/** Tool output in a rehearsal, by the kind of workload. */
import { ensure } from '../../shapes/errors';
import type { UnsupportedKind } from '../../shapes/unsupported-features';
import type { WorkloadKind } from '../../shapes/workload-kinds';
import { makePrinter as command } from './command';
import type { ModelledPrinter, PrinterFactory } from './contract';
import { makeFioPrinter as fio } from './fio/printer';
import { makeFilesPrinter as metadata } from './metadata';
import { ior, mdtest } from './mpi';
import { makeCopyPrinter as treeCopy } from './tree-copy';

const PRINTERS: Readonly<Record<Exclude<WorkloadKind, UnsupportedKind>, PrinterFactory<never>>> = {
  fio,
  'tree-copy': treeCopy,
  metadata,
  mdtest,
  ior,
  command,
};

/** The printer for one trial. */
export function findPrinter(kind: string, params: unknown): ModelledPrinter {
  const known = (PRINTERS as Readonly<Record<string, unknown>>)[kind] as PrinterFactory<unknown> | undefined;
  return ensure(known, `a printer of ${kind}`)(params);
}

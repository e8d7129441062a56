/** Tool output in a rehearsal, by the kind of workload. */
import { ensure } from '../../shapes/errors';
import type { WorkloadKind } from '../../shapes/workload-kinds';
import { makeCommitsPrinter as commits } from './commits';
import { makeCommandPrinter as command } from './command';
import type { OutputPrinter, PrinterFactory } from './contract';
import { makeDatabasePrinter as database } from './database';
import { makeFioPrinter as fio } from './fio/printer';
import { makeKafkaPrinter as kafka } from './kafka';
import { makeMetadataPrinter as metadata } from './metadata';
import { makeIorPrinter, makeMdtestPrinter } from './mpi';
import { makeCopyPrinter as treeCopy } from './tree-copy';

const PRINTER_FACTORIES: Readonly<Record<WorkloadKind, PrinterFactory<never>>> = {
  fio,
  'tree-copy': treeCopy,
  metadata,
  commits,
  mdtest: makeMdtestPrinter,
  ior: makeIorPrinter,
  command,
  database,
  kafka,
};

export function findPrinter(kind: string, params: unknown): OutputPrinter {
  const known = (PRINTER_FACTORIES as Readonly<Record<string, unknown>>)[kind] as PrinterFactory<unknown> | undefined;
  return ensure(known, `a printer of ${kind}`)(params);
}

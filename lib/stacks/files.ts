/** What the stacks take as files: machines, bundles of the lambdas, the document of the hosts. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { MachineName } from '../shapes/machines';

export interface Files {
  /** Path of a machine's file. */
  machineFile(machine: MachineName): string;
  machineText(machine: MachineName): string;
  /** `workloads/host/document.json`. */
  readonly documentText: string;
  /** Folder with a folder for each handler. */
  readonly bundles: string;
}

/**
 * Files of a checkout.
 * @param root folder of the checkout
 * @param bundles by default what `node build.mjs lambdas` makes
 */
export function readFiles(root: string, bundles: string = join(root, 'dist', 'lambdas')): Files {
  const machineFile = (machine: MachineName): string => join(root, 'state-machines', `${machine}.asl.json`);
  return {
    machineFile,
    machineText: (machine) => readFileSync(machineFile(machine), 'utf8'),
    documentText: readFileSync(join(root, 'workloads', 'host', 'document.json'), 'utf8'),
    bundles,
  };
}

/** Input files of the stacks: machines, bundles of the lambdas, the document of the hosts. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { MachineName } from '../shapes/machines';

export interface Files {
  machineFile(machine: MachineName): string;
  machineText(machine: MachineName): string;
  /** `workloads/host/document.json`. */
  readonly documentText: string;
  /** Folder with one folder per handler. */
  readonly bundles: string;
}

/** Files of a checkout with path `root`. @param bundles default: the output of `node build.mjs lambdas` */
export function readFiles(root: string, bundles: string = join(root, 'dist', 'lambdas')): Files {
  const machineFile = (machine: MachineName): string => join(root, 'state-machines', `${machine}.asl.json`);
  return {
    machineFile,
    machineText: (machine) => readFileSync(machineFile(machine), 'utf8'),
    documentText: readFileSync(join(root, 'workloads', 'host', 'document.json'), 'utf8'),
    bundles,
  };
}

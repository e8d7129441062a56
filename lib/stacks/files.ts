/** Input files of the stacks: machines, bundles of the lambdas, the document of the hosts. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ALL_MACHINES, type MachineName } from '../shapes/machines';
import { buildMachines, getBuiltPaths, readMachineText } from '../machine-files/source';

export interface Files {
  /** Path of its JSON. */
  machineFile(machine: MachineName): string;
  machineText(machine: MachineName): string;
  /** `workloads/host/document.json`. */
  readonly documentText: string;
  /** Folder with one folder per handler. */
  readonly bundles: string;
}

/** Files of a checkout with path `root`. @param bundles default: the output of `node build.mjs lambdas` */
export function readFiles(root: string, bundles: string = join(root, 'dist', 'lambdas')): Files {
  buildMachines(root, ALL_MACHINES);
  return {
    machineFile: (machine) => getBuiltPaths(root, machine).built,
    machineText: (machine) => readMachineText(root, machine),
    documentText: readFileSync(join(root, 'workloads', 'host', 'document.json'), 'utf8'),
    bundles,
  };
}

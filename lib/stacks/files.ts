/** Input files of the stacks: machines, bundles of the lambdas, the document of the hosts. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ALL_MACHINES, type MachineName } from '../shapes/machines';
import { buildMachines, readMachineText, writeWhole } from '../machine-files/source';

export interface Files {
  /** Path of its JSON, with the placeholder `${Partition}`. */
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
  // The simulated account and the console take the partition of the sources.
  const machineText = (machine: MachineName): string =>
    readMachineText(root, machine).replaceAll('"arn:aws:states:::', '"arn:${Partition}:states:::');
  return {
    machineFile: (machine) => {
      const file = join(root, 'dist', 'state-machines', `${machine}.deployed.json`);
      writeWhole(file, machineText(machine));
      return file;
    },
    machineText,
    documentText: readFileSync(join(root, 'workloads', 'host', 'document.json'), 'utf8'),
    bundles,
  };
}

/** All rules of tidy over all files. */
import { circleFaults } from './whole/import-cycles';
import { folderFaults } from './whole/folders';
import { layerFaults } from './layers';
import { lengthFaults } from './length';
import { fileFaults, lineFaults } from './lines';
import { mirrorFaults } from './whole/mirror';
import { reachFaults } from './whole/reachable';
import { readmeFaults } from './whole/readme';
import type { Fault, Source } from './source';

const PER_FILE = [lengthFaults, layerFaults, lineFaults, fileFaults];

/** All faults, by path and line. */
export function tidyFaults(sources: readonly Source[]): Fault[] {
  const textOf = (path: string): string => sources.find((source) => source.path === path)?.text ?? '';
  const faults = [
    ...sources.flatMap((source) => PER_FILE.flatMap((rule) => rule(source))),
    ...circleFaults(sources),
    ...reachFaults(sources),
    ...folderFaults(sources),
    ...mirrorFaults(sources),
    ...readmeFaults(textOf('README.md'), textOf('.ci/run')),
  ];
  return faults.sort((a, b) => (a.path === b.path ? a.line - b.line : a.path < b.path ? -1 : 1));
}

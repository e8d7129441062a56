/**
 * `tsx tools/tidy.ts`: rules of the house that types, linter and formatter do not know. Exit code 1 where one is
 * broken.
 */
import { readSources } from './tidy/files';
import { tidyFaults } from './tidy/rules';
import { formatFault } from './tidy/source';

const sources = readSources(process.cwd());
const faults = tidyFaults(sources);
for (const fault of faults) console.log(formatFault(fault));
console.log(faults.length === 0 ? `${sources.length} files, all tidy` : `${faults.length} faults`);
process.exitCode = faults.length === 0 ? 0 : 1;

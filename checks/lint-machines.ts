/** `tsx checks/lint-machines.ts`: all machine files against the published schema and the rules of the house. */
import { readMachines } from './machines/files';
import { lintFile } from './machines/lint-file';
import { lineOfState } from './machines/place';

const machines = readMachines(process.cwd());
let count = 0;
for (const [name, text] of machines) {
  for (const { state, rule, message } of lintFile(name, text)) {
    const place = `state-machines/${name}.asl.json:${lineOfState(text, state)}`;
    console.log(`${place}: error: ${state === '' ? '' : `${state}: `}${message} (${rule})`);
    count += 1;
  }
}
console.log(count === 0 ? `${machines.size} machines, nothing to say` : `${count} findings`);
process.exitCode = count === 0 ? 0 : 1;

/** `tsx checks/lint-machines.ts`: checks all machine files with the loader and the rules of the project. */
import { readFileSync } from 'node:fs';
import { lineOfState, lintMachine, readMachines } from './machines/lint';

const machines = readMachines(process.cwd());
let count = 0;
for (const [name, text] of machines) {
  for (const { state, rule, message } of lintMachine(name, text)) {
    const path = `state-machines/${name}.asl.yaml`;
    const place = `${path}:${lineOfState(readFileSync(path, 'utf8'), state)}`;
    console.log(`${place}: error: ${state === '' ? '' : `${state}: `}${message} (${rule})`);
    count += 1;
  }
}
console.log(count === 0 ? `${machines.size} machines, nothing to say` : `${count} findings`);
process.exitCode = count === 0 ? 0 : 1;

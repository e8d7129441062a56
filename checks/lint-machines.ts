/** `tsx checks/lint-machines.ts`: checks all machine files with the loader and the rules of the project. */
import { readFileSync } from 'node:fs';
import { readMachineText } from '../lib/machine-files/source';
import { lineOfState, lintMachine, listMachines } from './machines/lint';

const machines = listMachines(process.cwd());
let count = 0;
for (const name of machines) {
  let text = '';
  try {
    text = readMachineText(process.cwd(), name);
  } catch (error) {
    console.log(`error: ${(error as Error).message}`);
    count += 1;
    continue;
  }
  for (const { state, rule, message } of lintMachine(name, text)) {
    const path = `state-machines/${name}.asl.yaml`;
    const place = `${path}:${lineOfState(readFileSync(path, 'utf8'), state)}`;
    console.log(`${place}: error: ${state === '' ? '' : `${state}: `}${message} (${rule})`);
    count += 1;
  }
}
console.log(count === 0 ? `${machines.length} machines, nothing to say` : `${count} findings`);
process.exitCode = count === 0 ? 0 : 1;

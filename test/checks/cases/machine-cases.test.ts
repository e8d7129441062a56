import { readMachineCases } from '../../../checks/cases/machine-cases';
import { groupBy } from '../../../lib/shapes/collections';
import { readMachineText } from '../../../lib/machine-files/source';

const ROOT = process.cwd();
const texts = new Map<string, string>();

function load(machine: string): string {
  const text = texts.get(machine) ?? readMachineText(ROOT, machine);
  texts.set(machine, text);
  return text;
}

describe.each([...groupBy(readMachineCases(ROOT), ({ machine }) => machine)])(
  'state machine %s by itself',
  (_, cases) => {
    it.each(cases.map((one) => [one.title, one] as const))('holds: %s', async (__, one) => {
      expect(await one.play(load)).toEqual([]);
    });
  },
);

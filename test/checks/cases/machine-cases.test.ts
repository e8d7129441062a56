import { readMachineCases } from '../../../checks/cases/machine-cases';
import { groupBy } from '../../../lib/shapes/collections';
import { readMachineText } from '../../../lib/machine-files/source';

const ROOT = process.cwd();

describe.each([...groupBy(readMachineCases(ROOT), ({ machine }) => machine)])(
  'state machine %s by itself',
  (_, cases) => {
    it.each(cases.map((one) => [one.title, one] as const))('holds: %s', async (__, one) => {
      expect(await one.play((machine) => readMachineText(ROOT, machine))).toEqual([]);
    });
  },
);

import { readMachineCases } from '../../../checks/cases/machine-cases';
import { groupBy } from '../../../lib/shapes/collections';
import { makeMachineReader } from '../../../checks/machines/machine-reader';

const ROOT = process.cwd();
const load = makeMachineReader(ROOT);

describe.each([...groupBy(readMachineCases(ROOT), ({ machine }) => machine)])(
  'state machine %s by itself',
  (_, cases) => {
    it.each(cases.map((one) => [one.title, one] as const))('holds: %s', async (__, one) => {
      expect(await one.play(load)).toEqual([]);
    });
  },
);

import { scenarios } from './scenarios';
import { readMachineText } from '../../lib/machine-files/source';

const text = (machine: string): string => readMachineText(process.cwd(), machine);

/** Groups with a scenario for each place of a machine, which take as long as all others; each has a separate file. */
export const AT_EVERY_PLACE = ['passing faults', 'lasting faults', 'silence', 'too large'];

/** Tests the scenarios with such a group before the colon; null: all others. */
export function testScenarios(group: string | null): void {
  const chosen = scenarios.filter(({ name }) => {
    const own = AT_EVERY_PLACE.find((one) => name.startsWith(`${one}: `)) ?? null;
    return own === group;
  });
  describe('the state machines', () => {
    it.each(chosen.map(({ name, check }) => [name, check] as const))('passes the scenario "%s"', async (_, check) => {
      expect(await check(text)).toEqual([]);
    });
  });
}

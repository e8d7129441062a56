import { executionScenarios } from './scenarios';
import { readMachineText } from '../../lib/machine-files/source';

const text = (machine: string): string => readMachineText(process.cwd(), machine);

/** Tests the scenarios of a group; undefined: those without one. Each group takes as long as all others together. */
export function testScenarios(group?: string): void {
  const chosen = executionScenarios.filter((one) => one.group === group);
  describe('the state machines', () => {
    it.each(chosen.map(({ name, check }) => [name, check] as const))('passes the scenario "%s"', async (_, check) => {
      expect(await check(text)).toEqual([]);
    });
  });
}

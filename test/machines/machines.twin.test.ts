import { scenarios } from './scenarios';
import { readMachineText } from '../../lib/machine-files/source';

const text = (machine: string): string => readMachineText(process.cwd(), machine);

describe('the state machines', () => {
  it.each(scenarios.map(({ name, check }) => [name, check] as const))('passes the scenario "%s"', async (_, check) => {
    expect(await check(text)).toEqual([]);
  });
});

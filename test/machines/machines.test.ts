import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { scenarios } from './scenarios';

const load = (machine: string): string =>
  readFileSync(join(process.cwd(), 'state-machines', `${machine}.asl.json`), 'utf8');

describe('the state machines', () => {
  it.each(scenarios.map((one) => [one.name, one] as const))('%s', async (_name, scenario) => {
    expect(await scenario.check(load)).toEqual([]);
  });
});

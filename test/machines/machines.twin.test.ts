import { readFileSync } from 'node:fs';
import { scenarios } from './scenarios';

const text = (machine: string): string => readFileSync(`state-machines/${machine}.asl.json`, 'utf8');

describe('the state machines', () => {
  it.each(scenarios.map(({ name, check }) => [name, check] as const))('%s', async (_, check) => {
    expect(await check(text)).toEqual([]);
  });
});

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ALL_MACHINES } from '../../../lib/shapes/machines';
import { makeMutants } from '../../../checks/mutants/plant/generate';
import { parseEquivalents, readEquivalents } from '../../../checks/mutants/equivalent';
import { readMachineText } from '../../../lib/machine-files/source';

describe('equivalents', () => {
  it('are reasons by id, and a reason is a sentence', () => {
    const reason = 'The interval only sets the pace of polling.';
    expect([...parseEquivalents(JSON.stringify({ 'a:b:c:d': reason }))]).toEqual([['a:b:c:d', reason]]);
    expect(() => parseEquivalents('{"a:b": "ok", "c:d": ""}')).toThrow(/a:b: say in a sentence.*; c:d: say/);
  });

  it('are read from where they stand', () => {
    const root = mkdtempSync(join(tmpdir(), 'fsxbench-equivalents-'));
    mkdirSync(join(root, 'checks', 'mutants'), { recursive: true });
    const id = 'tell:drop-retry:Publish';
    writeFileSync(join(root, 'checks', 'mutants', 'equivalent.json'), JSON.stringify({ [id]: 'It is never called.' }));
    expect(() => readEquivalents(root)).toThrow(id);
    rmSync(root, { recursive: true });
  });

  it('of this repository are of mutants that there are: a reason for none excuses the next one of its name', () => {
    const planted = ALL_MACHINES.flatMap((machine) =>
      makeMutants(machine, readMachineText(process.cwd(), machine)).map(({ id }) => id),
    );
    expect(planted.length).toBeGreaterThan(1000);
    expect([...readEquivalents(process.cwd()).keys()].filter((id) => !planted.includes(id))).toEqual([]);
  });
});

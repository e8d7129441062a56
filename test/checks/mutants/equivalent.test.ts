import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ALL_MACHINES } from '../../../lib/shapes/machines';
import { makeMutants } from '../../../checks/mutants/plant/generate';
import { parseEquivalents, readEquivalents } from '../../../checks/mutants/equivalent';
import { readMachineText } from '../../../lib/machine-files/source';

describe('list of equivalent mutants', () => {
  it('parses reasons by mutant ID, and refuses a reason shorter than 20 characters', () => {
    const reason = 'The interval only sets the pace of polling.';
    expect([...parseEquivalents(JSON.stringify({ 'a:b:c:d': reason }))]).toEqual([['a:b:c:d', reason]]);
    expect(() => parseEquivalents('{"a:b": "ok", "c:d": ""}')).toThrow(/a:b: say in a sentence.*; c:d: say/);
  });

  it('refuses a reason that is too short when it reads checks/mutants/equivalent.json', () => {
    const root = mkdtempSync(join(tmpdir(), 'fsxbench-equivalents-'));
    mkdirSync(join(root, 'checks', 'mutants'), { recursive: true });
    const id = 'tell:drop-retry:Publish';
    writeFileSync(join(root, 'checks', 'mutants', 'equivalent.json'), JSON.stringify({ [id]: 'It is never called.' }));
    expect(() => readEquivalents(root)).toThrow(id);
    rmSync(root, { recursive: true });
  });

  it('names only mutants that exist', () => {
    const planted = ALL_MACHINES.flatMap((machine) =>
      makeMutants(machine, readMachineText(process.cwd(), machine)).map(({ id }) => id),
    );
    expect(planted.length).toBeGreaterThan(1000);
    expect([...readEquivalents(process.cwd()).keys()].filter((id) => !planted.includes(id))).toEqual([]);
  });
});

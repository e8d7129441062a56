import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readMachines } from '../../../checks/machines/files';

describe('readMachines', () => {
  it('reads machine files by name, in the order of their names, and nothing else', () => {
    const root = mkdtempSync(join(tmpdir(), 'fsxbench-machines-'));
    mkdirSync(join(root, 'state-machines'));
    for (const file of ['rig.asl.json', 'janitor.asl.json', 'notes.md']) {
      writeFileSync(join(root, 'state-machines', file), file);
    }
    expect([...readMachines(root)]).toEqual([
      ['janitor', 'janitor.asl.json'],
      ['rig', 'rig.asl.json'],
    ]);
    rmSync(root, { recursive: true });
  });
});

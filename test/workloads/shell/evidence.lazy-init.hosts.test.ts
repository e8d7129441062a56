import { cpSync, mkdtempSync, rmSync, mkdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runPieces } from './pieces';

const PIECES = ['clock', 'host', 'status', 'surroundings', 'evidence'];

describe('evidence_processes', () => {
  it('reports lazyInit for the kernel thread ext4lazyinit, but not for a program of that name', () => {
    const root = mkdtempSync(join(tmpdir(), 'fsxbench-lazy-init-'));
    cpSync(join(__dirname, '../../recorded/kernel/proc'), join(root, 'proc'), { recursive: true });
    mkdirSync(join(root, 'proc/77'), { recursive: true });
    const count = (flags: number) => {
      const stat = `77 (ext4lazyinit) S 2 0 0 0 -1 ${flags} 0 0 0 0 0 9 0 0 20 0 1 0 1 0\n`;
      writeFileSync(join(root, 'proc/77/stat'), stat);
      return runPieces(PIECES, 'sample=; evidence_processes; echo "$sample"', { FSXBENCH_PROC: join(root, 'proc') })
        .stdout;
    };
    expect(count(2_129_984)).toMatch(/,"hidden":\d+,"lazyInit":true\n$/);
    expect(count(4_194_304)).toMatch(/,"hidden":\d+\n$/);
    rmSync(root, { recursive: true, force: true });
  });
});

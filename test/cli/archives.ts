/** Archives for tests of tool bundles, made by this machine's tar. */
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** A folder for one test, and archives in it. */
export class Archives {
  readonly folder = mkdtempSync(join(tmpdir(), 'fsxbench-archives-'));

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }

  file(name: string, content: string | Buffer): string {
    writeFileSync(join(this.folder, name), content);
    return join(this.folder, name);
  }

  /** Made by this machine's tar; `flags` before the folder. @returns its path */
  packed(
    files: Readonly<Record<string, string | Buffer>>,
    name = 'a.tar.gz',
    flags: readonly string[] = ['-z'],
  ): string {
    const prefix = join(this.folder, `prefix-${name}`);
    for (const [path, content] of Object.entries(files)) {
      mkdirSync(dirname(join(prefix, path)), { recursive: true });
      writeFileSync(join(prefix, path), content);
      chmodSync(join(prefix, path), 0o755);
    }
    execFileSync('tar', ['-C', prefix, '-c', '-f', join(this.folder, name), ...flags, '.']);
    return join(this.folder, name);
  }

  bytes(file: string): Buffer {
    return readFileSync(file);
  }
}

/** Archives for tests of tool bundles: real ones by tar, and ones that no tar would make, byte by byte. */
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';

/** Heads of programs, by what `uname -m` calls their processors. */
export const PROGRAMS = { x86_64: elf(62), aarch64: elf(183) } as const;

function elf(machine: number): Buffer {
  const head = Buffer.alloc(64);
  head.write('\x7fELF\x02\x01\x01', 'latin1');
  head.writeUInt16LE(machine, 18);
  return head;
}

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

  /** By tar of this machine; `flags` before the folder. @returns its path */
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

  /** Of members as they are given. */
  crafted(members: readonly Buffer[], name = 'crafted.tar.gz'): string {
    return this.file(name, gzipSync(Buffer.concat([...members, Buffer.alloc(1024)])));
  }

  bytes(file: string): Buffer {
    return readFileSync(file);
  }
}

/** One member of a tar archive (POSIX, ustar). */
export function member(
  path: string,
  {
    type = '0',
    mode = 0o755,
    content = Buffer.alloc(0),
    to = '',
    size = content.length,
  }: Partial<{
    type: string;
    mode: number;
    content: Buffer;
    to: string;
    size: number;
  }> = {},
): Buffer {
  const header = Buffer.alloc(512);
  header.write(path, 0, 100, 'utf8');
  header.write(mode.toString(8).padStart(7, '0'), 100, 'latin1');
  header.write(size.toString(8).padStart(11, '0'), 124, 'latin1');
  header.write('        ', 148, 'latin1');
  header.write(type, 156, 'latin1');
  header.write(to, 157, 100, 'utf8');
  header.write('ustar\x0000', 257, 'latin1');
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 'latin1');
  return Buffer.concat([header, content, Buffer.alloc((512 - (content.length % 512)) % 512)]);
}

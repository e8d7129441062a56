/** Tool bundles in the folder that stands for the results bucket where executions run on this machine. */
import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { copyFile, link, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ToolStore } from '../aws/tools/store';
import { FsxbenchError } from '../shapes/errors';

/** @param folder `.fsxbench/bucket` of a working directory; it is made when something is stored */
export function folderStore(folder: string): ToolStore {
  return {
    where: folder,
    list: (prefix) => keysBelow(folder, prefix),
    read: (key) => unlessMissing(() => readFile(join(folder, key), 'utf8')),
    open: async (key) => unlessMissing(() => opened(join(folder, key))),
    write: async (key, text) => {
      const part = await partOf(folder, key);
      await writeFile(part, text);
      await rename(part, join(folder, key));
    },
    putOnce: async (key, file, sha256) => {
      const part = await partOf(folder, key);
      try {
        await copyFile(file, part);
        const found = await sha256OfFile(part);
        if (found !== sha256) throw new FsxbenchError('BadArchive', `tools: '${file}' changed while it was read`);
        // A second name appears at once, whole, and never in place of another.
        await link(part, join(folder, key));
        return true;
      } catch (error) {
        if (codeOf(error) === 'EEXIST') return false;
        throw error;
      } finally {
        await rm(part, { force: true });
      }
    },
  };
}

/** SHA-256 of all bytes of a file, hex digits. */
export async function sha256OfFile(file: string): Promise<string> {
  return (await sha256OfStream(createReadStream(file))).sha256;
}

/** SHA-256 of all bytes that come, hex digits, and how many came. */
export async function sha256OfStream(stream: Readable): Promise<{ readonly sha256: string; readonly bytes: number }> {
  const hash = createHash('sha256');
  let bytes = 0;
  await pipeline(stream, async (chunks: AsyncIterable<Buffer>) => {
    for await (const chunk of chunks) {
      bytes += chunk.length;
      hash.update(chunk);
    }
  });
  return { sha256: hash.digest('hex'), bytes };
}

async function partOf(folder: string, key: string): Promise<string> {
  const target = join(folder, key);
  await mkdir(dirname(target), { recursive: true });
  return join(dirname(target), `.${randomUUID()}.part`);
}

async function keysBelow(folder: string, prefix: string): Promise<readonly string[]> {
  const entries = await unlessMissing(() => readdir(join(folder, prefix), { withFileTypes: true }));
  const keys: string[] = [];
  for (const entry of entries ?? []) {
    if (entry.isDirectory()) keys.push(...(await keysBelow(folder, `${prefix}${entry.name}/`)));
    else keys.push(`${prefix}${entry.name}`);
  }
  return keys;
}

/** A stream tells only later that there is no file. */
async function opened(file: string): Promise<Readable> {
  const stream = createReadStream(file);
  await once(stream, 'open');
  return stream;
}

async function unlessMissing<T>(read: () => Promise<T>): Promise<T | null> {
  try {
    return await read();
  } catch (error) {
    // A link that leads to itself leads to nothing.
    if (['ENOENT', 'ELOOP'].includes(codeOf(error) ?? '')) return null;
    throw error;
  }
}

function codeOf(error: unknown): string | undefined {
  return (error as NodeJS.ErrnoException).code;
}

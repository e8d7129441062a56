/** `fsxbench tools check`: whether hosts would find each tool bundle as it was added. */
import { allPointers, type FoundPointer, type ToolStore } from '../../aws/tools/store';
import { sha256OfStream } from '../../local/tool-folder';

/** A pointer, and what is wrong with what it leads to; null where all is well. */
export interface Checked extends FoundPointer {
  readonly problem: string | null;
}

/** Reads every archive that a pointer leads to, each once. */
export async function checkBundles(store: ToolStore): Promise<readonly Checked[]> {
  const known = new Map<string, Promise<{ sha256: string; bytes: number } | null>>();
  const read = (key: string): Promise<{ sha256: string; bytes: number } | null> => {
    const found = known.get(key) ?? contentOf(store, key);
    known.set(key, found);
    return found;
  };
  const checked: Checked[] = [];
  for (const pointer of await allPointers(store)) checked.push({ ...pointer, problem: await problemOf(pointer, read) });
  return checked;
}

async function contentOf(store: ToolStore, key: string): Promise<{ sha256: string; bytes: number } | null> {
  const stream = await store.open(key);
  return stream === null ? null : sha256OfStream(stream);
}

async function problemOf(
  { says }: FoundPointer,
  read: (key: string) => Promise<{ sha256: string; bytes: number } | null>,
): Promise<string | null> {
  if (typeof says === 'string') return says;
  const found = await read(says.archive);
  if (found === null) return `its archive ${says.archive} is not there`;
  if (found.sha256 !== says.sha256) return `its archive has SHA-256 ${found.sha256}, not ${says.sha256}`;
  return found.bytes === says.bytes ? null : `its archive has ${found.bytes} bytes, not ${says.bytes}`;
}

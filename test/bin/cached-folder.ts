/** Folders made of sources, kept below dist/ for all test files, processes and runs until a source changes. */
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { sha256 } from '../../lib/shapes/canonical-json';

const TREE = join(__dirname, '../../dist/test-tree');
/** Sources that the tree does not list. */
const OTHERS = ['build.mjs', 'package-lock.json', 'workloads/host/document.json'];

let digest: string | undefined;

/** Digest of lib/, bin/, state machines and build settings; of code that the tree lists it takes time and size. */
function computeDigest(): string {
  const listed = JSON.parse(readFileSync(join(TREE, 'sources.json'), 'utf8')) as Record<string, string>;
  const code = Object.entries(listed).filter(([path]) => /^(?:bin|lambdas|lib|workloads)\//.test(path));
  const machines = readdirSync('state-machines').map((name) => `state-machines/${name}`);
  return sha256(JSON.stringify(code), ...[...OTHERS, ...machines].map((path) => readFileSync(path, 'utf8'))).slice(
    0,
    16,
  );
}

/**
 * Makes a folder unless one of the same sources and key exists; it is shared, so change no file in it.
 * @param key everything but sources that its content depends on
 */
export function cacheFolder(key: unknown, make: (folder: string) => void): string {
  digest ??= computeDigest();
  const cache = join(TREE, 'cache');
  const current = join(cache, digest);
  if (!existsSync(current)) {
    mkdirSync(current, { recursive: true });
    // Other processes already fill the current one.
    for (const old of readdirSync(cache).filter((name) => name !== digest))
      rmSync(join(cache, old), { recursive: true, force: true });
  }
  const folder = join(current, sha256(JSON.stringify(key)).slice(0, 16));
  if (existsSync(folder)) return folder;
  // Two processes may make the same one: the first that is complete stays.
  const own = `${folder}.${process.pid}`;
  make(own);
  try {
    renameSync(own, folder);
  } catch {
    rmSync(own, { recursive: true });
  }
  return folder;
}

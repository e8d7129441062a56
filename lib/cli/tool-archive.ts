/**
 * Checks the archive of a tool bundle without unpacking it: tar can list it, and it holds the commands. Hosts check
 * more before they unpack it (`bundle_unpack` in `workloads/shell/bundle.sh`), and run its commands.
 */
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, open, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { removeTree } from '../local/remove-tree';
import type { ArchiveEnding, BundleFacts } from '../shapes/tool-bundles';

/** Format and size of an archive, and why hosts would refuse it. */
interface Inspection {
  readonly ending: ArchiveEnding | null;
  readonly bytes: number;
  readonly problems: readonly string[];
}

/** Limits above any such tool with its libraries: bytes of the archive, bytes of its names, time to list it. */
const ARCHIVE_BYTES_MAX = 2 * 1024 ** 3;
const NAMES_BYTES_MAX = 32 * 1024 ** 2;
const LIST_TIMEOUT_MS = 120_000;

/** First bytes of archives (gzip: RFC 1952; xz: file format 1.2). */
const MAGIC: Readonly<Record<string, ArchiveEnding>> = { '1f8b': 'tar.gz', fd37: 'tar.xz' };

/** @param commands required files in `bin/` */
export async function inspectArchive(file: string, commands: readonly string[]): Promise<Inspection> {
  const { size: bytes } = await stat(file);
  const ending = MAGIC[await readMagic(file)] ?? null;
  const refused = (problem: string): Inspection => ({ ending, bytes, problems: [problem] });
  if (bytes > ARCHIVE_BYTES_MAX) return refused(`it has ${bytes} bytes; allowed: up to ${ARCHIVE_BYTES_MAX}`);
  if (ending === null) return refused('it is neither gzip nor xz; allowed: a .tar.gz or .tar.xz');
  const names = await listNames(file);
  if ('why' in names) return refused(`tar cannot list it: ${names.why}`);
  const missing = commands.filter((command) => !names.all.has(`bin/${command}`));
  return { ending, bytes, problems: missing.map((command) => `bin/${command} is missing: pack with ${PACKING}`) };
}

const PACKING = 'tar -C PREFIX -czf FILE .';

/** Time limit to print a version, seconds. */
const VERSION_TIMEOUT_SECONDS = 20;

/** The version that a command printed, null if none, and how the command ended. */
interface PrintedVersion {
  readonly command: string;
  readonly version: string | null;
  readonly ending: string;
}

/** Runs the commands of an archive on this machine to get their versions. */
export async function readVersions(
  file: string,
  facts: BundleFacts,
  seconds = VERSION_TIMEOUT_SECONDS,
): Promise<readonly PrintedVersion[]> {
  const folder = await mkdtemp(join(tmpdir(), 'fsxbench-tool-'));
  const work = join(folder, 'work');
  const printed: PrintedVersion[] = [];
  try {
    await runTool(['tar', '-x', '-f', file, '-C', folder, '--no-same-owner'], folder, LIST_TIMEOUT_MS / 1000);
    await mkdir(work);
    for (const command of facts.commands) {
      const words = [join(folder, 'bin', command), ...(facts.versionArgs[command] ?? [])];
      const { stdout, ending } = await runTool(words, work, seconds);
      printed.push({ command, version: facts.versionPatterns[command]?.exec(stdout)?.[1] ?? null, ending });
    }
    return printed;
  } finally {
    await removeTree(folder);
  }
}

/** Runs a tool; `timeout` gives it a process group, and kills that with all child processes. */
function runTool(words: readonly string[], cwd: string, seconds: number): Promise<{ stdout: string; ending: string }> {
  const libraries = [join(cwd, '../lib'), join(cwd, '../lib64'), '/usr/lib64/openmpi/lib'].join(':');
  const options = { cwd, env: { ...process.env, LD_LIBRARY_PATH: libraries } };
  return new Promise((resolve) => {
    execFile('timeout', ['-s', 'KILL', String(seconds), ...words], options, (error, stdout) => {
      const late = `no answer within ${seconds} s`;
      resolve({ stdout, ending: error?.signal === 'SIGKILL' ? late : `exit ${error?.code ?? 0}` });
    });
  });
}

/** The first two bytes in hex. */
async function readMagic(file: string): Promise<string> {
  const handle = await open(file, 'r');
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(2), 0, 2, 0);
    return buffer.toString('hex', 0, bytesRead);
  } finally {
    await handle.close();
  }
}

/** Names of all members without `./`, or the first error line of tar. */
function listNames(file: string): Promise<{ readonly all: ReadonlySet<string> } | { readonly why: string }> {
  return new Promise((resolve) => {
    const limits = { maxBuffer: NAMES_BYTES_MAX, timeout: LIST_TIMEOUT_MS };
    execFile('tar', ['-t', '-f', file], limits, (error, stdout, stderr) => {
      const said = stderr.trim().split('\n')[0] ?? '';
      if (error === null) resolve({ all: new Set(stdout.split('\n').map((name) => name.replace(/^\.\//, ''))) });
      else resolve({ why: (said === '' ? error.message : said).replace(/\p{Cc}/gu, '?') });
    });
  });
}

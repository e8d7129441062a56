/** Location and installation of moto: a virtual environment of Python, named by the hash of its pinned requirements. */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';

/**
 * Made by `uv pip compile --universal --generate-hashes --python-version 3.11` of `moto[server]==5.2.5`: all
 * dependencies, with the hashes of all their files.
 */
const REQUIREMENTS = join('checks', 'moto', 'requirements.txt');

/** The Python version of these requirements. */
const OLDEST_PYTHON = [3, 11] as const;

/** Names of Python executables. */
const PYTHONS = ['python3', 'python3.14', 'python3.13', 'python3.12', 'python3.11'];

/** Time-out, ms: a minute suffices on a busy machine, and an index without an answer must not block a check. */
const PATIENCE_MS = 300_000;

/** The Python with moto, or null where `npm run moto` did not run for these requirements. */
export function installedPython(): string | null {
  const python = join(folder(), 'bin', 'python');
  return existsSync(python) ? python : null;
}

/**
 * Installs moto unless it exists, with the first Python that is new enough. An incomplete environment is never used: it
 * gets its name when it is complete.
 * @throws Error that names what is missing: Python, its venv, or the packages
 */
export function install(pythons: readonly string[] = PYTHONS): { readonly python: string; readonly made: boolean } {
  const there = installedPython();
  if (there !== null) return { python: there, made: false };
  const fresh = `${folder()}.${process.pid}`;
  mkdirSync(dirname(fresh), { recursive: true });
  try {
    run(
      newEnough(pythons),
      ['-m', 'venv', fresh],
      'cannot make a virtual environment (Debian: apt-get install python3-venv)',
    );
    const packages = ['--require-hashes', '--only-binary', ':all:', '-r', REQUIREMENTS];
    const pip = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', ...packages];
    run(join(fresh, 'bin', 'python'), pip, 'cannot install the packages');
    renameSync(fresh, folder());
  } catch (error) {
    rmSync(fresh, { recursive: true, force: true });
    // A faster process has installed the same.
    const other = installedPython();
    if (other === null) throw error;
    return { python: other, made: false };
  }
  return { python: join(folder(), 'bin', 'python'), made: true };
}

/** In the user's cache (XDG Base Directory Specification), so that all clones share it. */
function folder(): string {
  const hash = createHash('sha256').update(readFileSync(REQUIREMENTS)).digest('hex').slice(0, 12);
  return join(process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'fsxbench', `moto-${hash}`);
}

function newEnough(pythons: readonly string[]): string {
  const [major, minor] = OLDEST_PYTHON;
  const check = `import sys; sys.exit(sys.version_info < (${major}, ${minor}))`;
  for (const name of pythons) {
    try {
      execFileSync(name, ['-c', check], { stdio: 'ignore' });
      return name;
    } catch {
      // Missing or too old: try the next name.
    }
  }
  throw new Error(`moto: needs Python ${major}.${minor} or newer; looked for ${pythons.join(', ')}`);
}

function run(command: string, args: readonly string[], problem: string): void {
  try {
    execFileSync(command, args, { stdio: 'pipe', timeout: PATIENCE_MS });
  } catch (error) {
    const { stderr, message } = error as Error & { readonly stderr?: Buffer };
    throw new Error(`moto: ${command} ${problem}:\n${stderr?.toString().trim() || message}`, { cause: error });
  }
}

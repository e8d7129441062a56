/**
 * `tsx checks/lint-programs.ts`: compiles the Java and Python programs of `workloads/`. Java needs the jars of Kafka
 * (`npx fsxbench tools fetch kafka --local`), which are there in CI.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getErrorCode } from '../lib/twin/hosts/driver';
import { getLocalFolders } from '../lib/local/working-folder';
import { readSources } from './tidy/files';

const JARS = join(getLocalFolders(process.cwd()).bucket, 'tools/kafka');
/** Oldest Java of hosts: see workloads/kafka/install.sh. */
const JAVA_RELEASE = '11';
const COMPILE_PYTHON = 'import sys; compile(sys.stdin.read(), sys.argv[1], "exec")';

const paths = readSources(process.cwd()).map(({ path }) => path);
const programs = paths.filter((path) => /^workloads\/.*\.(?:java|py)$/.test(path));
const python = programs.filter((path) => path.endsWith('.py'));
const passed = [compileJava(programs.filter((path) => path.endsWith('.java'))), ...python.map(compilePython)];
console.log(`${programs.length} programs`);
process.exitCode = passed.every(Boolean) ? 0 : 1;

function compileJava(sources: readonly string[]): boolean {
  const archives = listArchives();
  if (archives.length === 0) {
    console.log(`Java is not compiled: ${JARS} has no jars of Kafka; npx fsxbench tools fetch kafka --local`);
    return process.env['FSXBENCH_OUTSIDE'] === undefined;
  }
  return archives.map((archive) => compileAgainst(archive, sources)).every(Boolean);
}

/** Each archive has the clients of another version of Kafka. */
function compileAgainst(archive: string, sources: readonly string[]): boolean {
  const folder = mkdtempSync(join(tmpdir(), 'fsxbench-programs-'));
  const options = ['--release', JAVA_RELEASE, '-Xlint:all,-processing', '-Werror', '-proc:none', '-d', folder];
  try {
    return (
      run('tar', ['-xzf', join(JARS, archive), '-C', folder]) &&
      run('javac', [...options, '-cp', join(folder, 'libs/*'), ...sources])
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function compilePython(path: string): boolean {
  return run('python3', ['-W', 'error', '-c', COMPILE_PYTHON, path], readFileSync(path, 'utf8'));
}

function listArchives(): string[] {
  try {
    return readdirSync(JARS).filter((name) => name.endsWith('.tar.gz'));
  } catch (error) {
    if (getErrorCode(error) === 'ENOENT') return [];
    throw error;
  }
}

function run(command: string, args: readonly string[], input = ''): boolean {
  const { error, status, stdout, stderr } = spawnSync(command, args, { encoding: 'utf8', input });
  const why = error === undefined ? `${stdout}${stderr}` : `${command} does not run here: ${error.message}\n`;
  if (status !== 0) process.stdout.write(why);
  return status === 0;
}

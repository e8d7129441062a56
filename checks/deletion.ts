/**
 * Deletes each kind and feature in a copy of the sources, and lists the files of `lib` that no longer compile: these
 * know it. Usage: tsx checks/deletion.ts [NAME…]. Exit code 1 if more files know a part than its limit allows.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TARGET_KINDS } from '../lib/targets/registry';
import { WORKLOAD_KINDS } from '../lib/shapes/workload-kinds';
import table from './deletion/parts.json';

interface Part {
  readonly name: string;
  /** The most files of `lib` that may know the part. */
  readonly limit: number;
  readonly paths: readonly string[];
}

/** Folders and files that belong to one kind, where they exist. */
function listKindPaths(kind: string): readonly string[] {
  return [
    `lib/targets/${kind}`,
    `lib/workloads/${kind}`,
    `lib/workloads/mpi/${kind}`,
    `lib/twin/printers/${kind}`,
    `lib/twin/printers/${kind}.ts`,
    `lib/twin/cloud/${kind}`,
  ];
}

/** Files of `lib` with an error, sorted. @param output of `tsc` */
function listKnowing(output: string): readonly string[] {
  const files = output.split('\n').flatMap((line) => /^(lib\/[^(]+)\(\d+,\d+\): error /.exec(line)?.[1] ?? []);
  return [...new Set(files)].toSorted();
}

const SOURCES = ['bin', 'lambdas', 'lib', 'workloads', 'package.json', 'tsconfig.json'];

function listParts(): Part[] {
  const kinds = [...TARGET_KINDS, ...WORKLOAD_KINDS].map((name) => ({
    name,
    limit: table.kind.limit,
    paths: listKindPaths(name).filter((path) => existsSync(path)),
  }));
  const features = Object.entries(table.feature.parts).map(([name, paths]) => ({
    name,
    limit: table.feature.limit,
    paths,
  }));
  return [...kinds, ...features];
}

/** @returns output of the compiler without the paths of a part */
function compileWithout({ paths }: Part): string {
  const folder = mkdtempSync(join(tmpdir(), 'fsxbench-deletion-'));
  try {
    for (const source of SOURCES) cpSync(source, join(folder, source), { recursive: true });
    symlinkSync(join(process.cwd(), 'node_modules'), join(folder, 'node_modules'));
    for (const path of paths) rmSync(join(folder, path), { recursive: true });
    const only = { extends: './tsconfig.json', include: ['bin', 'lib', 'lambdas'] };
    writeFileSync(join(folder, 'tsconfig.lib.json'), JSON.stringify(only));
    const { stdout } = spawnSync('npx', ['tsc', '-p', 'tsconfig.lib.json'], { cwd: folder, encoding: 'utf8' });
    return stdout;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const wanted = process.argv.slice(2);
for (const part of listParts().filter(({ name }) => wanted.length === 0 || wanted.includes(name))) {
  const files = listKnowing(compileWithout(part));
  const text = `${part.name}: ${files.length} files of lib know it, at most ${part.limit} are allowed`;
  process.stdout.write(`${text}${files.map((file) => `\n  ${file}`).join('')}\n`);
  if (files.length > part.limit) process.exitCode = 1;
}

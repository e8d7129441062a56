/** Service models of AWS from botocore (PyPI, Apache License 2.0): its newest release, or a given one. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { UsageError } from '../options';

export interface ShapeRef {
  readonly shape: string;
  readonly idempotencyToken?: boolean;
}

/** A shape of a model: its type, members and constraints. `min` and `max` limit numbers, lengths and sizes. */
export interface Shape {
  readonly type: string;
  readonly members?: Readonly<Record<string, ShapeRef>>;
  readonly member?: ShapeRef;
  readonly key?: ShapeRef;
  readonly value?: ShapeRef;
  readonly required?: readonly string[];
  readonly enum?: readonly string[];
  readonly min?: number;
  readonly max?: number;
  readonly pattern?: string;
}

export interface ServiceModel {
  readonly operations: Readonly<Record<string, { readonly input?: ShapeRef; readonly output?: ShapeRef }>>;
  readonly shapes: Readonly<Record<string, Shape>>;
}

/** Maximum time of the installation, ms. */
const PATIENCE_MS = 300_000;

/**
 * Installs botocore into a temporary folder, without its dependencies; the end of the process removes it.
 * @param version e.g. `1.44.8`; absent: the newest
 * @returns its version, and the newest model of a service such as `fsx`, empty if there is none
 * @throws UsageError with the message of pip
 */
export function installBotocore(version?: string) {
  const folder = mkdtempSync(join(tmpdir(), 'fsxbench-botocore-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const what = version === undefined ? 'botocore' : `botocore==${version}`;
  try {
    execFileSync('python3', ['-m', 'pip', 'install', '--quiet', '--no-deps', '--target', folder, what], {
      stdio: 'pipe',
      timeout: PATIENCE_MS,
    });
  } catch (error) {
    throw new UsageError(`python3 cannot install ${what}: ${(error as Error).message}`, { cause: error });
  }
  const [, installed = ''] = /^botocore-(.*)\.dist-info$/m.exec(readdirSync(folder).join('\n')) ?? [];
  const data = join(folder, 'botocore', 'data');
  const readModel = (service: string): ServiceModel => {
    if (!readdirSync(data).includes(service)) return { operations: {}, shapes: {} };
    const newest = readdirSync(join(data, service)).toSorted().at(-1) ?? '';
    const text = gunzipSync(readFileSync(join(data, service, newest, 'service-2.json.gz'))).toString();
    return JSON.parse(text) as ServiceModel;
  };
  return { version: installed, readModel };
}

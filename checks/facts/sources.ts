/** Packages that record what AWS publishes, and their files. Each is pinned by version and hash. */
import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { RecordedTypes } from './instance-types';

/** Answers of DescribeInstanceTypes. Its hash is in `checks/moto/requirements.txt`. */
const MOTO_VERSION = '5.2.5';
export const MOTO = `moto ${MOTO_VERSION} (PyPI, Apache License 2.0), released 2026-10-27`;

/** Prices of us-east-1. */
export const KARPENTER = {
  region: 'us-east-1',
  module: 'github.com/aws/karpenter-provider-aws@v1.15.2',
  /** As in a `go.sum`. */
  sum: 'h1:RGw64PB2ROUHZIUhBqjO78l3zJ9YctnWeullrr4cxYI=',
  file: 'pkg/providers/pricing/zz_generated.pricing_aws.go',
  source: 'AWS Price List by github.com/aws/karpenter-provider-aws v1.15.2 (Apache License 2.0)',
} as const;

/** Prices of all Regions. */
export const INSTANCES_INFO = {
  module: 'github.com/cristim/ec2-instances-info@v0.0.0-20250528091325-32acf84f42eb',
  sum: 'h1:exJ9FsMTbotSG5xgDHmFJE84gV3MZ4JRpR8nhbgJz/k=',
  file: 'data/instances.json',
  source: 'ec2instances.info (MIT License) by github.com/cristim/ec2-instances-info, 2025-05-28',
} as const;

/** The types that moto recorded, by name. @param python one that has moto @throws Error for another version of moto */
export function readRecordedTypes(python: string): RecordedTypes {
  const code = 'import importlib.metadata as m; print(m.version("moto"), m.distribution("moto").locate_file("moto"))';
  const [, version, folder = ''] = /^(\S+) (.*)\n/.exec(execFileSync(python, ['-c', code], { encoding: 'utf8' })) ?? [];
  if (version !== MOTO_VERSION)
    throw new Error(`moto is ${version ?? 'missing'}, not ${MOTO_VERSION}: change both pins`);
  const packed = readFileSync(join(folder, 'ec2', 'resources', 'instance_types.json.gz'));
  return JSON.parse(gunzipSync(packed).toString('utf8')) as RecordedTypes;
}

const UNZIP = 'import sys, zipfile; sys.stdout.buffer.write(zipfile.ZipFile(sys.argv[1]).read(sys.argv[2]))';

/** Text of the file of a Go module. @throws Error if the module cannot be downloaded, or differs from its hash */
export function readModuleFile(
  { module, sum, file }: Readonly<Record<'module' | 'sum' | 'file', string>>,
  python: string,
): string {
  // The module may need a newer Go to be built; its files do not.
  const env = { ...process.env, GOTOOLCHAIN: 'local' };
  const options = { cwd: tmpdir(), env, encoding: 'utf8' } as const;
  const { stdout, stderr, error } = spawnSync('go', ['mod', 'download', '-json', module], options);
  if (error !== undefined) throw new Error(`needs Go: ${error.message}`);
  const { Zip, Sum, Error: why = stderr } = JSON.parse(stdout || '{}') as Readonly<Record<string, string | undefined>>;
  if (Zip === undefined) throw new Error(`${module}: ${why}`);
  if (Sum !== sum) throw new Error(`${module}: its hash is ${Sum ?? 'missing'}, not ${sum}`);
  return execFileSync(python, ['-c', UNZIP, Zip, `${module}/${file}`], { maxBuffer: 2 ** 28 }).toString('utf8');
}

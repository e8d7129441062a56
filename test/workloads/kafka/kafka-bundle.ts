/** Where tests find a bundle of Kafka: as `npx fsxbench tools fetch kafka --local` stores it, or with a stand-in. */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { machine } from 'node:os';
import { delimiter, join } from 'node:path';
import { readOrNull } from '../../../lib/local/processes';
import { readSystem } from '../../../lib/local/tools';
import { getLocalFolders } from '../../../lib/local/working-folder';
import { DEFAULT_KAFKA_VERSION } from '../../../lib/shapes/kafka-jars';
import { getToolArchiveKey, getToolPointerKey } from '../../../lib/shapes/layout';
import { formatPointer, parsePointer } from '../../../lib/shapes/tool-bundles';
import { fake } from '../../fake';
import { addCommand } from '../commands';

const BUCKET = getLocalFolders(join(__dirname, '../../..')).bucket;
const getPointer = (version: string): string => getToolPointerKey('kafka', `${readSystem()}-${machine()}`, version);

/** Tools of this clone. */
export const FETCHED_TOOLS = join(BUCKET, 'tools');

/** What this Kafka lacks on this machine, and the remedy; null if nothing. */
export function findMissingKafka(version: string): string | null {
  const text = readOrNull(join(BUCKET, getPointer(version)));
  const pointer = text === null ? null : parsePointer(text, 'kafka');
  if (pointer === null || typeof pointer === 'string' || pointer.version !== version)
    return `Kafka ${version} is not in ${BUCKET}; npx fsxbench tools fetch kafka --version ${version} --local`;
  return hasCommand('javac') ? null : 'there is no javac in PATH; apt-get install openjdk-17-jdk-headless';
}

function hasCommand(name: string): boolean {
  return (process.env['PATH'] ?? '').split(delimiter).some((folder) => existsSync(join(folder, name)));
}

/** A bundle without jars, for a Java that needs none. @returns the folder of the tools */
export function makeStandInTools(folder: string): string {
  const version = DEFAULT_KAFKA_VERSION;
  const libs = join(folder, 'libs');
  const packed = join(folder, 'packed.tar.gz');
  mkdirSync(libs);
  writeFileSync(join(libs, `kafka-clients-${version}.jar`), 'stand-in\n');
  spawnSync('tar', ['-C', folder, '-czf', packed, 'libs']);
  const bytes = readFileSync(packed);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const archive = getToolArchiveKey('kafka', sha256, 'tar.gz');
  const added = '2026-11-28T00:00:00Z';
  mkdirSync(join(folder, 'tools/kafka', version), { recursive: true });
  renameSync(packed, join(folder, archive));
  const pointer = formatPointer({ sha256, version, archive, bytes: bytes.length, added });
  writeFileSync(join(folder, getPointer(version)), pointer);
  return join(folder, 'tools');
}

/** Commands in place of those in PATH. */
export function addFakes(folder: string, names: readonly string[]): void {
  for (const name of names) addCommand(folder, name, fake(name));
}

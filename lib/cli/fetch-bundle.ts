/** `fsxbench tools fetch`: downloads a tool that needs no build, and stores it as a bundle for all systems. */
import { createHash } from 'node:crypto';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { machine, tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ToolStore } from '../aws/tools/store';
import { removeTree } from '../local/remove-tree';
import { readSystem } from '../local/tools';
import { groupBy } from '../shapes/collections';
import { DEFAULT_KAFKA_VERSION, type KafkaJar, KAFKA_VERSIONS, listKafkaJars } from '../shapes/kafka-jars';
import { getToolArchiveKey, getToolPointerKey } from '../shapes/layout';
import { formatBytes } from '../shapes/quantity';
import { BUNDLE_SYSTEM, type BundlePointer, BUNDLES, formatPointer, parsePointer } from '../shapes/tool-bundles';
import { ALLOWED_SYSTEMS, ARCHITECTURES, SYSTEMS, toSystem } from './bundle-system';
import { type Cli, type Options, UserError } from './command';
import { downloadJars, readRepository } from './download-jars';
import { toText } from './options';
import { packTarGz } from './tar';

/** The only bundle that can be downloaded so far. */
const BUNDLE = 'kafka';

/** What `fetch` has stored, as `--json` prints it. */
export interface FetchResult extends BundlePointer {
  readonly bundle: typeof BUNDLE;
  readonly where: string;
  /** Systems of hosts that find it. */
  readonly systems: readonly string[];
  /** Whether the store had this version for all of them, so that nothing was downloaded. */
  readonly known: boolean;
}

/** Where jars come from; tests replace it. */
export interface JarSource {
  /** Address of a Maven repository; absent: Maven Central. */
  readonly maven: string | undefined;
  readonly listJars: (version: string) => readonly KafkaJar[];
}

/**
 * @param now epoch milliseconds
 * @throws UserError `BadOption` with all problems; `DownloadFailed`, and then nothing is stored
 */
export async function fetchBundle(
  cli: Pick<Cli, 'err'>,
  openStore: () => Promise<ToolStore>,
  name: string | undefined,
  options: Options,
  now: number,
  { maven, listJars }: JarSource = { maven: process.env['FSXBENCH_MAVEN'], listJars: listKafkaJars },
): Promise<FetchResult> {
  const { version, systems } = readFetchOptions(name, options);
  const repository = readRepository(maven);
  const store = await openStore();
  const known = await findKnown(store, version, systems);
  if (known !== null) return { bundle: BUNDLE, where: store.where, systems, known: true, ...known };
  const jars = listJars(version);
  cli.err.write(describeDownload(version, jars, repository));
  const archive = await packTarGz(await downloadJars(repository, jars));
  const pointer = await storeArchive(store, archive, version, now);
  for (const system of systems) await store.write(getToolPointerKey(BUNDLE, system, version), formatPointer(pointer));
  return { bundle: BUNDLE, where: store.where, systems, known: false, ...pointer };
}

/** Text of what `fetch` has stored. */
export function formatFetched({ version, where, systems, known, archive, bytes }: FetchResult): string {
  const lines = systems.map((system, index) => `  ${index === 0 ? 'hosts  ' : '       '}  ${system}`);
  const had = known ? ', already stored: nothing was downloaded' : '';
  const title = `${BUNDLES[BUNDLE].title} ${version}, in ${where}`;
  return [title, `  archive  ${archive}, ${bytes} bytes${had}`, ...lines, ''].join('\n');
}

function readFetchOptions(name: string | undefined, options: Options): { version: string; systems: readonly string[] } {
  const isLocal = options['local'] === true;
  const [version = DEFAULT_KAFKA_VERSION, os, arch] = ['version', 'os', 'arch'].map((one) => toText(options[one]));
  const problems: string[] = [];
  if (name !== BUNDLE)
    problems.push(`the bundle ${name === undefined ? 'is missing' : `is '${name}'`}; allowed: ${BUNDLE}`);
  if (!KAFKA_VERSIONS.includes(version))
    problems.push(`--version: found '${version}'; allowed: ${KAFKA_VERSIONS.join(', ')}`);
  const own = os === undefined ? undefined : toSystem(os);
  if (os !== undefined && (own === undefined || !BUNDLE_SYSTEM.test(`${own}-x86_64`)))
    problems.push(`--os: found '${os}'; ${ALLOWED_SYSTEMS}`);
  if (arch !== undefined && !ARCHITECTURES.includes(arch))
    problems.push(`--arch: found '${arch}'; allowed: ${ARCHITECTURES.join(', ')}`);
  if (problems.length > 0)
    throw new UserError(
      'BadOption',
      `tools fetch: nothing was stored.\n${problems.map((one) => `  ${one}`).join('\n')}`,
    );
  const names = own === undefined ? (isLocal ? [readSystem()] : SYSTEMS) : [own];
  const architectures = arch === undefined ? (isLocal ? [machine()] : ARCHITECTURES) : [arch];
  return { version, systems: names.flatMap((one) => architectures.map((its) => `${one}-${its}`)) };
}

/** The pointer, if every system has one of this version to the same archive; else null. */
async function findKnown(store: ToolStore, version: string, systems: readonly string[]): Promise<BundlePointer | null> {
  let first: BundlePointer | null = null;
  for (const system of systems) {
    const text = await store.read(getToolPointerKey(BUNDLE, system, version));
    const pointer = text === null ? null : parsePointer(text, BUNDLE);
    if (pointer === null || typeof pointer === 'string' || pointer.version !== version) return null;
    first ??= pointer;
    if (pointer.sha256 !== first.sha256) return null;
  }
  // A pointer without its archive helps no host.
  return first !== null && (await store.list(first.archive)).includes(first.archive) ? first : null;
}

/** E.g. `Apache Kafka 3.9.1: 57 jars, 45.46 MiB, from https://…. Licences: Apache-2.0 (50), MIT (5).` */
function describeDownload(version: string, jars: readonly KafkaJar[], repository: string): string {
  const bytes = jars.reduce((sum, jar) => sum + jar.bytes, 0);
  const licences = [...groupBy(jars, ({ licence }) => licence)].toSorted((a, b) => b[1].length - a[1].length);
  const named = licences.map(([licence, { length }]) => `${licence} (${length})`).join(', ');
  const { title } = BUNDLES[BUNDLE];
  return `${title} ${version}: ${jars.length} jars, ${formatBytes(bytes)}, from ${repository}\nLicences: ${named}\n`;
}

/** Stores the archive, from a temporary file. @returns its pointer, which is not stored yet */
async function storeArchive(store: ToolStore, content: Buffer, version: string, now: number): Promise<BundlePointer> {
  const sha256 = createHash('sha256').update(content).digest('hex');
  const archive = getToolArchiveKey(BUNDLE, sha256, 'tar.gz');
  const folder = await mkdtemp(join(tmpdir(), 'fsxbench-tool-'));
  const file = join(folder, 'archive.tar.gz');
  try {
    await writeFile(file, content).catch((error: Error) => {
      const why = `${formatBytes(content.length)} cannot be written to ${folder}: ${error.message}`;
      throw new UserError('WorkingFolder', `tools fetch: nothing was stored. ${why}. TMPDIR sets another folder`);
    });
    await store.putOnce(archive, file, sha256);
  } finally {
    await removeTree(folder);
  }
  return { sha256, version, archive, bytes: content.length, added: new Date(now).toISOString() };
}

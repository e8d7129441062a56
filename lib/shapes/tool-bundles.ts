/**
 * Tool bundles: tools without public packages. Users provide an archive of an install prefix, built for the operating
 * system of the hosts, or the command line downloads one for all systems. An object in the results bucket (the bundle
 * pointer) names the archive for each system.
 */
import { getToolArchiveKey } from './layout';

/** Bundle names in `fsxbench tools` and plans. */
export const BUNDLE_NAMES = ['ior', 'kafka'] as const;

/** See {@link BUNDLE_NAMES}. */
export type BundleName = (typeof BUNDLE_NAMES)[number];

export interface BundleFacts {
  readonly title: string;
  /** Required files in `bin/` of the prefix. */
  readonly commands: readonly string[];
  /** Command → pattern of its output; the first group is the version. */
  readonly versionPatterns: Readonly<Record<string, RegExp>>;
  /** Command → arguments of the shortest run that prints the version. */
  readonly versionArgs: Readonly<Record<string, readonly string[]>>;
  /** One sentence: how to get one. */
  readonly get: string;
  /** Whether `fsxbench tools fetch` downloads it; else users build it. */
  readonly fetched?: true;
  /** Workload parameter with the version, for bundles that are stored by version. */
  readonly versionParameter?: string;
  readonly source: string;
}

export const BUNDLES: Readonly<Record<BundleName, BundleFacts>> = {
  ior: {
    title: 'mdtest and IOR',
    commands: ['mdtest', 'ior'],
    versionPatterns: { mdtest: /^mdtest-(\S+) was launched with/m, ior: /^IOR-(\S+): MPI Coordinated Test/m },
    versionArgs: { mdtest: ['-n', '1', '-d', '.'], ior: ['-t', '1k', '-b', '1k', '-o', 'data'] },
    get:
      'build https://github.com/hpc/ior by its own instructions with ./configure --prefix on the system of the ' +
      "hosts, with the Open MPI of its packages, and pack the prefix: the archive holds 'bin/mdtest' and 'bin/ior'",
    source: 'https://github.com/hpc/ior (no packages are published); output of versions 1.9.3 to 4.1.0+dev',
  },
  kafka: {
    title: 'Apache Kafka',
    commands: [],
    versionPatterns: {},
    versionArgs: {},
    get: 'run `npx fsxbench tools fetch kafka`, which downloads its jars from Maven Central, for all systems',
    fetched: true,
    versionParameter: 'version',
    source: 'https://repo1.maven.org/maven2/org/apache/kafka/kafka_2.13/; versions of kafka-jars.json',
  },
};

/** Bundles that users build, for `fsxbench tools add`. */
export const BUILT_BUNDLES: readonly BundleName[] = BUNDLE_NAMES.filter((name) => BUNDLES[name].fetched !== true);

/** Archive extensions that `tar` of every host can unpack. */
export const ARCHIVE_ENDINGS = ['tar.gz', 'tar.xz'] as const;

export type ArchiveEnding = (typeof ARCHIVE_ENDINGS)[number];

/**
 * Bundle pointer: the archive for hosts of one system.
 * @example { sha256: '9f86d0…', version: '4.0.0', archive: 'tools/ior/9f86d0….tar.gz', bytes: 5242880, added:
 *   '2026-11-28T01:13:00Z' }
 */
export interface BundlePointer {
  readonly sha256: string;
  /** Version that the tools print. */
  readonly version: string;
  /** Key of the archive. */
  readonly archive: string;
  readonly bytes: number;
  /** Time of `tools add`, ISO 8601. */
  readonly added: string;
}

/** Allowed versions: shell scripts parse them, so few characters are allowed. */
export const BUNDLE_VERSION = /^[A-Za-z0-9][A-Za-z0-9._+~-]{0,63}$/;
/** Allowed systems, `<os>-<arch>`: part of object keys. */
export const BUNDLE_SYSTEM = /^[a-z0-9]+(?:-[a-z0-9._]+)+-(?:x86_64|aarch64)$/;

const POINTER_LINES: Readonly<Record<keyof BundlePointer, RegExp>> = {
  sha256: /^[0-9a-f]{64}$/,
  version: BUNDLE_VERSION,
  archive: /^tools\/[a-z0-9-]+\/[0-9a-f]{64}\.tar\.(?:gz|xz)$/,
  bytes: /^[1-9][0-9]{0,9}$/,
  added: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/,
};

/** Text of a pointer, which hosts read. */
export function formatPointer({ sha256, version, archive, bytes, added }: BundlePointer): string {
  return `sha256 ${sha256}\nversion ${version}\narchive ${archive}\nbytes ${bytes}\nadded ${added}\n`;
}

/** Parses the text of {@link formatPointer}. @returns a short error text if it is invalid */
export function parsePointer(text: string, bundle: string): BundlePointer | string {
  const found = new Map<string, string>();
  for (const line of text.split('\n').filter((one) => one !== '')) {
    const [name = '', value = ''] = line.split(/ (.*)/s);
    const pattern = Object.hasOwn(POINTER_LINES, name) ? POINTER_LINES[name as keyof BundlePointer] : undefined;
    if (pattern === undefined || found.has(name) || !pattern.test(value))
      return `the line ${quoteShort(line)} is invalid`;
    found.set(name, value);
  }
  const missing = Object.keys(POINTER_LINES).filter((name) => !found.has(name));
  if (missing.length > 0) return `it lacks the line ${missing.map((name) => `'${name}'`).join(', ')}`;
  const of = (name: keyof BundlePointer): string => found.get(name) ?? '';
  const [sha256, archive] = [of('sha256'), of('archive')];
  const allowed = ARCHIVE_ENDINGS.map((ending) => getToolArchiveKey(bundle, sha256, ending));
  if (!allowed.includes(archive))
    return `the line 'archive' names ${quoteShort(archive)}, but for this sha256 it must be ${allowed.join(' or ')}`;
  return { sha256, version: of('version'), archive, bytes: Number(of('bytes')), added: of('added') };
}

function quoteShort(text: string): string {
  return JSON.stringify(text.slice(0, 100));
}

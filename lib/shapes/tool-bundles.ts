/**
 * Tool bundles: tools that no distribution and no registry carries. Users bring them as an archive of an install
 * prefix, made for the system of the hosts; a pointer in the results bucket says which archive hosts of a system take.
 */
import { toolArchiveKey } from './layout';

/** Bundles, as `fsxbench tools add --name` and plans name them. */
export const BUNDLE_NAMES = ['ior'] as const;

/** See {@link BUNDLE_NAMES}. */
export type BundleName = (typeof BUNDLE_NAMES)[number];

/** What is known of one bundle, and where from. */
export interface BundleFacts {
  readonly title: string;
  /** Below `bin/` of the prefix; hosts refuse an archive without one of them. */
  readonly commands: readonly string[];
  /** By command: how its output tells its version, as the first group. */
  readonly versionPatterns: Readonly<Record<string, RegExp>>;
  /** By command: arguments of the shortest run that prints it. */
  readonly versionArgs: Readonly<Record<string, readonly string[]>>;
  /** One sentence: how somebody comes by one. */
  readonly get: string;
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
};

/** How archives end: what `tar` of every host can unpack. */
export const ARCHIVE_ENDINGS = ['tar.gz', 'tar.xz'] as const;

/** See {@link ARCHIVE_ENDINGS}. */
export type ArchiveEnding = (typeof ARCHIVE_ENDINGS)[number];

/** Which archive hosts of one system unpack. */
export interface BundlePointer {
  readonly sha256: string;
  /** What the tools print of themselves. */
  readonly version: string;
  /** Key of the archive. */
  readonly archive: string;
  readonly bytes: number;
  /** When it was added, ISO 8601. */
  readonly added: string;
}

/** Versions stand in lines that shells read. */
export const BUNDLE_VERSION = /^[A-Za-z0-9][A-Za-z0-9._+~-]{0,63}$/;
/** `<os>-<arch>`: names of objects. */
export const BUNDLE_SYSTEM = /^[a-z0-9]+(?:-[a-z0-9._]+)+-(?:x86_64|aarch64)$/;

const LINES: Readonly<Record<keyof BundlePointer, RegExp>> = {
  sha256: /^[0-9a-f]{64}$/,
  version: BUNDLE_VERSION,
  archive: /^tools\/[a-z0-9-]+\/[0-9a-f]{64}\.tar\.(?:gz|xz)$/,
  bytes: /^[1-9][0-9]{0,9}$/,
  added: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/,
};

/** The lines of a pointer, as hosts read them. */
export function formatPointer({ sha256, version, archive, bytes, added }: BundlePointer): string {
  return `sha256 ${sha256}\nversion ${version}\narchive ${archive}\nbytes ${bytes}\nadded ${added}\n`;
}

/**
 * Reads what {@link formatPointer} wrote.
 * @returns what is wrong with it, where it is none, in a few words
 */
export function parsePointer(text: string, bundle: string): BundlePointer | string {
  const found = new Map<string, string>();
  for (const line of text.split('\n').filter((one) => one !== '')) {
    const [name = '', value = ''] = line.split(/ (.*)/s);
    const pattern = Object.hasOwn(LINES, name) ? LINES[name as keyof BundlePointer] : undefined;
    if (pattern === undefined || found.has(name) || !pattern.test(value))
      return `the line ${quoteShort(line)} is no such line`;
    found.set(name, value);
  }
  const missing = Object.keys(LINES).filter((name) => !found.has(name));
  if (missing.length > 0) return `it has no line ${missing.map((name) => `'${name}'`).join(', ')}`;
  const of = (name: keyof BundlePointer): string => found.get(name) ?? '';
  const [sha256, archive] = [of('sha256'), of('archive')];
  if (!ARCHIVE_ENDINGS.some((ending) => archive === toolArchiveKey(bundle, sha256, ending)))
    return `its archive ${quoteShort(archive)} is not the one of its SHA-256`;
  return { sha256, version: of('version'), archive, bytes: Number(of('bytes')), added: of('added') };
}

function quoteShort(text: string): string {
  return JSON.stringify(text.slice(0, 100));
}

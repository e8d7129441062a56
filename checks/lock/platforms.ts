/**
 * Packages of other platforms in package-lock.json. npm omits them when it cannot look them up, or when node_modules
 * already exists, and then `npm ci` refuses that lock on every machine (https://github.com/npm/cli/issues/4828).
 */

interface LockedPackage {
  readonly version?: string;
  readonly dev?: boolean;
  readonly inBundle?: boolean;
  readonly link?: boolean;
  readonly integrity?: string;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly [field: string]: unknown;
}

/** The used parts of package-lock.json; packages by their path. */
export interface Lock {
  readonly packages: Readonly<Record<string, LockedPackage>>;
  readonly [field: string]: unknown;
}

/** A package that the lock lacks. */
export interface Missing {
  readonly name: string;
  /** The exact version in the dependency. */
  readonly version: string;
  readonly dev: boolean;
}

const PLATFORM = /(android|darwin|freebsd|linux|netbsd|openbsd|openharmony|sunos|win32|aix)-(\w+?)(?:-(\w+))?$/;

const SHA512 = /^sha512-[A-Za-z0-9+/]{86}==$/;

/** Optional dependencies with an exact version that are missing in the lock. */
export function missingPlatforms(lock: Lock): Missing[] {
  return Object.entries(lock.packages).flatMap(([path, { dev = false, optionalDependencies = {} }]) =>
    Object.entries(optionalDependencies)
      .filter(([name]) => !(`node_modules/${name}` in lock.packages || `${path}/node_modules/${name}` in lock.packages))
      .filter(([, version]) => /^\d/.test(version))
      .map(([name, version]) => ({ name, version, dev })),
  );
}

/**
 * Paths of entries without an integrity hash: `npm ci` would install them unverified. Packages that another one bundles
 * have none: the hash of the outer one covers them.
 */
export function listUnverified(lock: Lock): string[] {
  return Object.entries(lock.packages).flatMap(([path, { integrity, inBundle, link }]) =>
    path === '' || inBundle === true || link === true || SHA512.test(String(integrity)) ? [] : [path],
  );
}

/** The lock with the hashes that the registry states, in npm's order of fields. */
export function withIntegrity(lock: Lock, hashes: ReadonlyMap<string, string>): Lock {
  const packages = Object.entries(lock.packages).map(([path, entry]): [string, LockedPackage] => {
    const { version, ...rest } = entry;
    const integrity = hashes.get(path);
    return [
      path,
      integrity === undefined ? entry : { ...(version === undefined ? {} : { version }), integrity, ...rest },
    ];
  });
  return { ...lock, packages: Object.fromEntries(packages) };
}

/** The lock with an entry for every missing package whose name contains its platform; without its integrity. */
export function withPlatforms(lock: Lock): Lock {
  const packages = { ...lock.packages };
  for (const { name, version, dev } of missingPlatforms(lock)) {
    const [, os, cpu, abi] = PLATFORM.exec(name) ?? [];
    if (os === undefined || cpu === undefined) continue;
    const libc = os === 'linux' && abi !== undefined ? [abi.startsWith('musl') ? 'musl' : 'glibc'] : null;
    packages[`node_modules/${name}`] = {
      version,
      cpu: [cpu],
      ...(dev ? { dev } : {}),
      ...(libc === null ? {} : { libc }),
      optional: true,
      os: [os],
    };
  }
  const sorted = Object.entries(packages).sort(([a], [b]) => a.localeCompare(b, 'en'));
  return { ...lock, packages: Object.fromEntries(sorted) };
}

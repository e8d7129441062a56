/**
 * Packages of other platforms in package-lock.json. npm omits them when it cannot look them up, or when node_modules
 * already exists, and then `npm ci` refuses that lock on every machine (https://github.com/npm/cli/issues/4828).
 */

interface LockedPackage {
  readonly version?: string;
  readonly dev?: boolean;
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
 * The lock with an entry for every missing package whose name contains its platform. The integrity is missing: npm adds
 * it when it fetches the package.
 */
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

/**
 * Packages of other platforms in package-lock.json. npm leaves them out of the lock when it cannot look them up where
 * the lock is made, or finds node_modules already there, and then `npm ci` refuses that lock on every machine
 * (https://github.com/npm/cli/issues/4828).
 */

interface LockedPackage {
  readonly version?: string;
  readonly dev?: boolean;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly [field: string]: unknown;
}

/** What of package-lock.json matters here; packages by their path. */
export interface Lock {
  readonly packages: Readonly<Record<string, LockedPackage>>;
  readonly [field: string]: unknown;
}

/** A package that the lock should have. */
export interface Missing {
  readonly name: string;
  /** Exactly as the package that wants it asks for it. */
  readonly version: string;
  readonly dev: boolean;
}

const PLATFORM = /(android|darwin|freebsd|linux|netbsd|openbsd|openharmony|sunos|win32|aix)-(\w+?)(?:-(\w+))?$/;

/** Optional dependencies, asked for by their exact version, of which the lock knows nothing. */
export function missingPlatforms(lock: Lock): Missing[] {
  return Object.entries(lock.packages).flatMap(([path, { dev = false, optionalDependencies = {} }]) =>
    Object.entries(optionalDependencies)
      .filter(([name]) => !(`node_modules/${name}` in lock.packages || `${path}/node_modules/${name}` in lock.packages))
      .filter(([, version]) => /^\d/.test(version))
      .map(([name, version]) => ({ name, version, dev })),
  );
}

/**
 * The lock with an entry for every missing package whose name says for which platform it is. Those have no integrity:
 * that is only known where the package can be fetched, and npm then fills it in.
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

/** Systems of hosts, for which tool bundles are stored: `<os>-<arch>`. */
import { IMAGES } from '../shapes/images';

export const SYSTEMS: readonly string[] = [...new Set(Object.values(IMAGES).map(({ system }) => system))];
/** Architectures as `uname -m` prints them. */
export const ARCHITECTURES = ['x86_64', 'aarch64'];

const OS_PATTERN = /^[a-z0-9]+-[a-z0-9._]+$/;

/** Normalises an operating system: Red Hat and its derivatives by major version only. */
export function toSystem(os: string): string | undefined {
  const image = Object.entries(IMAGES).find(([name]) => name === os);
  if (image !== undefined) return image[1].system;
  return OS_PATTERN.test(os) ? os.replace(/^(rhel|almalinux|rocky|centos)-(\d+)\..*$/, '$1-$2') : undefined;
}

const EXAMPLE = 'another <ID>-<VERSION_ID> of os-release, e.g. debian-12';
/** For messages: which operating systems are allowed. */
export const ALLOWED_SYSTEMS = `allowed: ${SYSTEMS.join(', ')}, or ${EXAMPLE}`;

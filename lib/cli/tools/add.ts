/** `fsxbench tools add`: looks into an archive, stores it, and points hosts of one system to it. */
import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { ToolStore } from '../../aws/tools/store';
import { IMAGES } from '../../shapes/images';
import { toolArchiveKey, toolPointerKey } from '../../shapes/layout';
import {
  BUNDLE_NAMES,
  BUNDLE_SYSTEM,
  BUNDLE_VERSION,
  type BundleName,
  type BundlePointer,
  BUNDLES,
  formatPointer,
  parsePointer,
} from '../../shapes/tool-bundles';
import { type Cli, type Options, UserError } from '../command';
import { textOf } from '../options';
import { sha256OfFile, sha256OfStream } from '../../local/tools';
import { whyUnreadable } from '../user-file';
import { inspectArchive } from './inspect';

/** What was added, as `--json` prints it. */
export interface Added extends BundlePointer {
  readonly bundle: BundleName;
  readonly system: string;
  readonly where: string;
  readonly pointer: string;
  /** Whether the archive was there already. */
  readonly known: boolean;
  /** What hosts of this system took before; null where they had none, or the same. */
  readonly before: { readonly sha256: string; readonly version: string } | null;
}

/** What an option says; or in words why it is not allowed. */
interface Asked {
  readonly bundle: BundleName | undefined;
  readonly version: string;
  readonly os: string;
  readonly arch: string | undefined;
  readonly problems: readonly string[];
}

const SYSTEMS = [...new Set(Object.values(IMAGES).map(({ system }) => system))];
const OS = /^[a-z0-9]+-[a-z0-9._]+$/;
const ARCHS: Readonly<Record<string, string>> = {
  x86_64: 'x86_64',
  amd64: 'x86_64',
  aarch64: 'aarch64',
  arm64: 'aarch64',
};

/**
 * @param now epoch milliseconds
 * @throws UserError `BadOption`, `UnreadableFile`, `BadArchive`, each with all that is wrong
 */
export async function addBundle(
  cli: Pick<Cli, 'cwd'>,
  storeOf: () => Promise<ToolStore>,
  archive: string | undefined,
  options: Options,
  now: number,
): Promise<Added> {
  const { problems, bundle, version, os, arch } = asked(archive, options);
  const file = resolve(cli.cwd, archive ?? '');
  const unread = archive === undefined || archive === '' ? null : await whyUnread(archive, file);
  const inspected =
    archive === undefined || archive === '' || unread !== null
      ? null
      : await inspectArchive(file, bundle === undefined ? [] : BUNDLES[bundle].commands);
  const other =
    inspected !== null && arch !== undefined && inspected.arch !== null && inspected.arch !== arch
      ? [`its commands are for ${inspected.arch}, and --arch says ${arch}`]
      : [];
  const wrong = [...(inspected?.problems ?? []), ...other].map((problem) => `${archive ?? ''}: ${problem}`);
  const all = [...problems, ...(unread === null ? [] : [unread]), ...wrong];
  if (all.length > 0 || bundle === undefined || inspected === null || inspected.ending === null) {
    const code = problems.length > 0 ? 'BadOption' : unread === null ? 'BadArchive' : 'UnreadableFile';
    throw new UserError(code, `tools add: nothing was stored.\n${all.map((problem) => `  ${problem}`).join('\n')}`);
  }
  const system = `${os}-${arch ?? inspected.arch ?? ''}`;
  if (!BUNDLE_SYSTEM.test(system))
    throw new UserError('BadArchive', `tools add: ${archive ?? ''} is for ${system}, which hosts are not`);
  const sha256 = await sha256OfFile(file);
  const key = toolArchiveKey(bundle, sha256, inspected.ending);
  const says = { sha256, version, archive: key, bytes: inspected.bytes, added: new Date(now).toISOString() };
  return store(await storeOf(), { bundle, system, file, says });
}

/** The archive first: a pointer never leads to nothing. */
async function store(
  to: ToolStore,
  { bundle, system, file, says }: { bundle: BundleName; system: string; file: string; says: BundlePointer },
): Promise<Added> {
  const pointer = toolPointerKey(bundle, system);
  const old = await to.read(pointer);
  const before = old === null ? null : parsePointer(old, bundle);
  const known = !(await to.putOnce(says.archive, file, says.sha256));
  if (known) await refuseSpoilt(to, says);
  const same =
    before !== null && typeof before !== 'string' && before.sha256 === says.sha256 && before.version === says.version;
  if (!same) await to.write(pointer, formatPointer(says));
  const replaced = same || before === null ? null : typeof before === 'string' ? { sha256: '', version: '' } : before;
  return {
    bundle,
    system,
    where: to.where,
    pointer,
    known,
    ...(same ? before : says),
    before: replaced === null ? null : { sha256: replaced.sha256, version: replaced.version },
  };
}

/** Archives are never replaced: one that was spoilt where it lies has to be taken away by hand. */
async function refuseSpoilt(store: ToolStore, { archive, sha256 }: BundlePointer): Promise<void> {
  const stream = await store.open(archive);
  const found = stream === null ? null : (await sha256OfStream(stream)).sha256;
  if (found === sha256) return;
  const what = found === null ? 'is gone again' : `has SHA-256 ${found} there: somebody has spoilt it`;
  throw new UserError('BadArchive', `tools add: ${archive} ${what}. Remove it from ${store.where}, and add it again`);
}

function asked(archive: string | undefined, options: Options): Asked {
  const [name, version, os, arch] = ['name', 'version', 'os', 'arch'].map((option) => textOf(options[option]));
  const problems: string[] = [];
  const wrong = (option: string, found: string | undefined, allowed: string): void =>
    void problems.push(`${option}: ${found === undefined ? 'is missing' : `found '${found}'`}; ${allowed}`);
  if (archive === undefined || archive === '') problems.push('the archive is missing: fsxbench tools add ARCHIVE');
  const bundle = BUNDLE_NAMES.find((one) => one === name);
  if (bundle === undefined) wrong('--name', name, `allowed: ${BUNDLE_NAMES.join(', ')}`);
  if (version === undefined || !BUNDLE_VERSION.test(version))
    wrong('--version', version, 'needed: what the tools print of themselves, e.g. 4.0.0; hosts compare it');
  const system = os === undefined ? undefined : systemOf(os);
  if (system === undefined)
    wrong('--os', os, `allowed: ${SYSTEMS.join(', ')}, or another <ID>-<VERSION_ID> of os-release, e.g. debian-12`);
  if (arch !== undefined && ARCHS[arch] === undefined) wrong('--arch', arch, 'allowed: x86_64, aarch64');
  return { bundle, version: version ?? '', os: system ?? '', arch: arch && ARCHS[arch], problems };
}

/** Hosts of Red Hat and its kin are told apart by their major version only. */
function systemOf(os: string): string | undefined {
  const image = Object.entries(IMAGES).find(([name]) => name === os);
  if (image !== undefined) return image[1].system;
  return OS.test(os) ? os.replace(/^(rhel|almalinux|rocky|centos)-(\d+)\..*$/, '$1-$2') : undefined;
}

async function whyUnread(shown: string, file: string): Promise<string | null> {
  try {
    const found = await stat(file);
    return found.isFile() ? null : `${shown}: this is no file; name an archive`;
  } catch (error) {
    return `${shown}: ${whyUnreadable(file, error as NodeJS.ErrnoException)}`;
  }
}

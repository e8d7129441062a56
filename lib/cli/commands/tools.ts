/** `fsxbench tools`: tool bundles that hosts unpack, where nobody publishes the tools. */
import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { allPointers, bucketOfStack, type FoundPointer, type ToolStore } from '../../aws/tools/store';
import { type Cli, type Options, printAnswer, UserError } from '../command';
import { localFolders } from '../../local/working-folder';
import { openDeployment, textOf } from '../options';
import { EXIT, type ExitCode } from '../outcome';
import { sha256OfFile, sha256OfStream, toolFolder } from '../../local/tools';
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
import { alignColumns } from '../text/lines';
import { IMAGES } from '../../shapes/images';
import { toolArchiveKey, toolPointerKey } from '../../shapes/layout';
import { whyUnreadable } from '../user-file';
import { inspectArchive } from '../tool-archive';

/** @returns 0: done; 1: `check` found something wrong */
export async function run(cli: Cli, args: readonly string[], options: Options): Promise<ExitCode> {
  try {
    return await tools(cli, () => storeOf(cli, options), args, options);
  } catch (error) {
    throw inWords(error as NodeJS.ErrnoException & { readonly $metadata?: unknown });
  }
}

/**
 * The command with its store: tests give others. @param now epoch milliseconds
 * @throws UserError for another action, and all that is wrong with what is to be added
 */
export async function tools(
  cli: Cli,
  store: () => Promise<ToolStore>,
  [action, archive]: readonly string[],
  options: Options,
  now: number = Date.now(),
): Promise<ExitCode> {
  if (action === 'add') {
    const added = await addBundle(cli, store, archive, options, now);
    printAnswer(cli, options, added, addedText(added));
    return EXIT.done;
  }
  if (action !== 'list' && action !== 'check')
    throw new UserError('UnknownAction', `tools: there is no '${action ?? ''}'; there are add, list and check`);
  if (archive !== undefined) throw new UserError('WrongUsage', `tools ${action}: takes no '${archive}'`);
  const at = await store();
  if (action === 'list') {
    const bundles = await allPointers(at);
    printAnswer(cli, options, { where: at.where, bundles }, listText(bundles, at.where));
    return EXIT.done;
  }
  const bundles = await checkBundles(at);
  printAnswer(cli, options, { where: at.where, bundles }, checkText(bundles, at.where));
  return bundles.every(({ problem }) => problem === null) ? EXIT.done : EXIT.against;
}

/** What AWS or the file system refuses is no fault of the program. */
function inWords(error: NodeJS.ErrnoException & { readonly $metadata?: unknown }): Error {
  if (error.$metadata !== undefined)
    return new UserError('NoCredentials', `tools: the results bucket says ${error.name}: ${error.message}`);
  if (['EACCES', 'EPERM', 'EROFS', 'ENOSPC', 'ENOTDIR', 'EISDIR', 'EEXIST'].includes(error.code ?? ''))
    return new UserError('WorkingFolder', `tools: .fsxbench/bucket cannot be read or written: ${error.message}`);
  return error;
}

async function storeOf(cli: Cli, options: Options): Promise<ToolStore> {
  if (options['local'] === true) return toolFolder(localFolders(cli.cwd).bucket);
  return openDeployment('tools', options, bucketOfStack, '; for executions on this machine take --local');
}

/** Digits of a SHA-256 that tell archives apart. */
const SHORT = 12;

/** What `add` has done, and what hosts will look at. */
function addedText(added: Added): string {
  const { bundle, system, version, archive, bytes, known, pointer, before, where, sha256 } = added;
  const commands = BUNDLES[bundle].commands.map((command) => `bin/${command}`).join(' and ');
  const was =
    before === null
      ? ''
      : before.version === ''
        ? ', in place of one that could not be read'
        : `, in place of version ${before.version} (${before.sha256.slice(0, SHORT)})`;
  return [
    `${BUNDLES[bundle].title} ${version} for ${system}, in ${where}`,
    `  archive  ${archive}, ${bytes} bytes${known ? ', was there already' : ''}`,
    `  pointer  ${pointer}${was}`,
    `Hosts of this system fetch it, and refuse it unless its SHA-256 is ${sha256.slice(0, SHORT)}…, nothing in it`,
    `leads out of its folder, ${commands} find their libraries, and print version ${version}.`,
    '',
  ].join('\n');
}

/** What is there, a line each. */
function listText(found: readonly FoundPointer[], where: string): string {
  if (found.length === 0)
    return `There is no tool bundle in ${where}. \`fsxbench tools --help\` says how to add one.\n`;
  const rows = found.map(({ bundle, system, says }) =>
    typeof says === 'string'
      ? [bundle, system, `cannot be used: ${says}`]
      : [bundle, system, says.version, says.sha256.slice(0, SHORT), `${says.bytes} bytes`, says.added],
  );
  return table(rows);
}

/** What hosts would find, a line each. */
function checkText(checked: readonly Checked[], where: string): string {
  if (checked.length === 0) return listText([], where);
  return table(checked.map(({ bundle, system, problem }) => [bundle, system, problem ?? 'as it was added']));
}

/** Names in a bucket may be anything: no control character of one reaches a terminal. */
function table(rows: readonly (readonly string[])[]): string {
  const clean = rows.map((row) => row.map((cell) => cell.replace(/[^\x20-\x7e]/g, '?')));
  return alignColumns(clean)
    .map((line) => `${line}\n`)
    .join('');
}

/** A pointer, and what is wrong with what it leads to; null where all is well. */
interface Checked extends FoundPointer {
  readonly problem: string | null;
}

/** Reads every archive that a pointer leads to, each once. */
async function checkBundles(store: ToolStore): Promise<readonly Checked[]> {
  const known = new Map<string, Promise<{ sha256: string; bytes: number } | null>>();
  const read = (key: string): Promise<{ sha256: string; bytes: number } | null> => {
    const found = known.get(key) ?? contentOf(store, key);
    known.set(key, found);
    return found;
  };
  const checked: Checked[] = [];
  for (const pointer of await allPointers(store)) checked.push({ ...pointer, problem: await problemOf(pointer, read) });
  return checked;
}

async function contentOf(store: ToolStore, key: string): Promise<{ sha256: string; bytes: number } | null> {
  const stream = await store.open(key);
  return stream === null ? null : sha256OfStream(stream);
}

async function problemOf(
  { says }: FoundPointer,
  read: (key: string) => Promise<{ sha256: string; bytes: number } | null>,
): Promise<string | null> {
  if (typeof says === 'string') return says;
  const found = await read(says.archive);
  if (found === null) return `its archive ${says.archive} is not there`;
  if (found.sha256 !== says.sha256) return `its archive has SHA-256 ${found.sha256}, not ${says.sha256}`;
  return found.bytes === says.bytes ? null : `its archive has ${found.bytes} bytes, not ${says.bytes}`;
}

/** What was added, as `--json` prints it. */
interface Added extends BundlePointer {
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
async function addBundle(
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

/** `fsxbench tools`: bundles of tools without public packages, which hosts unpack. */
import { stat } from 'node:fs/promises';
import { machine } from 'node:os';
import { resolve } from 'node:path';
import { listPointers, openStackStore, type FoundPointer, type ToolStore } from '../../aws/tools/store';
import { ALLOWED_SYSTEMS, ARCHITECTURES, toSystem } from '../bundle-system';
import { type Cli, type Options, printAnswer, UserError } from '../command';
import { fetchBundle, formatFetched } from '../fetch-bundle';
import { getLocalFolders } from '../../local/working-folder';
import { openDeployment, toText } from '../options';
import { EXIT, type ExitCode } from '../exit-code';
import { readSystem, hashFile, openToolFolder } from '../../local/tools';
import {
  BUILT_BUNDLES,
  BUNDLE_SYSTEM,
  BUNDLE_VERSION,
  type BundleName,
  type BundlePointer,
  BUNDLES,
  formatPointer,
  parsePointer,
} from '../../shapes/tool-bundles';
import { alignColumns } from '../../report/lines';
import { getToolArchiveKey, getToolPointerKey } from '../../shapes/layout';
import { describeReadError } from '../user-file';
import { readVersions, inspectArchive } from '../tool-archive';

/** Adds or downloads a bundle for a deployment or this machine, or lists the bundles. */
export async function run(cli: Cli, args: readonly string[], options: Options): Promise<ExitCode> {
  try {
    return await runTools(cli, () => openStore(cli, options), args, options);
  } catch (error) {
    throw toUserError(error as NodeJS.ErrnoException & { readonly $metadata?: unknown });
  }
}

/**
 * The command with its store, which tests replace. @param now epoch milliseconds
 * @throws UserError for an unknown action, or with all problems of the bundle
 */
export async function runTools(
  cli: Cli,
  store: () => Promise<ToolStore>,
  [action, archive]: readonly string[],
  options: Options,
  now: number = Date.now(),
): Promise<ExitCode> {
  if (action === 'add') {
    const added = await addBundle(cli, store, archive, options, now);
    printAnswer(cli, options, added, formatAdded(added));
    return EXIT.done;
  }
  if (action === 'fetch') {
    const fetched = await fetchBundle(cli, store, archive, options, now);
    printAnswer(cli, options, fetched, formatFetched(fetched));
    return EXIT.done;
  }
  if (action !== 'list')
    throw new UserError('UnknownAction', `tools: unknown action '${action ?? ''}'; allowed: add, fetch, list`);
  if (archive !== undefined) throw new UserError('WrongUsage', `tools list: unexpected argument '${archive}'`);
  const at = await store();
  const bundles = await listPointers(at);
  printAnswer(cli, options, { where: at.where, bundles }, formatBundles(bundles, at.where));
  return EXIT.done;
}

/** Errors of AWS or the file system as user errors. */
function toUserError(error: NodeJS.ErrnoException & { readonly $metadata?: unknown }): Error {
  if (error.$metadata !== undefined)
    return new UserError('NoCredentials', `tools: the results bucket returned ${error.name}: ${error.message}`);
  if (['EACCES', 'EPERM', 'EROFS', 'ENOSPC', 'ENOTDIR', 'EISDIR', 'EEXIST'].includes(error.code ?? ''))
    return new UserError('WorkingFolder', `tools: .fsxbench/bucket cannot be read or written: ${error.message}`);
  return error;
}

async function openStore(cli: Cli, options: Options): Promise<ToolStore> {
  if (options['local'] === true) return openToolFolder(getLocalFolders(cli.cwd).bucket);
  return openDeployment('tools', options, openStackStore, '; for executions on this machine use --local');
}

/** Digits of a SHA-256 that identify an archive for users. */
const SHORT_DIGITS = 12;

/** What `add` has stored, and what hosts will check. */
function formatAdded(added: AddResult): string {
  const { bundle, system, version, archive, bytes, known, pointer, before, where, sha256 } = added;
  const commands = BUNDLES[bundle].commands.map((command) => `bin/${command}`).join(' and ');
  const was =
    before === null ? '' : `, in place of version ${before.version} (${before.sha256.slice(0, SHORT_DIGITS)})`;
  return [
    `${BUNDLES[bundle].title} ${version} for ${system}, in ${where}`,
    `  archive  ${archive}, ${bytes} bytes${known ? ', already stored' : ''}`,
    `  pointer  ${pointer}${was}`,
    `Hosts of this system fetch it. They check that its SHA-256 is ${sha256.slice(0, SHORT_DIGITS)}…, that its paths`,
    `stay inside its folder, and that ${commands} find their libraries and print version ${version}.`,
    '',
  ].join('\n');
}

/** The bundles, one per line. */
function formatBundles(found: readonly FoundPointer[], where: string): string {
  if (found.length === 0) return `${where} has no tool bundles. \`npx fsxbench tools --help\` shows how to add one.\n`;
  const rows = found.map(({ bundle, system, says }) =>
    typeof says === 'string'
      ? [bundle, system, `unusable: ${says}`]
      : [bundle, system, says.version, says.sha256.slice(0, SHORT_DIGITS), `${says.bytes} bytes`, says.added],
  );
  // Names in a bucket may have control characters, which must not reach a terminal.
  const clean = rows.map((row) => row.map((cell) => cell.replace(/[^\x20-\x7e]/g, '?')));
  return alignColumns(clean)
    .map((line) => `${line}\n`)
    .join('');
}

/** The added bundle, as `--json` prints it. */
interface AddResult extends BundlePointer {
  readonly bundle: BundleName;
  readonly system: string;
  readonly where: string;
  readonly pointer: string;
  /** Whether the archive was already stored. */
  readonly known: boolean;
  /** The bundle that this one replaces; null if there was no usable one, or the same. */
  readonly before: { readonly sha256: string; readonly version: string } | null;
}

/** Parsed options of `add`, and their problems. */
interface AddOptions {
  readonly bundle: BundleName | undefined;
  readonly version: string;
  /** `<os>-<arch>` */
  readonly system: string;
  readonly problems: readonly string[];
}

/**
 * @param now epoch milliseconds
 * @throws UserError `BadOption`, `UnreadableFile` or `BadArchive`, with all problems
 */
async function addBundle(
  cli: Pick<Cli, 'cwd'>,
  storeOf: () => Promise<ToolStore>,
  archive: string | undefined,
  options: Options,
  now: number,
): Promise<AddResult> {
  const { problems, bundle, version: given, system } = readAddOptions(archive, options);
  const file = resolve(cli.cwd, archive ?? '');
  const unread = archive === undefined || archive === '' ? null : await describeUnread(archive, file);
  const inspected =
    archive === undefined || archive === '' || unread !== null
      ? null
      : await inspectArchive(file, bundle === undefined ? [] : BUNDLES[bundle].commands);
  // Options first: nothing of the archive runs for a command that is refused.
  const isRun = options['local'] === true && problems.length === 0 && bundle && inspected?.problems.length === 0;
  const printed = isRun ? await readVersions(file, BUNDLES[bundle]) : [];
  const version = given === '' ? (printed.find((one) => one.version !== null)?.version ?? '') : given;
  const others = printed.filter((one) => version === '' || version !== one.version);
  const wrong = [
    ...(inspected?.problems ?? []),
    ...others.map(({ command, version: found, ending }) =>
      found === null
        ? `bin/${command} prints no version (${ending})`
        : `bin/${command} prints version ${found}, not ${version}`,
    ),
  ].map((problem) => `${archive ?? ''}: ${problem}`);
  const all = [...problems, ...(unread === null ? [] : [unread]), ...wrong];
  if (all.length > 0 || bundle === undefined || inspected === null || inspected.ending === null) {
    const code = problems.length > 0 ? 'BadOption' : unread === null ? 'BadArchive' : 'UnreadableFile';
    throw new UserError(
      code,
      `tools add: the bundle was not stored.\n${all.map((problem) => `  ${problem}`).join('\n')}`,
    );
  }
  const sha256 = await hashFile(file);
  const key = getToolArchiveKey(bundle, sha256, inspected.ending);
  const says = { sha256, version, archive: key, bytes: inspected.bytes, added: new Date(now).toISOString() };
  return storeBundle(await storeOf(), { bundle, system, file, says });
}

/** Stores the archive before its pointer, which must never be dangling. */
async function storeBundle(
  to: ToolStore,
  { bundle, system, file, says }: { bundle: BundleName; system: string; file: string; says: BundlePointer },
): Promise<AddResult> {
  const pointer = getToolPointerKey(bundle, system);
  const old = await to.read(pointer);
  const before = old === null ? null : parsePointer(old, bundle);
  const known = !(await to.putOnce(says.archive, file, says.sha256));
  const readable = before !== null && typeof before !== 'string' ? before : null;
  const same = readable?.sha256 === says.sha256 && readable.version === says.version;
  if (!same) await to.write(pointer, formatPointer(says));
  const replaced = same || readable === null ? null : { sha256: readable.sha256, version: readable.version };
  return { bundle, system, where: to.where, pointer, known, ...(same ? readable : says), before: replaced };
}

function readAddOptions(archive: string | undefined, options: Options): AddOptions {
  const isLocal = options['local'] === true;
  const here: Options = isLocal ? { os: readSystem(), arch: machine() } : {};
  const [name, version, os, arch] = ['name', 'version', 'os', 'arch'].map((one) => toText(options[one] ?? here[one]));
  const problems: string[] = [];
  const wrong = (option: string, found: string | undefined, allowed: string): void =>
    void problems.push(`${option}: ${found === undefined ? 'is missing' : `found '${found}'`}; ${allowed}`);
  if (archive === undefined || archive === '') problems.push('the archive is missing: npx fsxbench tools add ARCHIVE');
  const bundle = BUILT_BUNDLES.find((one) => one === name);
  if (bundle === undefined) wrong('--name', name, `allowed: ${BUILT_BUNDLES.join(', ')}`);
  if (version === undefined ? !isLocal : !BUNDLE_VERSION.test(version))
    wrong('--version', version, 'needed: the version that the tools print, e.g. 4.0.0; hosts compare it');
  const system = os === undefined ? undefined : toSystem(os);
  if (system === undefined || !BUNDLE_SYSTEM.test(`${system}-x86_64`)) wrong('--os', os, ALLOWED_SYSTEMS);
  if (arch === undefined || !ARCHITECTURES.includes(arch))
    wrong('--arch', arch, `allowed: ${ARCHITECTURES.join(', ')}: the output of \`uname -m\` on the build machine`);
  else if (isLocal && arch !== here['arch']) wrong('--arch', arch, `this machine is ${machine()}: omit the option`);
  return { bundle, version: version ?? '', system: `${system ?? ''}-${arch ?? ''}`, problems };
}

async function describeUnread(shown: string, file: string): Promise<string | null> {
  try {
    const found = await stat(file);
    return found.isFile() ? null : `${shown}: not a regular file; name an archive`;
  } catch (error) {
    return `${shown}: ${describeReadError(file, error as NodeJS.ErrnoException)}`;
  }
}

/** `fsxbench tools`: tool bundles that hosts unpack, where nobody publishes the tools. */
import { bucketOfStack } from '../../aws/tools/bucket-store';
import { allPointers, type FoundPointer, type ToolStore } from '../../aws/tools/store';
import { type Cli, type Options, printAnswer, UserError } from '../command';
import { localFolders } from '../../local/working-folder';
import { openDeployment } from '../options';
import { EXIT, type ExitCode } from '../outcome';
import { addBundle, type Added } from './add';
import { sha256OfStream, toolFolder } from '../../local/tools';
import { BUNDLES } from '../../shapes/tool-bundles';
import { alignColumns } from '../text/lines';

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

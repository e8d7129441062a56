/** `fsxbench tools`: tool bundles that hosts unpack, where nobody publishes the tools. */
import { bucketOfStack } from '../../aws/tools/bucket-store';
import { allPointers, type ToolStore } from '../../aws/tools/store';
import { DEFAULT_STACK_NAME, isStackName, STACK_NAME } from '../../shapes/stack-name';
import { type Cli, UserError } from '../command';
import { localFolders } from '../../local/working-folder';
import { textOf } from '../options';
import { EXIT, type ExitCode } from '../outcome';
import { addBundle } from './add';
import { checkBundles } from './check';
import { folderStore } from '../../local/tool-folder';
import { addedText, checkText, listText } from './text';

type Options = Readonly<Record<string, unknown>>;

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
  const print = (document: unknown, text: string): void =>
    void cli.out.write(options['json'] === true ? `${JSON.stringify(document, null, 2)}\n` : text);
  if (action === 'add') {
    const added = await addBundle(cli, store, archive, options, now);
    print(added, addedText(added));
    return EXIT.done;
  }
  if (action !== 'list' && action !== 'check')
    throw new UserError('UnknownAction', `tools: there is no '${action ?? ''}'; there are add, list and check`);
  if (archive !== undefined) throw new UserError('WrongUsage', `tools ${action}: takes no '${archive}'`);
  const at = await store();
  if (action === 'list') {
    const bundles = await allPointers(at);
    print({ where: at.where, bundles }, listText(bundles, at.where));
    return EXIT.done;
  }
  const bundles = await checkBundles(at);
  print({ where: at.where, bundles }, checkText(bundles, at.where));
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
  if (options['local'] === true) return folderStore(localFolders(cli.cwd).bucket);
  const stackName = textOf(options['stack']) ?? DEFAULT_STACK_NAME;
  if (!isStackName(stackName))
    throw new UserError('NotDeployed', `--stack: found '${stackName}'; allowed: ${STACK_NAME.allowed}`);
  try {
    return await bucketOfStack(stackName, textOf(options['region']));
  } catch (error) {
    const { name, message } = error as Error;
    const code = name === 'NotDeployed' || name === 'ValidationError' ? 'NotDeployed' : 'NoCredentials';
    const hint = '`aws sts get-caller-identity` must work first; for executions on this machine take --local';
    throw new UserError(code, `tools: ${message}; ${hint}`);
  }
}

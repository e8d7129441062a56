/** Reading a spec from a file that a user named. */
import { type Cli, UserError } from './command';
import { withTextFiles } from './text-files';
import { readUserFile, shownName } from './user-file';

/** Step Functions takes 262,144 bytes of input; nobody writes more by hand. */
const MAX_BYTES = 1_000_000;

/**
 * Text of a spec file.
 * @throws UserError where there is no such file, or it is no text.
 */
export function readSpecText(cli: Cli, file: string): string {
  const read = readUserFile(cli.cwd, file, MAX_BYTES);
  const cannot = (why: string): UserError =>
    new UserError(
      'UnreadableSpec',
      `${shownName(file)}: ${why}; a spec is a YAML file, e.g. experiments/local-disk.yaml`,
    );
  if ('why' in read) throw cannot(read.why);
  const text = read.bytes.includes(0) ? null : decoded(read.bytes);
  if (text !== null) return withTextFiles(cli, file, text);
  throw cannot('this is no text in UTF-8');
}

/** Null where it is no UTF-8. */
function decoded(bytes: Buffer): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

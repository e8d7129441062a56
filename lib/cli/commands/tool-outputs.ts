/** Output files of tools, and the kinds that read them, for commands that take such files. */
import { isUnsupported } from '../../shapes/unsupported-features';
import { WORKLOAD_KINDS } from '../../shapes/workload-kinds';
import type { Workload } from '../../workloads/contract';
import { findWorkload } from '../../workloads/registry';
import { type Cli, UserError } from '../command';
import { readUserFile, formatName } from '../user-file';

/** Longer ones are no text for Node.js (`buffer.constants.MAX_STRING_LENGTH`). */
const MAX_BYTES = 512 * 1024 * 1024 - 24;

/** Kinds whose output can be read. */
export const READ_KINDS: readonly string[] = WORKLOAD_KINDS.filter((one) => !isUnsupported(one));

/**
 * The kind that `--workload` names.
 * @throws UserError where there is none, or where its output cannot be read yet
 */
export function readWorkload(kind: unknown): Workload {
  const workload = typeof kind === 'string' ? findWorkload(kind) : undefined;
  if (workload !== undefined && READ_KINDS.includes(workload.kind)) return workload;
  const known = READ_KINDS.join(', ');
  if (workload !== undefined)
    throw new UserError('NotSupported', `--workload: output of ${workload.kind} cannot be read yet; known: ${known}`);
  throw new UserError(
    'UnknownWorkload',
    typeof kind === 'string'
      ? `--workload: '${kind}' is no workload; known: ${known}`
      : `--workload is missing: say which tool wrote the files, one of: ${known}`,
  );
}

/**
 * Texts of files, in their order.
 * @throws UserError that names every file that cannot be read
 */
export function readOutputs(cli: Cli, files: readonly string[]): readonly { file: string; text: string }[] {
  const problems: string[] = [];
  const texts = files.map((file) => {
    const read = readUserFile(cli.cwd, file, MAX_BYTES);
    if ('bytes' in read) return { file, text: decodeText(read.bytes) };
    problems.push(`${formatName(file)}: ${read.why}`);
    return { file, text: '' };
  });
  if (problems.length > 0) throw new UserError('UnreadableFile', problems.join('\n'));
  return texts;
}

/** UTF-8, or UTF-16 with a byte order mark, as PowerShell writes when output is redirected. */
function decodeText(bytes: Buffer): string {
  return bytes[0] === 0xff && bytes[1] === 0xfe ? bytes.toString('utf16le') : bytes.toString('utf8');
}

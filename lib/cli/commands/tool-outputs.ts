/** Reads output files of tools, for `parse` and `judge`. */
import { isUnsupported } from '../../shapes/unsupported-features';
import { WORKLOAD_KINDS } from '../../shapes/workload-kinds';
import type { Workload } from '../../workloads/contract';
import { findWorkload } from '../../workloads/registry';
import { type Cli, UserError } from '../command';
import { readUserFile, formatName } from '../user-file';

/** Maximum string length of Node.js (`buffer.constants.MAX_STRING_LENGTH`). */
const MAX_BYTES = 512 * 1024 * 1024 - 24;

/** Workload kinds whose output can be parsed. */
export const READ_KINDS: readonly string[] = WORKLOAD_KINDS.filter((one) => !isUnsupported(one));

/** The kind of `--workload`. @throws UserError if it is unknown, or its output cannot be parsed yet */
export function readWorkload(kind: unknown): Workload {
  const workload = typeof kind === 'string' ? findWorkload(kind) : undefined;
  if (workload !== undefined && READ_KINDS.includes(workload.kind)) return workload;
  const known = READ_KINDS.join(', ');
  if (workload !== undefined)
    throw new UserError(
      'NotSupported',
      `--workload: output of ${workload.kind} cannot be parsed yet; allowed: ${known}`,
    );
  throw new UserError(
    'UnknownWorkload',
    typeof kind === 'string'
      ? `--workload: unknown workload kind '${kind}'; allowed: ${known}`
      : `--workload is missing: name the tool that wrote the files; allowed: ${known}`,
  );
}

/** The texts of files, in order. @throws UserError that lists all unreadable files */
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

/** UTF-8, or UTF-16 with a byte order mark, which PowerShell writes to redirected output. */
function decodeText(bytes: Buffer): string {
  return bytes[0] === 0xff && bytes[1] === 0xfe ? bytes.toString('utf16le') : bytes.toString('utf8');
}

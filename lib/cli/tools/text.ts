/** What `fsxbench tools` tells people. */
import type { FoundPointer } from '../../aws/tools/store';
import { BUNDLES } from '../../shapes/tool-bundles';
import { alignColumns } from '../text/columns';
import type { Added } from './add';
import type { Checked } from './check';

/** Digits of a SHA-256 that tell archives apart. */
const SHORT = 12;

/** What `add` has done, and what hosts will look at. */
export function addedText(added: Added): string {
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
export function listText(found: readonly FoundPointer[], where: string): string {
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
export function checkText(checked: readonly Checked[], where: string): string {
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

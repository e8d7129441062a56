/** Reading what goes wrong from `--faults`: a file, or the text itself. */
import { lstatSync } from 'node:fs';
import { resolve } from 'node:path';
import { parse } from 'yaml';
import { check } from '../../experiment/spec/schema-problems';
import { type Campaign, campaignSchema } from '../../twin/faults/campaign';
import { type Cli, UserError } from '../command';
import { firstBytes } from '../spec-file';

/** A campaign has a few rules; nobody writes more by hand. */
const MAX_BYTES = 1_000_000;

/**
 * A campaign as YAML or JSON; a text that begins with `{` is the campaign itself.
 * @throws UserError with every problem
 */
export function readCampaign(cli: Cli, given: string): Campaign {
  const inline = given.trimStart().startsWith('{');
  const name = inline ? '--faults' : given;
  const value = parsed(inline ? given : textOf(cli, given), name);
  const checked = check(campaignSchema, value, []);
  if ('value' in checked) return checked.value;
  const lines = checked.problems.map(({ path, message }) => `${name}: ${path.join('.')}: ${message}`);
  throw new UserError('BadFaults', lines.join('\n'));
}

function textOf(cli: Cli, file: string): string {
  const cannot = (why: string): UserError => new UserError('BadFaults', `--faults: ${file} cannot be read: ${why}`);
  const path = resolve(cli.cwd, file);
  try {
    // Opening one waits for a writer, and nothing could interrupt it.
    if (lstatSync(path).isFIFO()) throw cannot('this is a named pipe; name a file');
    const bytes = firstBytes(path, MAX_BYTES + 1);
    if (bytes.length > MAX_BYTES) throw cannot(`it has more than ${MAX_BYTES} bytes`);
    return bytes.toString('utf8');
  } catch (error) {
    throw error instanceof UserError ? error : cannot((error as Error).message);
  }
}

function parsed(text: string, name: string): unknown {
  try {
    return parse(text) as unknown;
  } catch (error) {
    throw new UserError('BadFaults', `${name}: is neither YAML nor JSON: ${(error as Error).message}`);
  }
}

/** Reading what goes wrong from `--faults`: a file, or the text itself. */
import { parse } from 'yaml';
import { check } from '../../experiment/language/schema-problems';
import { type Campaign, campaignSchema } from '../../twin/faults/campaign';
import { type Cli, UserError } from '../command';
import { readUserFile, shownName } from '../user-file';

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
  const read = readUserFile(cli.cwd, file, MAX_BYTES);
  if ('bytes' in read) return read.bytes.toString('utf8');
  const allowed = 'allowed: a file with a campaign, or the campaign itself, e.g. {rules: [...]}';
  throw new UserError('BadFaults', `--faults: ${shownName(file)}: ${read.why}; ${allowed}`);
}

function parsed(text: string, name: string): unknown {
  try {
    return parse(text) as unknown;
  } catch (error) {
    throw new UserError('BadFaults', `${name}: is neither YAML nor JSON: ${(error as Error).message}`);
  }
}

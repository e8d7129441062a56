/** Reading what goes wrong from `--faults`: a file, or the text itself. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parse } from 'yaml';
import { check } from '../../experiment/spec/schema-problems';
import { type Campaign, campaignSchema } from '../../twin/faults/campaign';
import { type Cli, UserError } from '../command';

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
  try {
    return readFileSync(resolve(cli.cwd, file), 'utf8');
  } catch (error) {
    throw new UserError('BadFaults', `--faults: ${file} cannot be read: ${(error as Error).message}`);
  }
}

function parsed(text: string, name: string): unknown {
  try {
    return parse(text) as unknown;
  } catch (error) {
    throw new UserError('BadFaults', `${name}: is neither YAML nor JSON: ${(error as Error).message}`);
  }
}

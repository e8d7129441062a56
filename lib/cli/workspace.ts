/** Inputs of a plan other than the spec, read once: working folder, prices and scripts. */
import { join, resolve } from 'node:path';
import { existsSync } from 'node:fs';
import { readScripts } from '../aws/scripts';
import type { PriceBook } from '../shapes/price';
import { toPrintable } from '../shapes/printable';
import type { ScriptFiles } from '../workloads/contract';
import { type Cli, type Options, UserError } from './command';
import { buildPriceBook, PRICED_REGIONS } from '../pricing/aws';
import { listOwnFaults, parseSavedPrices, type SavedPrices } from '../pricing/list/saved-prices';
import { readYaml } from '../experiment/language/yaml';
import { listSpecPaths } from '../local/target-paths';
import { findSilentPaths } from '../local/silent-paths';
import { getLocalFolders } from '../local/working-folder';
import { toText } from './options';
import { readUserFile, formatName } from './user-file';

export interface Workspace {
  /** Base of relative paths in a spec. */
  readonly folder: string;
  readonly prices: PriceBook;
  /** Files of `workloads/`, by path below it. */
  readonly scripts: ScriptFiles;
  /** Paths of the spec that do not respond. */
  readonly silent: ReadonlySet<string>;
}

/** @param text of the spec whose paths are checked */
export async function openWorkspace(
  { cwd, root }: Pick<Cli, 'cwd' | 'root'>,
  prices: PriceBook,
  text = '',
): Promise<Workspace> {
  const paths = listSpecPaths(readYaml(text).value).map(([, path]) => path);
  const silent = await findSilentPaths(paths, cwd);
  return { folder: cwd, prices, scripts: await readScripts(join(root, 'workloads')), silent };
}

/** Default: the first Region of most price lists. */
const DEFAULT_REGION = 'us-east-1';
/** Bytes: all instance types of a Region are some hundreds of kilobytes. */
export const PRICES_BYTES_MAX = 20_000_000;

/** `--region`, else `AWS_REGION`, else us-east-1. */
export function pickRegion(option: unknown, env: Environment = process.env): string {
  return toText(option) ?? env['AWS_REGION'] ?? DEFAULT_REGION;
}

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The prices of this version for `--region`, else `AWS_REGION`, else us-east-1.
 * @throws UserError if `--region` has no prices
 */
export function pickPrices(option: unknown, env: Environment = process.env): PriceBook {
  const named = toText(option);
  const region = pickRegion(option, env);
  if (PRICED_REGIONS.includes(region)) return buildPriceBook(region);
  // `AWS_REGION` may be set for other tools, so an unknown Region is no error.
  if (named === undefined) return buildPriceBook(DEFAULT_REGION);
  throw new UserError(
    'UnknownRegion',
    `--region: this version lacks prices for '${named}', which the budget needs. It has prices for ` +
      `${PRICED_REGIONS.join(', ')}. Read them from AWS: \`npx fsxbench prices update --region ${named}\``,
  );
}

/** Default output of `fsxbench prices update`. */
export function getPricesPath(cwd: string, region: string): string {
  return join(getLocalFolders(cwd).root, 'prices', `${region}.json`);
}

/**
 * Prices from `--prices`, else from `prices update` in the working folder, else from {@link pickPrices}.
 * @throws UserError also for an invalid price file
 */
export function loadPrices(
  cli: Pick<Cli, 'cwd'>,
  options: Options,
  env: Environment = process.env,
): { readonly book: PriceBook; readonly saved: SavedPrices | null; readonly file: string | null } {
  const given = toText(options['prices']);
  const named = toText(options['region']);
  if (given !== undefined) {
    const saved = readSaved(cli.cwd, given, named);
    return { book: buildPriceBook(saved.region, true, saved.prices), saved, file: given };
  }
  const region = pickRegion(named, env);
  const kept = getPricesPath(cli.cwd, region);
  const saved = existsSync(kept) ? readSaved(cli.cwd, kept, region) : null;
  if (saved !== null) return { book: buildPriceBook(region, true, saved.prices), saved, file: kept };
  return { book: pickPrices(options['region'], env), saved: null, file: null };
}

/** A line for stderr if `AWS_REGION` names a Region without prices: those of another one are used. Else empty. */
export function describeOtherRegion(options: Options, { region }: PriceBook, env: Environment = process.env): string {
  const wanted = env['AWS_REGION'];
  if (wanted === undefined || wanted === region || options['region'] !== undefined || options['prices'] !== undefined)
    return '';
  const name = toPrintable(wanted);
  const update = `\`npx fsxbench prices update --region ${name}\` reads them`;
  return `note: AWS_REGION is ${name}, which has no prices here: all is planned for ${region}. ${update}\n`;
}

/** Refuses prices of the user that would be ignored or misread. */
function checkOwnPrices(saved: SavedPrices, file: string): void {
  const faults = listOwnFaults(saved, buildPriceBook(saved.region));
  if (faults.length === 0) return;
  const all = '`npx fsxbench prices --json` has names and units; instances are ec2 TYPE.linux.ondemand, instance-hour';
  throw new UserError('UnreadablePrices', `${formatName(file)}: ${all}\n${faults.join('\n')}`);
}

function readSaved(cwd: string, file: string, region: string | undefined): SavedPrices {
  const read = readUserFile(cwd, file, PRICES_BYTES_MAX);
  const saved = 'why' in read ? read.why : parseSavedPrices(read.bytes.toString('utf8'), region);
  if (typeof saved !== 'string') {
    checkOwnPrices(saved, file);
    return saved;
  }
  const again = `npx fsxbench prices update${region === undefined ? '' : ` --region ${region}`}`;
  throw new UserError(
    'UnreadablePrices',
    `${formatName(resolve(cwd, file))}: ${saved}. \`${again}\` writes those of AWS; docs/pricing.md shows how to ` +
      'write your own',
  );
}

/** The options of `npm run campaign`. */
import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { parse } from 'yaml';
import { checkSchema } from '../../lib/experiment/language/schema-problems';
import { type Campaign, campaignSchema } from './faults/campaign';

export const USAGE = `npm run campaign -- [options]
Plays experiments in virtual time while things go wrong, and says what does not hold then; nothing is created or
paid. Exit code 0 where all holds, 1 where something does not: each violation prints the command that repeats it.

  --spec FILE       an experiment, may stand several times; default: all shipped ones that need AWS
  --single          every single fault at every call, state and boundary of a clean run
  --random N        N random campaigns of one to four faults
  --operated N      N redrives, starts, stops, pauses, downs, faults of the register and limits reached, each with one
                    to three faults; e.g. --operated 500 --seed X: all experiments, one with a change under load
  --pairs N         N pairs of faults, the second at what cleans up
  --faults FILE     this one campaign: a YAML or JSON file, or the text itself
  --whole           the experiment as it stands; default: a smaller one of the same shape
  --minutes N       begin no run after so many minutes; default: 3 where nothing else bounds it
  --seed TEXT       draws seeds, order and campaigns; default: a fresh one, printed
  --jobs N          processes side by side; default: one for each core
  --json            print the result as one JSON document
  --write           renew the table of docs/faults.md (nightly: --single --random 2000 --pairs 2000 --write)

In place of faults:
  --random-specs N  N specs by lot: what is accepted is rehearsed to a clean receipt, what is refused says why;
                    --path PATH repeats one that was found, --calls FILE keeps every AWS call
`;

/** An unknown option, or an invalid value. */
export class UsageError extends Error {}

export interface FaultOptions {
  readonly single: boolean;
  /** Number of random campaigns, and of pairs; null for none. */
  readonly random: number | null;
  readonly pairs: number | null;
  readonly operated: number | null;
  readonly faults: Campaign | null;
  readonly seed: string;
  /** Null: until all cases are done. */
  readonly minutes: number | null;
}

export interface Options extends FaultOptions {
  /** Files of experiments; none for all shipped ones. */
  readonly specs: readonly string[];
  readonly whole: boolean;
  readonly jobs: number;
  readonly json: boolean;
  readonly write: boolean;
  readonly randomSpecs: number | null;
  readonly path: string | undefined;
  readonly calls: string | undefined;
  /** One of the processes of a campaign. */
  readonly worker: boolean;
  readonly help: boolean;
}

/** Default limit of a campaign without other limits, minutes. */
const DEFAULT_MINUTES = 3;

/** @throws UsageError for invalid options */
export function parseOptions(argv: readonly string[]): Options {
  const given = parseValues(argv);
  const wanted = {
    single: given.single ?? false,
    random: parseCount('--random', given.random),
    pairs: parseCount('--pairs', given.pairs),
    operated: parseCount('--operated', given.operated),
    faults: given.faults === undefined ? null : readCampaign(given.faults),
    seed: given.seed ?? randomUUID().slice(0, 8),
  };
  if (wanted.seed.trim() === '') throw new UsageError('--seed: found an empty text; omit it for a random one');
  const randomSpecs = parseCount('--random-specs', given['random-specs']);
  const counts = [wanted.random, wanted.pairs, wanted.operated, randomSpecs];
  const bounded = wanted.faults !== null || wanted.single || counts.some((count) => count !== null);
  return {
    ...wanted,
    minutes: parseMinutes(given.minutes) ?? (bounded ? null : DEFAULT_MINUTES),
    specs: given.spec ?? [],
    whole: given.whole ?? false,
    jobs: parseCount('--jobs', given.jobs) ?? availableParallelism(),
    json: given.json ?? false,
    write: given.write ?? false,
    randomSpecs,
    path: given.path,
    calls: given.calls,
    worker: given.worker ?? false,
    help: given.help ?? false,
  };
}

function parseValues(argv: readonly string[]) {
  try {
    return parseArgs({
      args: [...argv],
      options: {
        spec: { type: 'string', multiple: true },
        single: { type: 'boolean' },
        random: { type: 'string' },
        pairs: { type: 'string' },
        operated: { type: 'string' },
        faults: { type: 'string' },
        whole: { type: 'boolean' },
        minutes: { type: 'string' },
        seed: { type: 'string' },
        jobs: { type: 'string' },
        json: { type: 'boolean' },
        write: { type: 'boolean' },
        'random-specs': { type: 'string' },
        path: { type: 'string' },
        calls: { type: 'string' },
        worker: { type: 'boolean' },
        help: { type: 'boolean' },
      },
    }).values;
  } catch (error) {
    throw new UsageError(`${(error as Error).message}; --help lists the options`);
  }
}

/** Null where it is not given. */
function parseCount(option: string, text: string | undefined): number | null {
  if (text === undefined) return null;
  const count = Number(text);
  if (text.trim() !== '' && Number.isInteger(count) && count >= 1 && count <= 1_000_000) return count;
  throw new UsageError(`${option}: found '${text}'; allowed: a whole number from 1 to 1000000`);
}

/** Null where it is not given. */
function parseMinutes(text: string | undefined): number | null {
  if (text === undefined) return null;
  const minutes = Number(text);
  if (text.trim() !== '' && minutes > 0 && minutes < Number.POSITIVE_INFINITY) return minutes;
  throw new UsageError(`--minutes: found '${text}'; allowed: more than 0`);
}

/** A campaign as YAML or JSON; a text that begins with `{` is the campaign itself. */
function readCampaign(given: string): Campaign {
  const inline = given.trimStart().startsWith('{');
  const name = inline ? '--faults' : given;
  if (!inline && !existsSync(given)) throw new UsageError(`--faults: ${given}: there is no such file`);
  let value: unknown;
  try {
    value = parse(inline ? given : readFileSync(given, 'utf8')) as unknown;
  } catch (error) {
    throw new UsageError(`${name}: is neither YAML nor JSON: ${(error as Error).message}`);
  }
  const checked = checkSchema(campaignSchema, value, []);
  if ('value' in checked) return checked.value;
  const lines = checked.problems.map(({ path, message }) => `${name}: ${path.join('.')}: ${message}`);
  throw new UsageError(lines.join('\n'));
}

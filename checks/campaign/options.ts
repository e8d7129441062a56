/** The options of `npm run campaign`. */
import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { checkSchema } from '../../lib/experiment/language/schema-problems';
import { formatUsage, parseOptions, UsageError } from '../options';
import { type Campaign, campaignSchema } from './faults/campaign';

const OPTIONS = {
  spec: {
    type: 'texts',
    value: 'FILE',
    help: 'an experiment, may stand several times; default: all shipped ones that need AWS',
  },
  single: { type: 'flag', help: 'every single fault at every call, state and boundary of a clean run' },
  random: { type: 'count', value: 'N', help: 'N random campaigns of one to four faults' },
  operated: {
    type: 'count',
    value: 'N',
    help:
      'N redrives, starts, stops, pauses, downs, faults of the register and limits reached, each with one\n' +
      'to three faults; e.g. --operated 500 --seed X: all experiments, one with a change under load',
  },
  pairs: { type: 'count', value: 'N', help: 'N pairs of faults, the second at what cleans up' },
  faults: { type: 'text', value: 'FILE', help: 'this one campaign: a YAML or JSON file, or the text itself' },
  whole: { type: 'flag', help: 'the experiment as it stands; default: a smaller one of the same shape' },
  minutes: {
    type: 'number',
    value: 'N',
    help: 'begin no run after so many minutes; default: 3 where nothing else bounds it',
  },
  seed: { type: 'text', value: 'TEXT', help: 'draws seeds, order and campaigns; default: a fresh one, printed' },
  write: {
    type: 'flag',
    help: 'renew the table of docs/faults.md (nightly: --single --random 2000 --pairs 2000 --write)',
  },
  'random-specs': {
    type: 'count',
    value: 'N',
    help:
      'in place of faults: N specs by lot: what is accepted is rehearsed to a clean receipt, what is\n' +
      'refused says why',
  },
  path: { type: 'text', value: 'PATH', help: 'repeats one of these specs, as it was printed' },
  worker: { type: 'flag' },
  help: { type: 'flag' },
} as const;

export const USAGE = formatUsage(
  `npm run campaign -- [options]
Plays experiments in virtual time while things go wrong, and says what does not hold then; nothing is created or
paid. Exit code 0 where all holds, 1 where something does not: each violation prints the command that repeats it.`,
  OPTIONS,
);

export interface FaultOptions {
  readonly single: boolean;
  /** Number of random campaigns, of pairs and of operations; null for none. */
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
  readonly write: boolean;
  readonly randomSpecs: number | null;
  readonly path: string | undefined;
  /** One of the processes of a campaign. */
  readonly worker: boolean;
  readonly help: boolean;
}

/** Default limit of a campaign without other limits, minutes. */
const DEFAULT_MINUTES = 3;

/** @throws UsageError for invalid options */
export function readOptions(argv: readonly string[]): Options {
  const { values, positionals } = parseOptions(argv, OPTIONS);
  if (positionals.length > 0) throw new UsageError(`found '${positionals.join(' ')}'; --help lists the options`);
  const { spec, faults: written, seed = randomUUID().slice(0, 8), 'random-specs': randomSpecs, ...others } = values;
  const faults = written === undefined ? null : readCampaign(written);
  if (seed.trim() === '') throw new UsageError('--seed: found an empty text; omit it for a random one');
  const counts = [others.random, others.pairs, others.operated, randomSpecs];
  const bounded = faults !== null || others.single || counts.some((count) => count !== null);
  const minutes = others.minutes ?? (bounded ? null : DEFAULT_MINUTES);
  return { ...others, faults, seed, specs: spec, randomSpecs, minutes };
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

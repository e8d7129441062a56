/** Options of `npm run mutants`. */
import { formatUsage, parseOptions, UsageError } from '../options';
import { OPERATORS } from './plant/operators';

const NAMES = OPERATORS.map(({ name }) => name);

const OPTIONS = {
  machine: { type: 'texts', value: 'NAME', help: 'only this machine (may be repeated)' },
  operator: { type: 'texts', value: 'NAME', help: `only this operator (may be repeated): ${NAMES.join(', ')}` },
  id: { type: 'texts', value: 'ID', help: 'only this mutant (may be repeated)' },
  limit: {
    type: 'count',
    value: 'N',
    help: 'at most N mutants of an operator in a machine, drawn by lot (default: 1000)',
  },
  seed: { type: 'text', value: 'TEXT', help: 'of the lot (default: fsxbench)' },
  minutes: { type: 'number', value: 'N', help: 'no mutant begins after N minutes (default: 10)' },
  seconds: {
    type: 'number',
    value: 'N',
    help: 'a scenario that takes longer has noticed; at least 4 times its usual time (default: 5)',
  },
  scenarios: {
    type: 'text',
    value: 'FILE',
    help: 'module with the scenarios (default: test/machines/scenarios.ts)',
  },
  list: { type: 'flag', help: 'print the mutants, judge none' },
  all: { type: 'flag', help: 'print for every mutant what noticed it' },
  write: { type: 'flag', help: 'write dist/machine-mutants.md' },
  help: { type: 'flag' },
} as const;

export const USAGE = formatUsage('npm run mutants -- [options]', OPTIONS);

export interface Options {
  readonly machine: readonly string[];
  readonly operator: readonly string[];
  readonly id: readonly string[];
  /** Maximum mutants of an operator in a machine. */
  readonly limit: number;
  readonly seed: string;
  /** No mutant begins after this. */
  readonly minutes: number;
  /** Minimum time limit of a scenario. */
  readonly seconds: number;
  readonly scenarios: string;
  readonly list: boolean;
  /** Report for every mutant what detected it. */
  readonly all: boolean;
  readonly write: boolean;
  readonly help: boolean;
}

/** @throws UsageError for invalid options */
export function readOptions(argv: readonly string[]): Options {
  const { values } = parseOptions(argv, OPTIONS);
  const strange = values.operator.find((name) => !NAMES.includes(name));
  if (strange !== undefined) throw new UsageError(`there is no operator ${strange}; there are ${NAMES.join(', ')}`);
  if (values.write && values.machine.length + values.operator.length + values.id.length > 0)
    throw new UsageError('--write describes all mutants; leave --machine, --operator and --id out');
  return {
    ...values,
    limit: values.limit ?? 1000,
    seed: values.seed ?? 'fsxbench',
    minutes: values.minutes ?? 10,
    seconds: values.seconds ?? 5,
    scenarios: values.scenarios ?? 'test/machines/scenarios.ts',
  };
}

/** Options of `npm run mutants`. */
import { parseArgs } from 'node:util';
import { OPERATORS } from './plant/operators';

export interface Options {
  readonly machines: readonly string[];
  readonly operators: readonly string[];
  readonly ids: readonly string[];
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
}

export const USAGE = `npm run mutants -- [options]
  --machine NAME    only this machine (may be repeated)
  --operator NAME   only this operator (may be repeated): ${OPERATORS.map((operator) => operator.name).join(', ')}
  --id ID           only this mutant (may be repeated)
  --limit N         at most N mutants of an operator in a machine, drawn by lot (default: 1000)
  --seed TEXT       of the lot (default: fsxbench)
  --minutes N       no mutant begins after N minutes (default: 10)
  --seconds N       a scenario that takes longer has noticed; at least 4 times its usual time (default: 5)
  --scenarios FILE  module with the scenarios (default: test/machines/scenarios.ts)
  --list            print the mutants, judge none
  --all             tell of every mutant who noticed it, and what was said
  --write           write dist/machine-mutants.md`;

/** Parses the options; throws with one sentence about the problem. */
export function parseOptions(argv: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...argv],
    options: {
      machine: { type: 'string', multiple: true, default: [] },
      operator: { type: 'string', multiple: true, default: [] },
      id: { type: 'string', multiple: true, default: [] },
      limit: { type: 'string' },
      seed: { type: 'string', default: 'fsxbench' },
      minutes: { type: 'string' },
      seconds: { type: 'string' },
      scenarios: { type: 'string', default: 'test/machines/scenarios.ts' },
      list: { type: 'boolean', default: false },
      all: { type: 'boolean', default: false },
      write: { type: 'boolean', default: false },
    },
  });
  const known = OPERATORS.map((operator) => operator.name);
  const strange = values.operator.find((name) => !known.includes(name));
  if (strange !== undefined) throw new Error(`there is no operator ${strange}; there are ${known.join(', ')}`);
  const partial = values.machine.length + values.operator.length + values.id.length > 0;
  if (values.write && partial)
    throw new Error('--write describes all mutants; leave --machine, --operator and --id out');
  return {
    machines: values.machine,
    operators: values.operator,
    ids: values.id,
    limit: positive('--limit', values.limit, 1000),
    seed: values.seed,
    minutes: positive('--minutes', values.minutes, 10),
    seconds: positive('--seconds', values.seconds, 5),
    scenarios: values.scenarios,
    list: values.list,
    all: values.all,
    write: values.write,
  };
}

function positive(name: string, text: string | undefined, otherwise: number): number {
  if (text === undefined) return otherwise;
  const value = Number(text);
  if (!(value > 0)) throw new Error(`${name} is a number above 0, not ${text}`);
  return value;
}

/** Small experiments on two kinds of FSx, and the options of their rehearsals. */
import { observeRehearsal } from '../../../checks/oracles/observe-rehearsal';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildPriceBook } from '../../../lib/pricing/aws';
import type { RehearsalOptions } from '../../../lib/twin/rehearsal/rehearse';
import { makeMachineReader } from '../../../checks/machines/machine-reader';

/** Scratch storage, and persistent storage with more metadata IOPS in place: 2 file systems, 3 configurations. */
export const LUSTRE = readFileSync('cases/specs/small-lustre.yaml', 'utf8');

/** One file system with two child volumes, made faster in place: 2 configurations. */
export const OPENZFS = readFileSync('cases/specs/small-openzfs.yaml', 'utf8');

/** The execution id of every rehearsal here. */
export const EXECUTION = 'small-1';

/** 2026-01-01T00:00:00Z */
export const BEGINNING = 1_767_225_600_000;

const PRICES = buildPriceBook('us-east-1');
const SCRIPTS = readTexts('workloads', /\.(?:sh|java|py)$/, 2);

/** Text of files by their name below a folder. */
function readTexts(folder: string, ending: RegExp, depth: number): Record<string, string> {
  const root = join(process.cwd(), folder);
  const names = readdirSync(root, { recursive: true, encoding: 'utf8' });
  const own = names.filter((name) => ending.test(name) && name.split('/').length === depth);
  return Object.fromEntries(own.map((name) => [name, readFileSync(join(root, name), 'utf8')]));
}

const QUIET = { info: () => undefined, warn: () => undefined, error: () => undefined };

const machineText = makeMachineReader(process.cwd());

/** The options of a rehearsal. */
export function makeOptions(spec: string, seed?: string): RehearsalOptions {
  return {
    experiment: /^experiment: (\S+)/m.exec(spec)?.[1] ?? '',
    executionId: EXECUTION,
    input: { spec, ...(seed === undefined ? {} : { seed }) },
    startedAt: BEGINNING,
    prices: PRICES,
    machineText,
    scripts: SCRIPTS,
    log: QUIET,
    observe: observeRehearsal,
  };
}

/** Specs by lot, from a seed to the first that is at fault. */
import { createWriteStream } from 'node:fs';
import fc from 'fast-check';
import { stringify } from 'yaml';
import type { CallRecord } from '../../../lib/twin/cloud/service';
import { forLog } from '../../../lib/twin/cloud/record';
import { groundOf, judge } from './judge';
import { specs } from './spec';

/** What is asked for. */
export interface Lots {
  readonly count: number;
  /** A number, as fast-check takes it. */
  readonly seed: number;
  /** Of a spec that was found, as printed with it: that one alone. */
  readonly path?: string | undefined;
  /** No spec is begun after so many minutes. */
  readonly minutes: number;
  /** File that takes every AWS call of the rehearsals, a JSON line each. */
  readonly calls?: string | undefined;
}

/** @returns 0 where every spec came through or said why not, else 1 */
export async function runRandomSpecs(root: string, lots: Lots, print: (text: string) => void): Promise<0 | 1> {
  const calls = lots.calls === undefined ? undefined : createWriteStream(lots.calls);
  const record = calls && ((call: CallRecord): void => void calls.write(`${JSON.stringify(forLog(call))}\n`));
  const ground = { ...(await groundOf(root)), record };
  const reached = { refused: 0, 'over limits': 0, planned: 0, rehearsed: 0 };
  const property = fc.asyncProperty(specs, async (spec) => {
    const judgement = await judge(stringify(spec), ground);
    reached[judgement.reached] += 1;
    if (judgement.faults.length > 0) throw new Error(judgement.faults.join('\n'));
  });
  const found = await fc.check(property, {
    numRuns: lots.count,
    seed: lots.seed,
    ...(lots.path === undefined ? {} : { path: lots.path }),
    interruptAfterTimeLimit: lots.minutes * 60_000,
    markInterruptAsFailure: false,
  });
  calls?.end();
  const counts = Object.entries(reached).map(([how, count]) => `${count} ${how}`);
  print(`${found.numRuns} specs: ${counts.join(', ')}\n`);
  if (!found.failed) return 0;
  const { counterexamplePath, counterexample, errorInstance, seed } = found;
  print(`\n${(errorInstance as Error).message}\n\n${stringify(counterexample?.[0])}\n`);
  print(`npm run campaign -- --random-specs ${lots.count} --seed ${seed} --path "${counterexamplePath ?? ''}"\n`);
  return 1;
}

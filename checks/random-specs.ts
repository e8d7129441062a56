/**
 * `npm run random-specs`: specs by lot, of all kinds that are made on AWS, right ones and wrong ones. Whatever is
 * accepted is planned and rehearsed to a clean receipt for about its estimate; whatever is refused says why;
 * nothing throws. Exit code 1 with the smallest spec that was found where something does not hold.
 */
import { createWriteStream } from 'node:fs';
import { parseArgs } from 'node:util';
import fc from 'fast-check';
import { stringify } from 'yaml';
import { forLog } from '../lib/twin/cloud/record';
import { groundOf, judge } from './random-specs/judge';
import { specs } from './random-specs/spec';

const USAGE = `npm run random-specs -- [options]
  --count N      so many specs (default: 200)
  --seed N       what they are drawn from (default: 1)
  --path PATH    of a spec that was found, as printed with it: that one alone
  --minutes N    no spec is begun after so many minutes (default: 60)
  --calls FILE   every AWS call of the rehearsals, a JSON line each`;

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      count: { type: 'string', default: '200' },
      seed: { type: 'string', default: '1' },
      path: { type: 'string', default: '' },
      minutes: { type: 'string', default: '60' },
      calls: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) {
    console.log(USAGE);
    return 0;
  }
  const calls = values.calls === undefined ? undefined : createWriteStream(values.calls);
  const ground = {
    ...(await groundOf(process.cwd())),
    record: calls && ((call: Parameters<typeof forLog>[0]) => void calls.write(`${JSON.stringify(forLog(call))}\n`)),
  };
  const reached = { refused: 0, 'over limits': 0, planned: 0, rehearsed: 0 };
  const property = fc.asyncProperty(specs, async (spec) => {
    const judgement = await judge(stringify(spec), ground);
    reached[judgement.reached] += 1;
    if (judgement.faults.length > 0) throw new Error(judgement.faults.join('\n'));
  });
  const found = await fc.check(property, {
    numRuns: Number(values.count),
    seed: Number(values.seed),
    ...(values.path === '' ? {} : { path: values.path }),
    interruptAfterTimeLimit: Number(values.minutes) * 60_000,
    markInterruptAsFailure: false,
  });
  calls?.end();
  console.log(
    `${found.numRuns} specs: ${Object.entries(reached)
      .map(([how, count]) => `${count} ${how}`)
      .join(', ')}`,
  );
  if (!found.failed) return 0;
  const { counterexamplePath, counterexample, errorInstance, seed } = found;
  console.log(`\n${(errorInstance as Error).message}\n\n${stringify(counterexample?.[0])}`);
  console.log(`again: npm run random-specs -- --seed ${seed} --path "${counterexamplePath ?? ''}"`);
  return 1;
}

void main().then((code) => {
  process.exitCode = code;
});

/** `tsx checks/campaign.ts`, as `npm run campaign`: runs experiments with injected faults, and checks all promises. */
import { readFileSync, writeFileSync } from 'node:fs';
import { parseOptions, type Options, USAGE, UsageError } from './campaign/options';
import { runCampaign } from './campaign/run';
import { runRandomSpecs } from './campaign/specs/run';
import { serve } from './campaign/workers';
import { PAGE, withCampaign } from './reference/faults-page';

const ROOT = process.cwd();
/** Default duration of random specs. */
const LOTS_MINUTES = 60;

const print = (text: string): void => void process.stdout.write(text);

async function main(options: Options): Promise<number> {
  if (options.help) {
    print(USAGE);
    return 0;
  }
  if (options.worker) {
    await serve(ROOT);
    return 0;
  }
  if (options.randomSpecs !== null) return runRandomSpecs(ROOT, toLotOptions(options, options.randomSpecs), print);
  let stopped = false;
  process.once('SIGINT', () => {
    stopped = true;
  });
  const { code, document } = await runCampaign(options, {
    root: ROOT,
    entry: __filename,
    print,
    say: (line) => void process.stderr.write(`${line}\n`),
    stopped: () => stopped,
  });
  if (options.write) writeFileSync(PAGE, withCampaign(readFileSync(PAGE, 'utf8'), document));
  return stopped ? 130 : code;
}

/** fast-check needs numeric seeds; other texts are hashed. */
function toLotOptions({ seed, path, minutes, calls }: Options, count: number) {
  const number = Number(seed);
  return { count, path, calls, minutes: minutes ?? LOTS_MINUTES, seed: Number.isInteger(number) ? number : Date.now() };
}

async function start(): Promise<number> {
  try {
    return await main(parseOptions(process.argv.slice(2)));
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    process.stderr.write(`${error.message}\n`);
    return 2;
  }
}

void start().then((code) => {
  process.exitCode = code;
});

/** `tsx checks/campaign.ts`, as `npm run campaign`: runs experiments with injected faults, and checks all promises. */
import { readFileSync, writeFileSync } from 'node:fs';
import { readOptions, USAGE } from './campaign/options';
import { runCampaign } from './campaign/run';
import { runRandomSpecs } from './campaign/specs/run';
import { serve } from './campaign/workers';
import { runCommand } from './options';
import { PAGE, withCampaign } from './reference/faults-page';

const ROOT = process.cwd();

async function main(argv: readonly string[]): Promise<number> {
  const print = (text: string): void => void process.stdout.write(text);
  const options = readOptions(argv);
  if (options.help) {
    print(USAGE);
    return 0;
  }
  if (options.worker) {
    await serve(ROOT);
    return 0;
  }
  if (options.randomSpecs !== null) return runRandomSpecs(ROOT, { ...options, count: options.randomSpecs }, print);
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

void runCommand(main);

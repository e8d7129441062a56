/**
 * Ends executions on this machine at random moments, by SIGKILL and by a double Ctrl-C, and looks what `clean` leaves
 * of each. Usage: npm run stress [-- COUNT [SEED]]; COUNT of each kind, 20 where nothing is said. Exit code 1 where
 * anything is left or a receipt is not true.
 */
import { randomBytes } from 'node:crypto';
import { streamsFrom } from '../lib/shapes/random';
import { type How, strike } from './stress/strike';

/** An execution takes about so long; later strikes meet one that has ended. */
const LONGEST_MS = 12_000;
/** Less counts as the same press of the key; see `lib/cli/interrupts.ts`. */
const SHORTEST_PAUSE_MS = 200;

async function main(count: number, seed: string): Promise<number> {
  const random = streamsFrom(seed)('strikes');
  process.stdout.write(`seed ${seed}\n`);
  let bad = 0;
  for (let round = 1; round <= count; round += 1) {
    for (const how of ['kill', 'twice'] satisfies How[]) {
      const afterMs = Math.round(300 + random() * LONGEST_MS);
      const pauseMs = Math.round(SHORTEST_PAUSE_MS + random() * 1500);
      const { code, cleaned, faults } = await strike({ how, afterMs, pauseMs });
      bad += faults.length === 0 ? 0 : 1;
      const when = `after ${afterMs} ms${how === 'twice' ? `, again after ${pauseMs} ms` : ''}`;
      const end = `ended ${String(code)}, clean ${String(cleaned)}`;
      process.stdout.write(`${round} ${how} ${when}: ${end}: ${faults.join('; ') || 'nothing left'}\n`);
    }
  }
  process.stdout.write(`${2 * count} strikes, ${bad} with faults\n`);
  return bad === 0 ? 0 : 1;
}

const [count = '20', seed = randomBytes(4).toString('hex')] = process.argv.slice(2);
void main(Number(count), seed).then((code) => {
  process.exitCode = code;
});

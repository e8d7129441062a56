/**
 * Cost of simulated hosts: many hosts, many trials, in virtual time. Limit: 1.5 s of CPU time for 200 hosts and 36
 * trials, without the evaluation of their results. Usage: npx tsx bench/modelled-hosts.ts [HOSTS] [TRIALS]
 */
import { judgeTrial } from '../lib/results/trial/judge-trial';
import { fio } from '../lib/workloads/fio/workload';
import { KEYS, makeParameters, type Play, play, RANDREAD, send } from '../test/twin/hosts/modelled/play';

const LIMIT_SECONDS = 1.5;
const [hosts = 200, trials = 36] = process.argv.slice(2).map(Number);

async function measure(name: string, cell: Readonly<Record<string, unknown>>): Promise<number> {
  const on: Play = await play({ hosts, replicates: trials, cells: [cell] });
  const working = cpuSeconds();
  for (const { trial } of on.plan.trials) {
    const parameters = makeParameters(on, trial);
    const ends = await Promise.all(Array.from({ length: hosts }, (_, index) => send(on, index, parameters).done));
    if (ends.some(({ exitCode }) => exitCode !== 0)) throw new Error(`a host failed in trial ${trial}`);
  }
  const worked = cpuSeconds() - working;
  const params = fio.schema.parse(cell);
  let reading = 0;
  let bytes = 0;
  for (const trial of on.plan.trials) {
    const found = await on.store.list(KEYS.trial('r1', trial.trial));
    const texts = found.map(async ({ key }) => ({ key, text: (await on.store.get(key))?.text ?? '' }));
    const objects = await Promise.all(texts);
    bytes += objects.reduce((sum, { text }) => sum + text.length, 0);
    const begun = cpuSeconds();
    const rest = { levels: {}, workload: fio, params, objects, rigOutcome: null, executionEnded: null, now: 0 };
    judgeTrial({ plan: on.plan, trial, ...rest });
    reading += cpuSeconds() - begun;
  }
  process.stdout.write(
    `${name}: ${worked.toFixed(2)} s of CPU for ${hosts} hosts and ${trials} trials, ` +
      `${Math.round(bytes / hosts / trials)} bytes a host; the results read it in ${reading.toFixed(2)} s\n`,
  );
  return worked;
}

/** CPU time of this process, garbage collection included. */
function cpuSeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}

async function all(): Promise<void> {
  const seconds = [
    await measure('random reads', RANDREAD),
    await measure('random mix', { ...RANDREAD, rw: 'randrw' }),
    await measure('new files', { kind: 'fio', ioengine: 'filecreate', nrfiles: 200, numjobs: 2 }),
  ];
  process.exitCode = Math.max(...seconds) <= LIMIT_SECONDS ? 0 : 1;
}

void all();

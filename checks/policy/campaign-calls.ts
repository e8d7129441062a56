/** Calls that only occur after faults, from campaigns, to check them against the roles. */
import { readFileSync } from 'node:fs';
import { readScripts } from '../../lib/aws/scripts';
import { buildPriceBook } from '../../lib/pricing/aws';
import type { CallRecord } from '../../lib/twin/cloud/service';
import { play } from '../campaign/faults/run-campaign';
import { findPlaces } from '../campaign/places';
import { drawCampaign, RANDOM, toDrawable } from '../campaign/cases';
import { shrinkSpec } from '../campaign/shrink-spec';
import { makeSubject } from '../campaign/subject';
import { readMachineText } from '../../lib/machine-files/source';

const QUIET = { info: () => undefined, warn: () => undefined, error: () => undefined };

/**
 * Runs random campaigns of a shipped experiment.
 * @param region Region of the simulated account
 * @param watch called for each campaign; the result is called for each of its calls
 */
export async function simulateSome(
  { experiment, region, campaigns, seed }: { experiment: string; region: string; campaigns: number; seed: string },
  watch: () => (call: CallRecord) => void,
): Promise<void> {
  const options = {
    spec: shrinkSpec(readFileSync(`experiments/${experiment}.yaml`, 'utf8')).text,
    experiment,
    startedAt: Date.UTC(2026, 0, 1),
    prices: { region, prices: buildPriceBook('us-east-1').prices.map((one) => ({ ...one, region })) },
    machineText: (machine: string) => readMachineText(process.cwd(), machine),
    scripts: await readScripts('workloads'),
  };
  const place = toDrawable(await findPlaces(makeSubject(options), seed));
  for (let nth = 0; nth < campaigns; nth += 1) {
    const { campaign } = drawCampaign(place, RANDOM, seed, nth);
    await play({ ...options, campaign, seed: `${seed} ${nth}`, log: QUIET, listen: { answered: watch() } });
  }
}

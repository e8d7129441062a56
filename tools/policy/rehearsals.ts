/** The shipped experiments on AWS, rehearsed whole: every call of machines and functions on their good way. */
import { readdirSync, readFileSync } from 'node:fs';
import { readScripts } from '../../lib/aws/scripts';
import type { MachineName } from '../../lib/shapes/machines';
import type { PriceBook } from '../../lib/shapes/price';
import { bookOf } from '../../lib/pricing/aws';
import type { CallRecord } from '../../lib/twin/cloud/service';
import { rehearse } from '../../lib/twin/rehearsal/rehearse';

/** 2026-01-01T00:00:00Z, as `fsxbench rehearse` begins. */
const STARTED_AT = 1_767_225_600_000;

/** Prices of a Region that has some; what things cost is nothing to a policy. */
const PRICED = 'us-east-1';

/** Names of the experiments that are rehearsed; those on this machine make no storage. */
export function experiments(): string[] {
  return readdirSync('experiments').flatMap((file) => {
    const [, name = ''] = /^(.*)\.yaml$/.exec(file) ?? [];
    return /kind: fsx-/.test(readFileSync(`experiments/${file}`, 'utf8')) ? [name] : [];
  });
}

/**
 * Rehearses one.
 * @param region where the modelled account says it is
 * @throws Error where it does not end well: its later calls would be missing
 */
export async function rehearseOne(name: string, region: string, record: (call: CallRecord) => void): Promise<void> {
  const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };
  const prices: PriceBook = { region, prices: bookOf(PRICED).prices.map((one) => ({ ...one, region })) };
  const { status, cause, receipt } = await rehearse({
    experiment: name,
    executionId: `${name}-policy`,
    input: { spec: readFileSync(`experiments/${name}.yaml`, 'utf8') },
    startedAt: STARTED_AT,
    prices,
    machineText: (machine: MachineName) => readFileSync(`state-machines/${machine}.asl.json`, 'utf8'),
    scripts: await readScripts('workloads'),
    log: quiet,
    record,
  });
  if (status !== 'SUCCEEDED' || receipt?.clean !== true)
    throw new Error(`the rehearsal of ${name} ended ${status}: ${cause ?? 'not clean'}`);
}

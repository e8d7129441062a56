/** The part of the context that only admission needs on AWS: workload scripts and the price book. */
import { join } from 'node:path';
import { buildPriceBook } from '../../pricing/aws';
import { FsxbenchError } from '../../shapes/errors';
import type { Price, PriceBook } from '../../shapes/price';
import type { Context, PlanningContext } from '../context';
import { readExperiments, readScripts } from '../scripts';
import { getFile } from './price-files';

/**
 * Reads `FSXBENCH_PUBLIC_ADDRESSES` and `FSXBENCH_WORKLOADS` (the scripts' folder, relative to `LAMBDA_TASK_ROOT`).
 * @throws FsxbenchError `ConfigurationMissing` if the folder or the Region is not set
 */
export async function makePlanningContext(context: Context): Promise<PlanningContext> {
  const root = process.env['LAMBDA_TASK_ROOT'] ?? '';
  return {
    ...context,
    scripts: await readScripts(join(root, readVariable('FSXBENCH_WORKLOADS'))),
    experiments: await readExperiments(join(root, 'experiments')),
    prices: makePriceBook([]),
    priceFiles: { get: getFile, book: makePriceBook },
  };
}

function makePriceBook(read: readonly Price[]): PriceBook {
  return buildPriceBook(readVariable('AWS_REGION'), process.env['FSXBENCH_PUBLIC_ADDRESSES'] !== 'false', read);
}

function readVariable(name: string): string {
  const value = process.env[name];
  if (value === undefined || value === '')
    throw new FsxbenchError('ConfigurationMissing', `the environment variable ${name} is missing`, {
      facts: { missing: [name] },
    });
  return value;
}

/** What admission alone needs on AWS: scripts of the workloads, and the price book. No other function loads it. */
import { join } from 'node:path';
import { bookOf } from '../../pricing/aws';
import { expected } from '../../shapes/errors';
import type { Price, PriceBook } from '../../shapes/price';
import type { Context, PlanningContext } from '../context';
import { readScripts } from '../scripts';
import { getFile } from './price-files';

/** Reads `FSXBENCH_WORKLOADS`, the folder of the scripts below `LAMBDA_TASK_ROOT`, and `FSXBENCH_PUBLIC_ADDRESSES`. */
export async function planningContext(context: Context): Promise<PlanningContext> {
  const { LAMBDA_TASK_ROOT: root = '', FSXBENCH_WORKLOADS: folder } = process.env;
  return {
    ...context,
    scripts: await readScripts(join(root, expected(folder, 'the folder of the scripts'))),
    prices: priceBook([]),
    priceFiles: { get: getFile, book: priceBook },
  };
}

function priceBook(read: readonly Price[]): PriceBook {
  const region = expected(process.env['AWS_REGION'], 'the Region of the function');
  return bookOf(region, process.env['FSXBENCH_PUBLIC_ADDRESSES'] !== 'false', read);
}

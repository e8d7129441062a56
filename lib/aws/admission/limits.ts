/** What admission refuses by the limits of an account: bytes that a guardian must be able to read, and money. */
import { FsxbenchError } from '../../shapes/errors';
import type { Config } from '../context';

/**
 * Bytes of an input. The guardian reads the whole execution, where the input stands as JSON in JSON: escaped twice, it
 * must stay below the 256 KiB of a state (Step Functions guide, Service quotas), or the guardian is blind.
 */
const INPUT_MAX = 65_536;

/** Here no service measures states, and nobody can put a spec elsewhere. */
export function refuseLongInput(input: unknown, config: Config): void {
  const bytes = Buffer.byteLength(JSON.stringify(input));
  if (config.local || bytes <= INPUT_MAX) return;
  throw new FsxbenchError(
    'SpecInvalid',
    `the input has ${bytes} bytes; allowed: ${INPUT_MAX}. ` +
      `Put the spec into the bucket ${config.bucket} and start with its key, \`specKey\``,
  );
}

/** Whoever writes a spec writes its budget; whoever pays for the account says how far that may go. */
export function refuseAboveDeployment(maxUsd: number, config: Config): void {
  if (config.maxUsd === undefined || maxUsd <= config.maxUsd) return;
  throw new FsxbenchError(
    'BudgetExceeded',
    `limits.maxUsd is ${maxUsd} USD; allowed by this deployment: ${config.maxUsd} USD (its setting \`maxUsd\`)`,
  );
}

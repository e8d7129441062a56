/** Functions that expressions may call. */
import { type Finding, reporter } from '../finding';
import type { Subject } from '../subject';

const report = reporter('unknown-function');

/** https://docs.jsonata.org, sections "String functions" to "Higher order functions". */
const JSONATA = `abs append assert average base64decode base64encode boolean ceil clone contains count decodeUrl
decodeUrlComponent distinct each encodeUrl encodeUrlComponent error exists filter floor formatBase formatInteger
formatNumber fromMillis join keys length lookup lowercase map match max merge millis min not now number pad parseInteger
power random reduce replace reverse round shuffle sift single sort split spread sqrt string substring substringAfter
substringBefore sum toMillis trim type uppercase zip`;

/**
 * Added by Step Functions, which also takes `$eval` away.
 * https://docs.aws.amazon.com/step-functions/latest/dg/transforming-data.html
 */
const STEP_FUNCTIONS = 'partition range hash random uuid parse';

/** Names of all functions, without the dollar. */
export const FUNCTIONS: ReadonlySet<string> = new Set(`${JSONATA} ${STEP_FUNCTIONS}`.split(/\s+/));

/** Calls of functions that do not exist. */
export function functionFindings({ states }: Subject): Finding[] {
  return states.flatMap(({ name, expressions }) =>
    expressions.flatMap(({ location, uses }) =>
      uses.flatMap((use) => {
        if (use.kind !== 'function' || FUNCTIONS.has(use.name)) return [];
        return [report(name, `${location}: there is no function $${use.name}`)];
      }),
    ),
  );
}

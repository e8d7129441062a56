/** Adds queries to the measuring step: its first host queries the Prometheus server of a target after measuring. */
import { ensure } from '../../shapes/errors';
import type { Telemetry } from '../../shapes/telemetry';
import type { ScriptFiles, Step } from '../../workloads/contract';
import { renderScript, insertVariables } from '../../workloads/shell';

/** Paths of the query script in {@link ScriptFiles}. */
const SCRIPT_PATHS = ['shell/secret.sh', 'shell/telemetry.sh'];
/** Assumed: a server answers a few queries over minutes in a second. */
const EXPECTED_SECONDS = 1;
/** Timeout: `TELEMETRY_ALL` of the script, time to read the token, and a margin for slow hosts. */
const LIMIT_SECONDS = 25;

/** @param telemetry queries of the target; null leaves the step unchanged */
export function addQueries(step: Step, telemetry: Telemetry | null, files: ScriptFiles): Step {
  if (telemetry === null || step.measures !== true) return step;
  const { prometheus, secret = '', stepSeconds, metrics } = telemetry;
  const variables = {
    TELEMETRY_URL: prometheus,
    TELEMETRY_SECRET: secret,
    TELEMETRY_STEP: String(stepSeconds),
    TELEMETRY_QUERIES: metrics.map(({ name, query }) => `${name}\t${query}`).join('\n'),
    TELEMETRY_ROLE: ensure(step.roles[0], 'a role in every step'),
  };
  const functions = renderScript({ comment: [], variables: {}, files: SCRIPT_PATHS }, files);
  const { head, body } = step.script;
  return {
    ...step,
    script: { head: insertVariables(head, variables) + functions.slice(functions.indexOf('\n') + 1), body },
    expectedSeconds: step.expectedSeconds + EXPECTED_SECONDS,
    timeoutSeconds: step.timeoutSeconds + LIMIT_SECONDS,
  };
}

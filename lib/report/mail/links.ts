/** Console links, and commands to copy. */
import { layout, getResultKey } from '../../shapes/layout';
import type { MailFacts } from './facts';
import { makeLinks } from '../result';

/** Locations of report, files, result and execution. */
export function formatLinks(facts: MailFacts): string[] {
  const { executionId, place } = facts;
  const { execution, report, files } = makeLinks(facts);
  return [
    ...(report === null ? [] : ['Report (console: "Open")', report]),
    ...(report === null ? [] : ['Report, summary and raw files', `aws s3 cp --recursive ${files} ${executionId}/`]),
    'Result as JSON',
    `aws s3 cp s3://${place.bucket}/${getResultKey(executionId)} -`,
    'Execution (console)',
    execution,
  ];
}

/** The command that repeats an execution with the same order of trials; none without a plan. */
export function formatRepeat({ executionId, experiment, plan, place }: MailFacts): string[] {
  if (plan === null || experiment === null) return [];
  const input = JSON.stringify({ specKey: layout(experiment, executionId).spec, seed: plan.seed });
  return [
    'aws stepfunctions start-execution \\',
    `  --state-machine-arn ${place.experimentMachineArn} \\`,
    `  --name ${toNextName(executionId)} \\`,
    `  --input '${input.replaceAll("'", "'\\''")}'`,
  ];
}

/** A name of at most 48 characters, the limit for execution ids. */
function toNextName(executionId: string): string {
  return `${executionId.slice(0, 42)}-again`;
}

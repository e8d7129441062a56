/** Links into the console, and commands to copy. */
import { layout, resultKey } from '../../shapes/layout';
import type { MailFacts } from './facts';
import { makeLinks } from '../result';

/** Lines on where to look: report, files, result, execution. */
export function linkLines(facts: MailFacts): string[] {
  const { executionId, place } = facts;
  const { execution, report, files } = makeLinks(facts);
  return [
    ...(report === null ? [] : ['Report (console: "Open")', report]),
    ...(report === null ? [] : ['Report, summary and raw files', `aws s3 cp --recursive ${files} ${executionId}/`]),
    'Result as JSON',
    `aws s3 cp s3://${place.bucket}/${resultKey(executionId)} -`,
    'Execution (console)',
    execution,
  ];
}

/** Lines on how to start the same again; none where nothing was planned. The seed gives the same order of trials. */
export function repeatLines({ executionId, experiment, plan, place }: MailFacts): string[] {
  if (plan === null || experiment === null) return [];
  const input = JSON.stringify({ specKey: layout(experiment, executionId).spec, seed: plan.seed });
  return [
    'aws stepfunctions start-execution \\',
    `  --state-machine-arn ${place.experimentMachineArn} \\`,
    `  --name ${toNextName(executionId)} \\`,
    `  --input '${input.replaceAll("'", "'\\''")}'`,
  ];
}

/** An id has at most 48 characters, and a name of so many is its own id. */
function toNextName(executionId: string): string {
  return `${executionId.slice(0, 42)}-again`;
}

/** Links into the console, and commands to copy. */
import { layout } from '../../shapes/layout';
import type { MailFacts } from './facts';

/** Lines on where to look: report, execution. */
export function linkLines({ executionId, experiment, summary, place }: MailFacts): string[] {
  const { region, bucket, executionArn } = place;
  const console_ = `https://${region}.console.aws.amazon.com`;
  const lines = [
    'Execution (console)',
    `${console_}/states/home?region=${region}#/v2/executions/details/${executionArn}`,
  ];
  if (summary === null || experiment === null) return lines;
  const { report, root } = layout(experiment, executionId);
  return [
    'Report (console: "Open")',
    `https://s3.console.aws.amazon.com/s3/object/${bucket}?region=${region}&prefix=${encodeURIComponent(report)}`,
    'Report, summary and raw files',
    `aws s3 cp --recursive s3://${bucket}/${root} ${executionId}/`,
    ...lines,
  ];
}

/** Lines on how to start the same again; none where nothing was planned. The seed gives the same order of trials. */
export function repeatLines({ executionId, experiment, plan, place }: MailFacts): string[] {
  if (plan === null || experiment === null) return [];
  const input = JSON.stringify({ specKey: layout(experiment, executionId).spec, seed: plan.seed });
  return [
    'aws stepfunctions start-execution \\',
    `  --state-machine-arn ${place.experimentMachineArn} \\`,
    `  --name ${nextName(executionId)} \\`,
    `  --input '${input.replaceAll("'", "'\\''")}'`,
  ];
}

/** Names of executions have at most 48 characters. */
function nextName(executionId: string): string {
  return `${executionId.slice(0, 42)}-again`;
}

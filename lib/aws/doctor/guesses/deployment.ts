/** What is taken for true of the deployment: stacks, events, schedules, logs. */
import type { Guess } from './guess';

/** A cent: a few state transitions and function calls cost thousandths of it. */
const CENT = 0.01;

export const DEPLOYMENT: readonly Guess[] = [
  {
    id: 'stacks-deploy',
    guess: 'Both stacks deploy, and with them every state machine, in its role',
    where: '`lib/stacks`',
    ifWrong: 'nothing is created; the events of the stack name the resource',
    change: 'what the events of the stack name, in `lib/stacks`',
    byHand: '`npx cdk deploy --all`, then `aws cloudformation describe-stack-events --stack-name FsxbenchBench`',
    proof: { by: 'looking' },
  },
  {
    id: 'deploy-again',
    guess: 'A second deploy of the same version changes nothing',
    where: '`lib/stacks`',
    ifWrong: 'each deploy replaces something; `npx cdk diff` names it',
    change: 'what `npx cdk diff` names, in `lib/stacks`',
    byHand: '`npx cdk deploy --all` twice: the second says `no changes`',
    proof: { by: 'hand', because: 'needs the checkout and a deploy' },
  },
  {
    id: 'machine-role-trust',
    guess: 'CreateStateMachine accepts roles whose trust names `aws:SourceArn` of `stateMachine:fsxbench-*`',
    where: 'roles of all machines',
    ifWrong: 'the deploy fails: the role cannot be assumed',
    change: '`assumedBy` in `lib/stacks/machines/machine.ts`',
    byHand: 'a deploy; then `aws stepfunctions start-execution` of `fsxbench-janitor` with `{}`',
    proof: { by: 'looking' },
  },
  {
    id: 'policy-on-condition',
    guess: 'A policy with a condition on `AWS::AccountId` is left out, with its roles, where the account is another',
    where: '`letManagedHosts` of `lib/stacks/host.ts`',
    ifWrong: 'the deploy fails where `managed` names a role of another account, or grants to one of the same name here',
    change: 'that function',
    byHand: '`cdk deploy` with a `managed` whose `roleArn` is of another account',
    proof: { by: 'hand', because: 'needs a second account' },
  },
  {
    id: 'nested-rule',
    guess:
      'The rule that nested executions need is `StepFunctionsGetEventsForStepFunctionsExecutionRule`, and ' +
      '`PutRule`, `PutTargets`, `DescribeRule` suffice',
    where: 'roles with `.sync:2` tasks',
    ifWrong: 'the deploy of the machine fails',
    change: '`runExecutions` of `lib/stacks/grants/executions.ts`',
    byHand: '`aws events describe-rule --name StepFunctionsGetEventsForStepFunctionsExecutionRule` after a deploy',
    proof: { by: 'looking' },
  },
  {
    id: 'ended-events',
    guess: 'Events of ended executions have `detail.stateMachineArn`, without label or version',
    where: 'event rule',
    ifWrong: 'recovery waits for the janitor',
    change: '`lib/stacks/machines/ended-rule.ts`: the pattern',
    byHand:
      'stop an experiment and its guardian; `aws stepfunctions list-executions` of `fsxbench-guardian` shows a ' +
      'recovery',
    proof: { by: 'spending', usd: CENT },
  },
  {
    id: 'schedule-source-arn',
    guess: 'Scheduler passes `aws:SourceArn` of the schedule group',
    where: 'role of the schedules',
    ifWrong: 'no janitor: messages lie in the queue `Undelivered`',
    change: '`assumedBy` in `lib/stacks/schedules/schedules.ts`',
    byHand: '`aws stepfunctions list-executions` of `fsxbench-janitor` after 15 minutes',
    proof: { by: 'looking' },
  },
  {
    id: 'scheduled-time',
    guess:
      'Scheduler puts `2026-01-31T03:00:00Z` in the place of `<aws.scheduler.scheduled-time>`, inside the input ' +
      'of a Step Functions target',
    where: 'scheduled specs',
    ifWrong: 'admission refuses each scheduled start as `EventInvalid`; nothing is created',
    change: '`SCHEDULED_TIME` of `lib/stacks/schedules/schedules.ts`, and what `admit` takes for a moment',
    byHand: '`aws s3 ls s3://…/moments/` after the first scheduled start shows one object a moment',
    proof: { by: 'spending', usd: CENT },
  },
  {
    id: 'vended-logs',
    guess: "The log group `/aws/vendedlogs/states/…` needs no entry in the account's resource policy",
    where: 'logs of the machines',
    ifWrong: 'the deploy fails in accounts with many log groups',
    change: '`machineLog` of `lib/stacks/machines/machine.ts`: a resource policy of its own',
    byHand: '`aws logs describe-resource-policies` before and after the deploy',
    proof: { by: 'looking' },
  },
  {
    id: 'bucket-writes-once',
    guess: 'A second write with `If-None-Match: *` to the results bucket is refused as `PreconditionFailed`',
    where: 'fence, pointers, raw results',
    ifWrong: 'two executions could take one name; a result could be written twice',
    change: '`writeOnce` of `lib/aws/bucket.ts`: the name of the refusal that was seen',
    byHand: "`aws s3api put-object --if-none-match '*'` twice with the same key",
    proof: { by: 'spending', usd: CENT },
  },
  {
    id: 'events-put',
    guess:
      '`events:putEvents` of a machine is checked on the default bus with `events:source` and `events:detail-type`',
    where: 'role of `tell`',
    ifWrong: 'no events; mails are sent all the same, and the alarm `nobody-told` is raised',
    change: '`tellPeople` of `lib/stacks/grants/tell.ts`: the condition of PutEvents',
    byHand: 'refuse a spec on purpose: the execution of `tell` succeeds',
    proof: { by: 'hand', because: 'it sends a mail to everybody who subscribed' },
  },
  {
    id: 'somebody-subscribed',
    guess: 'Somebody gets the messages: the topic has a subscription that was confirmed',
    where: 'topic of the safety stack',
    ifWrong: 'mails and alarms are sent, and nobody reads them; what is left costs until somebody looks',
    change:
      '`npx cdk deploy --all -c notifyEmail=you@example.com`, then the link in the mail that SNS sends; or a ' +
      'subscription of your own to the topic `fsxbench-notify`',
    byHand: '`aws sns list-subscriptions-by-topic`: an ARN stands where one was confirmed',
    proof: { by: 'looking' },
  },
  {
    id: 'alarms-publish',
    guess: 'Alarms may publish to the topic by its policy, with `aws:SourceAccount` and `aws:SourceArn` of the alarm',
    where: 'topic of the safety stack',
    ifWrong: 'alarms are raised and nobody hears of them; their history says why',
    change: '`letAlarmsPublish` of `lib/stacks/alarms/alarms.ts`',
    byHand:
      '`aws cloudwatch set-alarm-state --alarm-name fsxbench-undelivered --state-value ALARM --state-reason try`, ' +
      'then `aws cloudwatch describe-alarm-history`',
    proof: { by: 'hand', because: 'it sends a mail to everybody who subscribed' },
  },
  {
    id: 'rig-ended-events',
    guess: 'The event rule delivers the ends of rigs, too: their machine is named in its pattern',
    where: 'the teardown of a rig that ended badly',
    ifWrong: 'what such a rig left waits for the guardian or the janitor, and costs until then',
    change: 'the pattern of the rule in `lib/stacks`',
    byHand: '`aws stepfunctions stop-execution` of a rig, then the log of `fsxbench-start-guardian`',
    proof: { by: 'hand', because: 'needs a rig that ended badly' },
  },
  {
    id: 'rule-undelivered',
    guess:
      'EventBridge puts into the queue `Undelivered` what it could not give the function in a day, and at once what ' +
      'is denied; the policy of the queue names the ARN of the rule',
    where: 'event rule of ended executions, the alarm `undelivered`',
    ifWrong: 'nobody hears of an event that was lost; the janitor finds what is left, or was told to nobody',
    change: '`makeEndedRule` of `lib/stacks/machines/ended-rule.ts`: the queue, and its policy',
    byHand:
      'take the statement for `events.amazonaws.com` from the policy of `fsxbench-start-guardian` ' +
      '(`aws lambda remove-permission`), stop an experiment; `aws sqs receive-message --message-attribute-names All` ' +
      'of the queue shows ERROR_CODE and ERROR_MESSAGE; `npx cdk deploy` again',
    proof: { by: 'hand', because: 'a permission of the deployment must be taken away for it' },
  },
  {
    id: 'function-undelivered',
    guess:
      'Lambda puts into the queue `Undelivered` an event that the function failed at three times, with the role of ' +
      'the function: `requestPayload` is the event, `responsePayload` the error',
    where: 'function `start-guardian`, the alarm `undelivered`',
    ifWrong: 'an end that nobody answered is forgotten; the janitor comes, after a quarter of an hour or two',
    change: '`lib/stacks/functions/function.ts`: the destination, and `sqs:SendMessage` of the role',
    byHand:
      '`aws lambda invoke --invocation-type Event --function-name fsxbench-start-guardian --payload "{}" /dev/null`; ' +
      'three minutes later `aws sqs receive-message` of the queue shows it',
    proof: { by: 'hand', because: 'it raises the alarm `undelivered`' },
  },
  {
    id: 'schedule-undelivered',
    guess:
      "Scheduler puts into the queue `Undelivered`, with the schedule's own role, what it could not start: the body " +
      'is the input, with the moment in its place, and the attribute ERROR_MESSAGE says why',
    where: 'schedules of the janitor and of experiments, the alarms `undelivered` and `not-started`',
    ifWrong: 'a moment is lost and nobody hears of it; that the janitor does not come, its own alarm says',
    change: '`makeSchedules` of `lib/stacks/schedules/schedules.ts`: the role and the queue',
    byHand:
      '`aws scheduler create-schedule` in the group `fsxbench-bench`, `at(…)` in two minutes, with the role, the ' +
      'queue and a machine that does not exist; `aws sqs receive-message --message-attribute-names All` of the queue',
    proof: { by: 'hand', because: 'a schedule must be made that fails' },
  },
  {
    id: 'athena-tables',
    guess: 'Athena reads `observations/v1/` and `cells/v1/` as the tables of `docs/results.md`, partitions computed',
    where: 'questions in SQL; no machine asks them',
    ifWrong: 'queries fail or find nothing; DuckDB reads the same objects, and reports do not need them',
    change: 'the statements at the end of `docs/results.md`',
    byHand:
      '`aws athena start-query-execution` with those statements, then with ' +
      "`SELECT levels['target'], count(*) FROM observations GROUP BY 1`: as many rows as targets",
    proof: { by: 'hand', because: 'needs a database and a workgroup of your own' },
  },
];

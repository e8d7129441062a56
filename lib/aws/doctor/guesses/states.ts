/** What is taken for true of Step Functions. */
import type { Guess } from './guess';

export const STATES: readonly Guess[] = [
  {
    id: 'missing-key-name',
    guess: 'A missing key is `S3.NoSuchKeyException` for `s3:getObject`, where the role may list the bucket',
    where: 'fence looks of all machines',
    ifWrong: 'every look counts as closed: nothing is created',
    change: 'the Catch of `LookAtFence` in `state-machines/`: put the name that was seen into its `ErrorEquals`',
    byHand:
      '`aws stepfunctions test-state --definition file://look.json --role-arn ROLE` with a key that does not exist',
    proof: { by: 'looking' },
  },
  {
    id: 'ec2-error-name',
    guess: 'An error of EC2 is `Ec2.Ec2Exception`, its code only in the message',
    where: 'retries in `launch`, `teardown`',
    ifWrong: 'no retry; the Catch leads to the teardown',
    change: 'the tables of `checks/machines/house/handler-table.ts`, and every Retry that names `Ec2.Ec2Exception`',
    byHand: '`test-state` with `ec2:terminateInstances` and an id that does not exist',
    proof: { by: 'looking' },
  },
  {
    id: 'unmodelled-error-names',
    guess:
      'Unmodelled errors of the optimised integrations are `StepFunctions.AWSStepFunctionsException`, ' +
      '`SNS.AmazonSNSException` and `EventBridge.AmazonEventBridgeException`',
    where: 'retries of nested executions, of mails and of events',
    ifWrong: 'no retry of a throttled start',
    change: 'the tables of `checks/machines/house/handler-table.ts`, and every Retry that names them',
    byHand: 'throttle: 200 parallel `states:startExecution` in one Map, then look at the names in the history',
    proof: { by: 'hand', because: 'throttling an account on purpose hurts whatever else runs in it' },
  },
  {
    id: 'existing-execution',
    guess: 'A nested execution whose name is taken fails as `StepFunctions.ExecutionAlreadyExistsException`',
    where: '`RunHook` of `state-machines/action.asl.json`',
    ifWrong: 'a hook whose start was answered by nobody counts as failed, though it runs: the receipt names it',
    change: 'the Catch of that state, and `checks/machines/house/handler-table.ts`',
    byHand: '`test-state` with `states:startExecution` and a name that is taken',
    proof: { by: 'hand', because: 'answers are lost seldom' },
  },
  {
    id: 'function-error-names',
    guess:
      'A lambda that runs out of time is `Sandbox.Timedout` or `Lambda.Unknown`, one that dies `Runtime.ExitError`',
    where: 'retries of all lambdas',
    ifWrong: 'the Catch takes it',
    change: 'the tables of `checks/machines/house/handler-table.ts`, and every Retry of `lambda:invoke`',
    byHand: '`test-state` with a function that sleeps beyond its time-out',
    proof: { by: 'hand', because: 'no function of the deployment hangs or dies on request' },
  },
  {
    id: 'redrive-arguments',
    guess:
      'A task that is redriven evaluates its `Arguments` anew, with the variables that it had, and `$error` in them ' +
      'is `States.QueryEvaluationError`',
    where:
      'creates of `launch`, commands of `host-command`, marks of `trial-batch`: a look at the fence counts for 120 s',
    ifWrong: 'who redrives an execution after its receipt may make a launch template or wake a host that is ending',
    change: 'a state before each of them cannot help, since a redrive enters behind it: a function that looks itself',
    byHand:
      'a machine whose only task has `"Arguments": {"Key": "{% $millis() > UNTIL ? $error(\'late\') : \'none\' %}"}`' +
      ': let it fail before UNTIL, `aws stepfunctions redrive-execution` after it, and read the history',
    proof: { by: 'hand', because: 'the doctor makes no state machines of its own' },
  },
  {
    id: 'wait-fraction',
    guess: '`Timestamp` of a Wait takes fractions of a second',
    where: 'all waits',
    ifWrong: 'an execution of the machine fails at its first wait',
    change: 'every `Timestamp` in `state-machines/`: round the milliseconds to whole seconds',
    byHand: '`test-state` with `"Timestamp": "{% $fromMillis($millis() + 1500) %}"`',
    proof: { by: 'looking' },
  },
  {
    id: 'timeout-expression',
    guess: '`TimeoutSeconds` takes a JSONata expression that gives a whole number',
    where: '`.sync:2` tasks',
    ifWrong: 'the task fails at once',
    change: 'tasks with such a `TimeoutSeconds` in `state-machines/`: the longest time of any plan as a number',
    byHand: '`test-state` with `"TimeoutSeconds": "{% $ceil(59.5) %}"`',
    proof: { by: 'looking' },
  },
  {
    id: 'retry-count',
    guess: '`$states.context.State.RetryCount` is set in `Arguments` of a Task, 0 at first',
    where: 'names of nested executions',
    ifWrong: 'the start fails, the rig tears down',
    change: 'the `Name` of every nested execution in `state-machines/`',
    byHand: '`aws stepfunctions list-executions` of `fsxbench-teardown`: names end in a number',
    proof: { by: 'experiment' },
  },
  {
    id: 'long-child-name',
    guess: 'A name of a nested execution of 64 characters and more, with the separators that we use, is accepted',
    where: 'names of nested executions',
    ifWrong: 'the start fails',
    change: 'the `Name` of every nested execution, and the longest execution name in `lib/shapes/layout.ts`',
    byHand: "`aws stepfunctions start-execution --name $(printf 'x%.0s' {1..48}).r1.t0001.a1.1.0 …`",
    proof: { by: 'experiment' },
  },
  {
    id: 'nested-cause',
    guess:
      'The cause of a nested execution that failed is one line of JSON with its own `Error` and `Cause`, whole ' +
      'where its input is a few kilobytes',
    where: '`NotReady` of `rig`',
    ifWrong: 'the reason of the rig is `States.TaskFailed` with that text',
    change: 'the expression in `NotReady` of `state-machines/rig.asl.json`',
    byHand: '`aws stepfunctions get-execution-history` of a rig whose fleet found no capacity',
    proof: { by: 'hand', because: 'needs a rig that failed; a sound one is all that a small experiment shows' },
  },
  {
    id: 'sync-timeout-stops-child',
    guess: 'A `.sync:2` task whose `TimeoutSeconds` is over stops the execution that it waits for',
    where: 'waits of `rig` and `trial-batch` that end with the money or the time',
    ifWrong:
      'a launch, a request or a command goes on beside the teardown of its rig, until the fence is closed or its own ' +
      'time is over; what it makes meanwhile has the tags, and the guardian removes it',
    change:
      'an `until` in the input of `launch`, `target-request` and `host-command`, that each looks at before it sends',
    byHand:
      'a machine that starts another one, which waits an hour, with `"TimeoutSeconds": 10`: after it has failed, ' +
      '`aws stepfunctions describe-execution` of the other one says `ABORTED`',
    proof: { by: 'hand', because: 'the doctor makes no state machines of its own' },
  },
  {
    id: 'map-child-arns',
    guess:
      'Children of a distributed Map have the ARN `execution:<machine>/<label>:<id>`, its runs ' +
      '`mapRun:<machine>/<label>:<id>`, and `ListExecutions` of a run is checked on the run',
    where: 'roles of `experiment`, `results`, `stop-children`',
    ifWrong: 'children are not stopped by the guardian; they run into the fence',
    change: '`mapChildArns` and `mapRunArns` of `lib/stacks/names.ts`',
    byHand:
      '`aws stepfunctions list-map-runs`, then `list-executions --map-run-arn` with the role of ' +
      '`fsxbench-stop-children`',
    proof: { by: 'experiment' },
  },
  {
    id: 'deleted-machine',
    guess: "DescribeExecution of a deleted machine's execution answers `ExecutionDoesNotExist`",
    where: '`Watch` of `guardian`',
    ifWrong: 'the guardian of a deleted stack is blind for half an hour at least before it tears down',
    change: 'the Catch of `Watch` in `state-machines/guardian.asl.json`, and `ABSENT` in `lib/aws/executions.ts`',
    byHand: '`aws stepfunctions describe-execution` of an execution whose machine was deleted',
    proof: { by: 'hand', because: 'nobody deletes a machine of a deployment to look' },
  },
  {
    id: 'task-token-object',
    guess:
      'A task may wait for its token with `aws-sdk:s3:putObject.waitForTaskToken`, the token in the body of the object',
    where: '`confirm` in `state-machines/action.asl.json`; `fsxbench confirm`',
    ifWrong:
      'nobody can confirm: the stage is not reached, its trials are NOT_RUN, and the rest goes on to its teardown',
    change: 'that state: a function that keeps the token, invoked with `.waitForTaskToken`',
    byHand: '`experiments/storage-grown-by-hand.yaml` on hosts of yours, then `fsxbench confirm`',
    proof: { by: 'hand', because: 'a person has to answer' },
  },
  {
    id: 'hook-outlives',
    guess: 'A machine of yours that is waited for with `.sync:2` outlives the time-out: nobody here may stop it',
    where: 'hooks of `stages.NAME.reach`, `state-machines/action.asl.json`',
    ifWrong: 'it is stopped in the midst of what it does',
    change: 'nothing: the receipt names it while it runs',
    byHand: 'a hook that waits for two hours; afterwards `aws stepfunctions describe-execution`',
    proof: { by: 'hand', because: 'needs a machine of yours, and an hour' },
  },
];

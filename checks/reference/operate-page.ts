/** `docs/operate.md`, from the table of alarms. */
import { DETAIL_TYPE, EVENT_SOURCE, SUBJECT_PREFIX } from '../../lib/shapes/mail';
import { FSX_DELETE_OPTIONS, FSX_VOLUME_DELETE_OPTIONS } from '../../lib/shapes/fsx-deletes';
import { ALARMS, type AlarmEntry } from '../../lib/stacks/alarms/alarm-table';

/** The whole page. */
export function operatePage(): string {
  return `# Operating

These commands stop what costs money.

\`\`\`sh
npx fsxbench list              # what runs
npx fsxbench stop EXECUTION    # or: stop --all
npx fsxbench pause             # refuse every start, also scheduled ones, until: resume
\`\`\`

\`stop\` lets the guardian (cleanup watchdog) of each execution block new resources, stop what still runs, tear down
and send its mail. Never stop guardians or teardowns to save money: they delete what costs money.

If a mail or an alarm brought you here, go to [Something is left](#something-is-left) or [Alarms](#alarms). In names,
NAME is the \`stackName\`, by default \`fsxbench\`.

## Mails

${MAILS}

Mails and alarms go to the topic \`NAME-notify\`, and from there to \`notifyEmail\`. Subscribe other receivers to it.
\`-c dashboard=true\` adds the CloudWatch dashboard \`NAME-servers\` with server-side metrics of experiments. It
searches the whole account, and a search returns at most 500 metrics: a larger account may miss some.

Each mail is also an event on the default bus of EventBridge: \`source\` \`${EVENT_SOURCE}\`, with a \`detail\` for
programs. That is the [result](results.md#the-result) with \`kind\`, \`why\` and \`message\` (\`lib/shapes/mail.ts\`).
An execution may send several; two with the same \`message\` are one, delivered twice. A rule for them:
\`{"source":["${EVENT_SOURCE}"],"detail-type":["${DETAIL_TYPE['resources-left']}"]}\`.

The machine \`notify\` sends mails and events, after the cleanup receipt or a refusal. Experiments do not wait for it.
If it was not started or could not send, the janitor (scheduled cleanup) retries for three days. Executions on your
own machine (\`npx fsxbench run\`) print their result and send no mail.

If the functions of the deployment cannot run (concurrency at 0, throttled, denied), the janitor tries for at most
half an hour. Then it sends \`${SUBJECT_PREFIX}ACTION janitor: functions of the deployment do not run\`, for which it
needs no function. The mail lists executions that may cost money, the error, and the commands that help. Storage
remains until functions run again; hosts shut down at their expiry.

${LEFT}

## Alarms

Each alarm sends one message when it is raised, and none when it clears: a count of 0 does not prove that the cause is
fixed.

${ALARMS.map(alarm).join('\n\n')}

${OF_STORAGE}
`;
}

/** https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/search-metrics.html: no alarms on searches. */
const OF_STORAGE = `## Alarms on a file system of an experiment

A spec can set alarms: a server-side metric and a threshold each, in the unit of the metric. For an unknown name
\`npx fsxbench validate\` lists the metrics.

\`\`\`yaml
alarms: { server_metadata_ops: 20k, server_file_creates: 15k, server_metadata_cpu: 90% }
\`\`\`

Each file system with such a metric gets an alarm on it as soon as it is available. Three minutes above the threshold
raise it; missing points do not. It goes to the topic \`NAME-notify\`. A benchmark reaches limits by design, so expect
it.

- Servers and disks have unpredictable names, so such an alarm is a query over all of them. A query cannot match part
  of a name: on FSx for Lustre only \`server_disk_iops\` works, which covers metadata disks (MDT) and data disks
  (OST). The dashboard \`NAME-servers\` shows which it was, and reports have \`server_metadata_iops\` separately.
- \`server_metadata_ops\` counts all metadata operations of the file system. \`server_file_creates\`,
  \`server_file_opens\`, \`server_file_deletes\`, \`server_stats\` and \`server_renames\` count one kind each.
- Its name is \`fsxbench/NAME/EXECUTION__RIG__COPY.alarmMETRIC\`. It has the tags of its rig and is deleted with it;
  the cleanup receipt covers it.
- It costs $0.10 a month for each metric, prorated by the hour; a query counts each server or disk that it finds.
  CloudWatch allows 200 query alarms in a Region.
- If an alarm cannot be created, the rig retries transient errors for a minute and then continues without it. Its
  outcome (\`without\`), the report and the terminal name the error.
- If alarms cannot be listed, neither teardown nor experiment fails, since one costs 10 cents a month. The receipt may
  then be clean: it does not cover \`cloudwatch:alarm\`, and \`skipped\` names the alarms whose deletion is
  unverified. Once the janitor can list them, it has them deleted and the receipt rewritten. Otherwise delete them by
  name.
- An alarm that can be listed but not deleted counts as left.

For other metrics, create an alarm yourself once the file system exists (its ID: step 2 of [Something is
left](#something-is-left)). This one watches file creates on Lustre:

\`\`\`
aws cloudwatch list-metrics --namespace AWS/FSx --metric-name FileCreateOperations \\
  --dimensions Name=FileSystemId,Value=fs-ID   # its other dimension and values
aws cloudwatch put-metric-alarm --alarm-name NAME-by-hand-fs-ID --namespace AWS/FSx \\
  --metric-name FileCreateOperations --dimensions Name=FileSystemId,Value=fs-ID Name=OTHER,Value=VALUE \\
  --statistic Sum --period 60 --evaluation-periods 3 --threshold 1000000 \\
  --comparison-operator GreaterThanOrEqualToThreshold --treat-missing-data notBreaching \\
  --alarm-actions arn:aws:sns:REGION:ACCOUNT:NAME-notify
aws cloudwatch delete-alarms --alarm-names NAME-by-hand-fs-ID   # afterwards
\`\`\`

The threshold is a sum over a minute: 1,000,000 are about 16,667 creates a second. The topic accepts alarms whose
names begin with \`NAME-\`. No teardown deletes such an alarm and no receipt lists it: it is billed
monthly until you delete it.`;

const row = (...cells: readonly string[]): string => `| ${cells.join(' | ')} |`;

const LAYERS = [
  row('safeguard', 'works if', 'acts within'),
  row('---', '---', '---'),
  row("the rig's teardown", 'the rig ends or fails', 'two hours for all deletes, three with ONTAP'),
  row("the experiment's second teardown", 'a rig stopped before its teardown', 'the same time again'),
  row(
    'the guardian, started before the first create',
    'the experiment ended in any way, or is gone',
    'about four minutes after the end; up to five teardowns',
  ),
  row(
    'the event rule',
    'the experiment or a guardian failed, was stopped or timed out',
    'seconds: it starts a new guardian; an undelivered event stays 14 days in a queue with an alarm',
  ),
  row(
    'the janitor, every 15 minutes',
    'resources have the tag of this deployment, or an execution has no clean receipt, and no guardian runs',
    'about 30 minutes after the last guardian',
  ),
  row(
    'the tag `fsxbench:expires-at`',
    'the state of the execution is unknown',
    '`maxHours` and the time for a teardown, from its start',
  ),
  row("the host's timer (hosts only)", 'neither Lambda nor Step Functions works', 'the same time'),
  row(
    'mails and alarms, only with `notifyEmail`',
    'the account denies a list or delete call, tags were removed by hand, or Lambda does not work',
    'see Alarms',
  ),
].join('\n');

const CLEAN = [
  row('makes it unclean', 'is only listed'),
  row('---', '---'),
  row(
    'a live resource, found by tag, or by the ID in a note of an earlier check',
    '`skipped`: alarms that cannot be listed; kinds that cannot be listed and that are in neither plan nor notes',
  ),
  row('a backup of a file system of the execution', '`notCleaned`: data on existing storage that could not be removed'),
  row(
    'a store or managed host that is still locked, or a managed host that could not be cleaned',
    '`externalRunning`: your hooks that still run',
  ),
  row('a kind that cannot be listed but is in the plan or a note (`unlisted`); an unreadable note', ''),
].join('\n');

const LEFT = `## Something is left

1. Read \`executions/EXPERIMENT/EXECUTION/receipt.json\` in the results bucket: \`left\` lists the resources,
   \`unlisted\` the kinds that could not be listed, and why. \`skipped\` with \`neverCreated\` lists unlisted kinds
   that are in neither its plan nor a note: an account may deny services that it does not use.
2. List what exists: \`aws resourcegroupstaggingapi get-resources --tag-filters
   Key=fsxbench:execution,Values=EXECUTION\`. For the whole deployment: \`Key=fsxbench:stack,Values=NAME\`.
3. If no guardian runs, start one: \`aws lambda invoke --function-name NAME-start-guardian --cli-binary-format
   raw-in-base64-out --payload '{"executionId":"EXECUTION","experiment":"EXPERIMENT","why":"by hand","left":true}'
   answer.json\`. It deletes the tagged resources and writes a new receipt.
4. If a delete is refused, read the cause of the newest failed execution of the machine \`teardown\`. Usual causes:
   - A backup or a data repository task still runs: wait.
   - A tag was changed by hand, so the role may not delete the resource: restore the tag \`fsxbench:stack\`.
   - An organization policy denies it: contact its administrator.
   - One of your own resources uses a network interface: remove it.
5. Delete what the roles may not delete as an administrator, most expensive first. Do not use the console: it creates
   a final backup of OpenZFS, and of ONTAP volumes, unless you disable it.
6. Repeat step 3: the receipt must say \`"clean": true\`.

The commands of step 5:

\`\`\`
aws fsx delete-file-system --file-system-id fs-ID   # Lustre
aws fsx delete-file-system --file-system-id fs-ID \\
     ${FSX_DELETE_OPTIONS.OPENZFS}   # OpenZFS
aws fsx delete-volume --volume-id fsvol-ID \\
     ${FSX_VOLUME_DELETE_OPTIONS}   # ONTAP: each except the root
aws fsx delete-storage-virtual-machine --storage-virtual-machine-id svm-ID   # then their virtual machine
aws fsx delete-file-system --file-system-id fs-ID   # then the file system
aws efs delete-mount-target --mount-target-id fsmt-ID   # EFS: each
aws efs delete-file-system --file-system-id fs-ID   # then the file system
aws ec2 terminate-instances --instance-ids i-ID
aws ec2 delete-launch-template --launch-template-id lt-ID
\`\`\`

Without its options OpenZFS keeps a final backup, which is billed until you delete it, and refuses if volumes exist.
An ONTAP volume keeps a backup too; \`aws fsx describe-backups\` lists it.

A \`note\` in \`unlisted\` is a damaged file below \`seen/\`. It recorded what a teardown found, so the resources to
check are unknown, and it is never overwritten. Check in the consoles of EC2 and FSx that the execution has no
resources left. Then delete the file and go to step 3.

The janitor starts a guardian on every run while tagged resources exist. For resources that the roles can no longer
delete, it retries a few times, then hourly for a day, then daily; step 3 does not wait.

## What limits the cost of leftovers

Each safeguard works if all those above it have failed.

${LAYERS}

In the last row **no component deletes a file system until you act**: set \`notifyEmail\` and confirm the
subscription. The safety stack (guardian, teardown, janitor) remains when you delete the bench stack.

What makes a receipt \`clean\`:

${CLEAN}`;

const MAILS = [
  ['event (`detail-type`)', 'subject of the mail', 'sent when', 'what to do'],
  ['---', '---', '---', '---'],
  [
    `\`${DETAIL_TYPE.finished}\``,
    `\`${SUBJECT_PREFIX}EXECUTION finished: 36 of 36 valid\``,
    'it succeeded, and the receipt is clean',
    'read the result; the mail has links and the command to repeat it',
  ],
  [
    `\`${DETAIL_TYPE.failed}\``,
    `\`${SUBJECT_PREFIX}EXECUTION refused: ERROR\`, or \`failed\`, \`aborted\`, \`timed out\`, \`ended\``,
    'admission refused it, or it failed, was stopped or timed out; cleanup is complete',
    'the mail says what was wrong and what to do; meanwhile it costs nothing',
  ],
  [
    `\`${DETAIL_TYPE['resources-left']}\``,
    `\`${SUBJECT_PREFIX}ACTION EXECUTION: 2 resources not deleted\`, or \`cleanup not verified\``,
    'the first teardown left resources, or could not verify the cleanup; then daily until it is clean',
    'first mail: wait, the janitor retries. Second mail: follow the steps below',
  ],
]
  .map((cells) => row(...cells))
  .join('\n');

const BENCH_ONLY = ' In the bench stack, only with `schedules`.';

function alarm({ id, part, title, means, todo, atLeast, fewer, periodMinutes }: AlarmEntry): string {
  const minutes = `${periodMinutes} minutes`;
  const when = fewer === undefined ? `${atLeast ?? 1} or more in ${minutes}` : `fewer than ${fewer} in ${minutes}`;
  return [
    `### ${title}`,
    '',
    `\`NAME-${id}\`: ${when}.${part === 'bench' ? BENCH_ONLY : ''}`,
    '',
    means,
    '',
    ...todo.map((step, at) => `${at + 1}. ${step}`),
  ].join('\n');
}

/** `docs/operate.md`, from the table of alarms. */
import { DETAIL_TYPE, EVENT_SOURCE } from '../../lib/shapes/mail';
import { FSX_DELETE_OPTIONS, FSX_VOLUME_DELETE_OPTIONS } from '../../lib/shapes/fsx-deletes';
import { ALARMS, type AlarmEntry } from '../../lib/stacks/alarms/alarm-table';

/** The whole page. */
export function operatePage(): string {
  return `# Operating

Made by \`npm run reference\` from \`lib/stacks/alarms/alarm-table.ts\` and
\`checks/reference/operate-page.ts\`.

Whoever gave \`notifyEmail\` gets mails of three kinds, and what raises an alarm. Both come by the topic
\`NAME-notify\` (NAME is the \`stackName\`, \`fsxbench\` by default); subscribe whatever else should hear.
\`-c dashboard=true\` adds a page of CloudWatch, \`NAME-servers\`, with
server-side metrics of experiments. These come by searches over the whole account. A search ends at 500
lines, so a larger account may miss some.

## Mails

${MAILS}

The same goes to the default bus of EventBridge, \`source\` \`${EVENT_SOURCE}\`, with a \`detail\` for
programs: the [result](results.md#the-result) with \`kind\`, \`why\` and \`message\` (\`lib/shapes/mail.ts\`).
Of one execution there may be several; what comes twice with the same \`message\` was delivered
twice. A rule for it:
\`{"source":["${EVENT_SOURCE}"],"detail-type":["${DETAIL_TYPE.left}"]}\`.

The machine \`tell\` sends them. It is started when the receipt is there, or when an execution is refused,
and nobody waits for it. Where it was not, or its message could not be sent, the janitor sees that an
execution has ended and nobody was told, and sees to it for three days. Executions on your own machine
(\`npx fsxbench run\`) tell nobody: they print.

Where no function of the deployment runs (concurrency at 0, throttled, denied), the janitor tries for half an
hour at most. Then it sends \`${DETAIL_TYPE['needs-you']}: its functions do not run\`, without a function: the
executions that have a guardian and may cost money, the error, and the commands that help. Storage stays until
functions run again; hosts end at their expiry.

${LEFT}

## Stop everything

\`npx fsxbench stop EXECUTION\` or \`npx fsxbench stop --all\`: guardians close the fence, stop what still runs,
tear down and send their mails. \`npx fsxbench pause\` refuses every start until \`npx fsxbench resume\`, scheduled
ones too. Never stop guardians or teardowns to save money: they are what ends it.

## Alarms

Each goes to the topic when it is raised. That it is over is not told: a number that is 0 again does not
mean that all is well again.

${ALARMS.map(alarm).join('\n\n')}

${OF_STORAGE}
`;
}

/** https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/search-metrics.html: no alarms on searches. */
const OF_STORAGE = `## Alarms on a file system of an experiment

There are none unless a spec asks for them: a metric of its servers and a threshold each, in the unit of
the metric (\`npx fsxbench validate\` lists the metrics where it knows none of a name):

\`\`\`yaml
alarms: { server_metadata_ops: 20k, server_file_creates: 15k, server_metadata_cpu: 90 % }
\`\`\`

Each file system that has such a metric gets an alarm on it as soon as it is there: three minutes in a row,
missing points are none. It tells the topic \`NAME-notify\`, which mails whoever gave \`notifyEmail\`. A
benchmark goes to limits by design, so expect it to. Of servers and disks whose names nobody knows before,
it is a query over all of them. A query knows no part of a name, so that of FSx for Lustre only
\`server_disk_iops\` can be watched, which covers the disks of metadata (MDT) and of data (OST) alike; the
page \`NAME-servers\` shows which it was, and reports tell \`server_metadata_iops\` apart.
\`server_metadata_ops\` are the metadata operations of the file system as a whole; \`server_file_creates\`,
\`server_file_opens\`, \`server_file_deletes\`, \`server_stats\` and \`server_renames\` those of each kind.

Its name is \`fsxbench/NAME/EXECUTION__RIG__COPY.alarmMETRIC\`. It carries the tags of its rig, is deleted
with it, and the receipt proves that it is gone. It costs 0.10 dollars a month for each metric, prorated by
the hour; a query counts for each server or disk that it finds. CloudWatch allows 200 alarms on queries a
Region. An alarm that cannot be made, for that or any other reason, fails nothing: what may pass is tried
again for a minute, then the rig goes on without it; its outcome (\`without\`), the report and the terminal
say why.

Where alarms cannot be listed, no teardown waits for them and no experiment fails: one costs 10 cents a
month. Its receipt may be clean then, does not cover \`cloudwatch:alarm\`, and \`passedOver\` names those
that were made and that nobody has seen to be gone. The janitor asks each time, and once they can be listed
it has what is left of them deleted and the receipt written anew. Should that never be, delete them by their
names. One that is listed and cannot be deleted is left like anything else.

On anything else make one by hand once the file system is there (its id: step 2 of "Something is left"),
here on creates of files on Lustre:

\`\`\`
aws cloudwatch list-metrics --namespace AWS/FSx --metric-name FileCreateOperations \\
  --dimensions Name=FileSystemId,Value=fs-ID   # its other dimension, and the values of that
aws cloudwatch put-metric-alarm --alarm-name NAME-by-hand-fs-ID --namespace AWS/FSx \\
  --metric-name FileCreateOperations --dimensions Name=FileSystemId,Value=fs-ID Name=OTHER,Value=VALUE \\
  --statistic Sum --period 60 --evaluation-periods 3 --threshold 1000000 \\
  --comparison-operator GreaterThanOrEqualToThreshold --treat-missing-data notBreaching \\
  --alarm-actions arn:aws:sns:REGION:ACCOUNT:NAME-notify
aws cloudwatch delete-alarms --alarm-names NAME-by-hand-fs-ID   # afterwards
\`\`\`

The threshold is what a minute adds up to: 1,000,000 are about 16,667 creates a second. The topic lets in
alarms whose names begin with \`NAME-\`. No teardown deletes such an alarm, no receipt lists it, and it
costs by the month until it is deleted.`;

const row = (...cells: readonly string[]): string => `| ${cells.join(' | ')} |`;

const LAYERS = [
  row('what', 'works where', 'by when'),
  row('---', '---', '---'),
  row("the rig's teardown", 'the rig ends, well or badly', 'two hours for all deletes, three with ONTAP'),
  row("the experiment's second teardown", 'a rig died before its own', 'as long again'),
  row(
    'the guardian, started before the first create',
    'the experiment ended in any way, or is gone',
    'it sees the end within about four minutes; up to five teardowns',
  ),
  row(
    'the event rule',
    'the experiment or a guardian failed, was stopped or ran out of time',
    'it starts a new guardian within seconds; an event that cannot be delivered stays 14 days in a queue with an alarm',
  ),
  row(
    'the janitor, every 15 minutes',
    'resources carry the tag of this deployment, or an execution has no clean receipt, and no guardian runs',
    'about 30 minutes after the last one',
  ),
  row(
    'the tag `fsxbench:expires-at`',
    'nobody can say whether the execution still runs',
    'its `maxHours` and the time for a teardown after its start',
  ),
  row("the host's own timer (hosts only)", 'neither Lambda nor Step Functions works', 'the same time'),
  row(
    'mails and alarms, only with `notifyEmail`',
    'the account denies a list or delete call, tags were removed by hand, or Lambda does not work',
    'see Alarms',
  ),
].join('\n');

const CLEAN = [
  row('counts against it', 'is only named in it'),
  row('---', '---'),
  row(
    'a resource that still lives, found by tag, or by the id in a note of an earlier look',
    '`passedOver`: alarms that cannot be listed; kinds that cannot be listed and that neither plan nor notes have',
  ),
  row('a backup of a file system of the execution', '`notCleaned`: data on existing storage that could not be removed'),
  row(
    'a store or managed host that is still locked, or a managed host that could not be cleaned',
    '`othersRunning`: hooks on the side of the storage that run on',
  ),
  row('a kind that cannot be listed and that the plan or a note has (`unlisted`); a note that cannot be read', ''),
].join('\n');

const LEFT = `## What keeps a leak from costing money

Each row works where all rows above it have failed.

${LAYERS}

In the last row **nothing deletes a file system until a person acts**, so give \`notifyEmail\` and confirm the
subscription. The safety stack (guardian, teardown, janitor) stays when the bench stack is deleted.

A receipt is \`clean\` where nothing counts against it:

${CLEAN}

## Something is left

1. Read \`executions/EXPERIMENT/EXECUTION/receipt.json\` in the results bucket: \`left\` lists it,
   \`unlisted\` names kinds that could not be looked at, and why. Those that neither its plan nor any note has
   are passed over, as \`passedOver\` says with \`neverMade\`: an account may deny services that nobody uses.
2. See what lives: \`aws resourcegroupstaggingapi get-resources --tag-filters
   Key=fsxbench:execution,Values=EXECUTION\`. Of a whole deployment: \`Key=fsxbench:stack,Values=NAME\`.
3. Start a guardian yourself, where none runs: \`aws lambda invoke --function-name NAME-start-guardian
   --cli-binary-format raw-in-base64-out --payload
   '{"executionId":"EXECUTION","experiment":"EXPERIMENT","why":"by hand","left":true}' answer.json\`. It
   deletes what carries the tags, and writes a new receipt.
4. If a delete is refused, the cause of the newest failed execution of the machine \`teardown\` says why.
   Usual: a backup or a data repository task still runs (wait); a tag was changed by hand, so that the role
   may not touch it (put the tag \`fsxbench:stack\` back); an organisation's policy (ask); a network
   interface in use by something of yours (remove it).
5. What the roles may not delete, delete as an administrator, dearest first, and not in the console, which
   makes a last backup of OpenZFS, and of volumes of ONTAP, where nobody says no:
   \`\`\`
   aws fsx delete-file-system --file-system-id fs-ID   # of Lustre
   aws fsx delete-file-system --file-system-id fs-ID \\
     ${FSX_DELETE_OPTIONS.OPENZFS}   # of OpenZFS
   aws fsx delete-volume --volume-id fsvol-ID \\
     ${FSX_VOLUME_DELETE_OPTIONS}   # of ONTAP: each but the root,
   aws fsx delete-storage-virtual-machine --storage-virtual-machine-id svm-ID   # then what they were in,
   aws fsx delete-file-system --file-system-id fs-ID   # then the file system
   aws efs delete-mount-target --mount-target-id fsmt-ID   # of EFS: each,
   aws efs delete-file-system --file-system-id fs-ID   # then the file system
   aws ec2 terminate-instances --instance-ids i-ID
   aws ec2 delete-launch-template --launch-template-id lt-ID
   \`\`\`
   Without its options OpenZFS keeps a final backup, which costs until somebody deletes it, and refuses where
   there are volumes; a volume of ONTAP keeps one too; \`aws fsx describe-backups\` shows it. Then step 3
   again: the receipt must say \`"clean": true\`.

A \`note\` among \`unlisted\` is a file below \`seen/\` that somebody spoilt: it said what a teardown found,
so nobody can tell any more what to ask for, and it is never overwritten. See in the consoles of EC2 and FSx
that nothing of the execution is left, then delete the file and go to step 3.

For what lives and carries the tags the janitor starts a guardian with every pass. For what nobody here may
delete any more one comes a few times, then every hour for a day, then once a day; step 3 does not wait.`;

const MAILS = [
  ['kind', 'subject begins with', 'sent when', 'what to do'],
  ['---', '---', '---', '---'],
  [
    '_finished_',
    `\`${DETAIL_TYPE.finished}\``,
    'it succeeded, the receipt is there, and nothing is left',
    'read the answer; links and the command to repeat it are in the mail',
  ],
  [
    '_needs you_',
    `\`${DETAIL_TYPE['needs-you']}\``,
    'it was refused at admission, or ended failed, stopped or out of time; nothing is left',
    'the mail says what was wrong and what to do; nothing costs money meanwhile',
  ],
  [
    '_something is left_',
    `\`${DETAIL_TYPE.left}\``,
    'after the first round of a teardown that left something, or could not show otherwise; once a day while it lasts',
    'once: nothing, the janitor tries again. Twice: the steps below',
  ],
]
  .map((cells) => row(...cells))
  .join('\n');

const BENCH_ONLY = ' Of the bench stack; there only where `schedules` are given.';

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

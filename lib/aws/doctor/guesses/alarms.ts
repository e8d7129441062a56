/** Guesses about alarms on what servers of a rig tell. */
import type { Guess } from './guess';

const LIVE = {
  by: 'hand',
  because: 'needs a file system that lives for some minutes: alarms come and go with its rig',
} as const;

export const ALARMS: readonly Guess[] = [
  {
    id: 'alarm-put',
    guess:
      'PutMetricAlarm with tags is granted by the tags of the request on a name `fsxbench/<stack>/…`, with ' +
      '`cloudwatch:TagResource` beside it; an action that is an SNS topic needs no grant of the caller',
    where: 'role of `call-storage`',
    ifWrong: 'rigs have no alarms, the log of `call-storage` says why; nothing fails',
    change: '`alarmsTelling` and `createStorage` of `lib/stacks/grants/storage.ts`',
    byHand:
      '`experiments/lustre-scalable-small.yaml`, and `aws cloudwatch describe-alarms --alarm-name-prefix fsxbench/`',
    proof: LIVE,
  },
  {
    id: 'alarm-query',
    guess:
      'A Metrics Insights query over `SCHEMA("AWS/FSx", FileSystemId, StorageTargetId)` with the id of a file system ' +
      'finds its disks, MDTs among them, and may be the query of an alarm; `CPUUtilization` of Lustre is by ' +
      '`FileServer`; `FROM "AWS/FSx"` without a schema takes `FileCreateOperations` by whatever dimensions',
    where: '`watchedInput` of `lib/experiment/design/alarms.ts`',
    ifWrong: 'the alarm stays INSUFFICIENT_DATA or OK whatever happens; nothing else reads it',
    change: '`watchedInput` of that file, or `dimensions` in `lib/shapes/server-metrics.json`',
    byHand:
      '`aws cloudwatch get-metric-data --metric-data-queries \'[{"Id":"q","Period":60,"Expression":"SELECT …"}]\' …` ' +
      'with the query that the plan has, while metadata are worked on',
    proof: LIVE,
  },
  {
    id: 'alarm-delete',
    guess:
      'DeleteAlarms is granted by the name alone: the Service Authorization Reference has a key of tags for the type ' +
      'alarm, and nobody has shown that this call is told it; ' +
      'ListTagsForResource of an alarm that is gone says ResourceNotFoundException',
    where: '`deleteStorage` of `lib/stacks/grants/storage.ts`, `lib/aws/storage/cloudwatch/alarm.ts`',
    ifWrong: 'alarms stay, cost 10 cents a month for each metric, and receipts are not clean: they name them',
    change: '`named` of `lib/shapes/resources.ts`',
    byHand:
      '`aws cloudwatch describe-alarms --alarm-name-prefix fsxbench/` after `experiments/lustre-scalable-small.yaml`',
    proof: LIVE,
  },
];

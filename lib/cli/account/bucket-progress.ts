/** Progress of an execution in an account, read off the objects that it has left in the results bucket so far. */
import type { ListedObject } from '../../aws/bucket';
import { rigTag } from '../../shapes/layout';
import type { CallRecord } from '../../twin/cloud/service';

/** What an object below the root of an execution tells, by the call that it stands for. */
const TELLS: readonly (readonly [key: RegExp, action: string])[] = [
  // Written once the hosts run.
  [/^hosts\/(r\d+)\.txt$/, 'CreateFleet'],
  [/^raw\/(r\d+)\/prepare\//, 'SendCommand'],
  [/^raw\/(r\d+)\/t\d+\/a\d+\/(?:started|ended)\.json$/, 'PutObject'],
  [/^rigs\/(r\d+)\.outcome\.json$/, 'PutObject'],
];

/**
 * The calls by which an execution is followed, in their order: as those of a rehearsal, so that one reader tells of
 * both.
 * @param root key of the folder of the execution
 */
export function toCalls(executionId: string, root: string, objects: readonly ListedObject[]): readonly CallRecord[] {
  return objects
    .flatMap(({ key, storedAt = 0 }) => {
      const path = key.slice(root.length);
      const told = TELLS.find(([pattern]) => pattern.test(path));
      if (told === undefined) return [];
      const [pattern, action] = told;
      const rig = pattern.exec(path)?.[1] ?? '';
      const time = new Date(1000 * storedAt).toISOString();
      const of = { execution: rigTag(executionId, rig), state: '', role: '', service: '' };
      return [{ ...of, time, action, input: { Key: key } }];
    })
    .toSorted((a, b) => a.time.localeCompare(b.time) || order(a.action) - order(b.action));
}

/** Within one second, of which S3 tells no parts: hosts before their commands, these before trials. */
function order(action: string): number {
  return ['CreateFleet', 'SendCommand', 'PutObject'].indexOf(action);
}

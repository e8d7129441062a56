/** `rig` by itself with three target instances: its document, and good answers for each. */
import type { TaskCall } from '../../../../../lib/asl/interpreter/tasks/task';
import { type Alone, type Answers, fails } from '../../../alone';
import type { Load } from '../../../stage';
import { batchOf, change, changed, copy, play, request, turned } from './rig-answers';

export const NAMES = ['c1', 'c2', 'c3'];
const small = (name: string): object => copy(name, { requests: [request('fs')], prepare: [{ name: `of ${name}` }] });
/** Three target instances; two of them change before the second period. */
const EACH = { c1: 1, c2: 1, c3: 1 };
const LATER = { c1: 2, c2: 2, c3: 1 };
export const THREE = {
  copies: NAMES.map(small),
  firstUsdPerHour: 5,
  usdPerHour: 7,
  batches: [
    batchOf(1, 1, [], { copies: NAMES, usdPerHour: 5, copyUsdPerHour: EACH }),
    batchOf(2, 2, [turned('c1', change('fs', 1)), turned('c2', change('fs', 1))], {
      copies: NAMES,
      usdPerHour: 7,
      copyUsdPerHour: LATER,
    }),
    batchOf(3, 2, [], { copies: NAMES, usdPerHour: 7, copyUsdPerHour: LATER }),
  ],
};
/** The target instance of a call. */
export function getCopy({ arguments: given }: Pick<TaskCall, 'arguments'>): string {
  return /__(c\d)__/.exec(JSON.stringify((given as { Name?: string }).Name))?.[1] ?? '?';
}

/** Fails for one target instance, like a child machine. */
export const unless = (failing: string, good: unknown) => (call: TaskCall) =>
  getCopy(call) === failing ? Promise.reject(fails('States.TaskFailed', TOLD)) : good;
const TOLD = JSON.stringify({ Error: 'RequestFailed', Cause: 'it came to FAILED' });
export const GOOD: Answers = {
  LoadRig: changed(THREE),
  MakeStorage: { Output: { id: 'fs-1' } },
  PrepareHosts: { Output: { name: 'install', status: 'SUCCEEDED', failed: [] } },
  ChangeOne: { Output: {} },
};
export const playThree = (load: Load, answers: Answers): Promise<Alone> => play(load, { ...GOOD, ...answers });
/** The states that unmount and delete a target instance, by the state of its failure. */
export const LEAVING = {
  PrepareHosts: ['UnmountUnready', 'DropUnready'],
  ChangeOne: ['UnmountUnchanged', 'DropUnchanged'],
} as const;

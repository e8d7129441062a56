import { CALM, type Rule } from '../../../../checks/campaign/faults/campaign';
import { loadSubjects, makeSubjectFile } from '../../../../checks/campaign/subject';

const ROOT = process.cwd();
const abort = (machine: string, state: string, who: 'itself' | 'both'): Rule =>
  ({ fault: 'state', machine, state, nth: 1, effect: 'abort', who }) as Rule;
const redrive = (at: number): Rule => ({ fault: 'hand', effect: 'redrive', at });
/** Without events, no guardian stops the redriven machines at once. */
const EVENTS_LOST: Rule = { fault: 'event', effect: 'lost', times: 10 };

describe('cleanup of a rig whose aborted state machines a person redrives', () => {
  it.each<[string, string, Rule[]]>([
    [
      'managed-small',
      'chaosB.3',
      [abort('trial-batch', 'CommandDone', 'itself'), redrive(1293), abort('rig', 'WriteOutcome', 'both'), EVENTS_LOST],
    ],
    ['storage-grown-by-hand', 'd0', [abort('trial-batch', 'NextTrial', 'both'), redrive(1386), EVENTS_LOST]],
  ])('lists in the receipt all files that it leaves on hosts of %s', async (name, seed, rules) => {
    const file = await makeSubjectFile(ROOT, `experiments/${name}.yaml`, false);
    const [subject] = await loadSubjects(ROOT, [file]);
    const outcome = await subject?.run({ ...CALM, rules, hours: 48 }, seed);
    expect(outcome?.complaints).toEqual([]);
    expect(outcome?.struck.slice(0, 2)).toEqual([1, 1]);
  });
});

import { rehearse } from '../../../lib/twin/rehearsal/rehearse';
import { LUSTRE, makeOptions } from './specs';

/** A teardown that claims success and deletes nothing. */
const Idle = { Type: 'Pass', Output: { clean: true }, End: true };
const IDLE = JSON.stringify({ QueryLanguage: 'JSONata', StartAt: 'Idle', States: { Idle } });

it.each([
  ['every kind', 'deletes nothing', IDLE, ['ec2:instance', 'ec2:launch-template', 'ec2:volume', 'fsx:file-system']],
  ['no kind', 'deletes everything', null, []],
])('lists %s of resources left in the simulated account after a teardown that %s', async (_, __, teardown, left) => {
  const { observe: ___, machineText, ...options } = makeOptions(LUSTRE);
  const { complaints } = await rehearse({
    ...options,
    machineText: (name) => (name === 'teardown' ? teardown : null) ?? machineText(name),
  });
  const kinds = complaints.map((one) => /^left in the simulated account: (\S+) \S+$/.exec(one)?.[1] ?? one);
  expect([...new Set(kinds)].toSorted()).toEqual(left);
});

import { rehearse } from '../../../lib/twin/rehearsal/rehearse';
import { LUSTRE, makeOptions } from './specs';

/** A teardown that claims success and deletes nothing. */
const IDLE = JSON.stringify({
  QueryLanguage: 'JSONata',
  StartAt: 'Idle',
  States: { Idle: { Type: 'Pass', Output: { clean: true }, End: true } },
});

it('lists every resource that is left in the simulated account when the teardown deletes nothing', async () => {
  const { observe: _, ...options } = makeOptions(LUSTRE);
  const { machineText } = options;
  const { complaints } = await rehearse({
    ...options,
    machineText: (name) => (name === 'teardown' ? IDLE : machineText(name)),
  });
  const kinds = complaints.map((one) => /^left in the simulated account: (\S+) \S+$/.exec(one)?.[1] ?? one);
  expect([...new Set(kinds)].toSorted()).toEqual([
    'ec2:instance',
    'ec2:launch-template',
    'ec2:volume',
    'fsx:file-system',
  ]);
});

it('lists nothing after a rehearsal whose teardown deletes everything', async () => {
  const { observe: _, ...options } = makeOptions(LUSTRE);
  expect((await rehearse(options)).complaints).toEqual([]);
});

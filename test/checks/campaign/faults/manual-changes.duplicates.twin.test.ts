import { judge } from '../../../../checks/campaign/judge/judge';
import { CALM, type Rule } from '../../../../checks/campaign/faults/campaign';
import { play } from '../../../../checks/campaign/faults/run-campaign';
import { LUSTRE, makeOptions } from '../../../twin/rehearsal/specs';

const options = makeOptions(LUSTRE);

it('reports CreatedAfterEnd for a duplicate resource that the log of the fault does not list', async () => {
  const rules: Rule[] = [
    { fault: 'state', machine: 'rig', state: 'PrepareHosts', nth: 1, effect: 'abort', who: 'experiment' },
    { fault: 'hand', effect: 'copies', kind: 'ec2:launch-template', things: 3, at: 2 * 3600 },
  ];
  const one = await play({ ...options, spec: LUSTRE, campaign: { ...CALM, rules, hours: 24 }, seed: 'copies' });
  const [first = ''] = one.copied;
  const copied = new Set([...one.copied].filter((id) => id !== first));
  const { complaints } = await judge({ ...one, copied }, options.experiment, options.prices);
  expect(complaints.map(({ code, text }) => `${code}: ${text}`)).toEqual([
    `CreatedAfterEnd: ec2:launch-template ${first} was made more than an hour after the end`,
  ]);
});

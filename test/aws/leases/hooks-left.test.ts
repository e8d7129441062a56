import { hooksLeft } from '../../../lib/aws/leases/hooks-left';
import { writeText } from '../../../lib/aws/bucket';
import { layout } from '../../../lib/shapes/layout';
import { makeAccount } from '../account';

const KEYS = layout('disks', 'e-1');
const BEGUN = { hook: 'arn:grow', target: 'nas', stage: 'two', at: '2026-01-01T00:00:00Z' };

it('names what was begun and is not known to be over', async () => {
  const context = makeAccount().context();
  const note = (name: string, body: unknown): Promise<void> =>
    writeText(context, KEYS.action(name), typeof body === 'string' ? body : JSON.stringify(body));
  for (const name of ['done', 'failed', 'slow', 'silent']) await note(`${name}.begun`, BEGUN);
  for (const how of ['done', 'failed', 'slow']) await note(how, { how });
  await note('asked', { how: 'confirmed' });
  await note('spoilt.begun', '{');
  const about = 'begun for stage two of nas at 2026-01-01T00:00:00Z';
  expect(await hooksLeft('e-1', 'disks', context)).toEqual([
    `silent of arn:grow, ${about}`,
    `slow of arn:grow, ${about}`,
    'spoilt of a state machine that its note does not tell, begun for stage ? of ? at ?',
  ]);
});

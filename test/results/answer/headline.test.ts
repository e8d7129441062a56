import { answerConstructed, CONSTRUCTED } from './constructed-cases';
import HEADLINES from './headline.cases.json';

it.each(CONSTRUCTED.map((one) => [one.name, one] as const))(
  'writes a headline of at most 40 words and two sentences: %s',
  (name, constructed) => {
    const { outcome, comparison, reason, met, headline } = answerConstructed(constructed);
    const why = reason === null ? '' : ` (${reason})`;
    expect({ outcome: `${outcome}${why}`, among: comparison, met, headline }).toEqual(
      (HEADLINES as Readonly<Record<string, unknown>>)[name],
    );
    expect(headline.split(/\s+/).length).toBeLessThanOrEqual(40);
    expect(headline.match(/[^.]\.( |$)/g)?.length).toBeLessThanOrEqual(2);
  },
);

it('omits the second sentence of the headline when labels are long', () => {
  const [first] = CONSTRUCTED;
  if (first === undefined) throw new Error('no constructed answer');
  const name = Array.from({ length: 13 }, (_, nth) => `w${nth}`).join(' ');
  const entries = first.entries.map((one) => ({ ...one, name: `${name} ${one.name}` }));
  expect(answerConstructed({ ...first, entries }).headline).toMatch(/ of storage per month\.$/);
});

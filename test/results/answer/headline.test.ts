import { answerConstructed, CONSTRUCTED, getConstructed } from './constructed-cases';
import HEADLINES from './headline.cases.json';

it.each(Object.entries(CONSTRUCTED))('writes a headline of at most 40 words and two sentences: %s', (name, given) => {
  const { outcome, comparison, reason, met, headline } = answerConstructed(given);
  const why = reason === null ? '' : ` (${reason})`;
  expect({ outcome: `${outcome}${why}`, among: comparison, met, headline }).toEqual(
    (HEADLINES as Readonly<Record<string, unknown>>)[name],
  );
  expect(headline.split(/\s+/).length).toBeLessThanOrEqual(40);
  expect(headline.match(/[^.]\.( |$)/g)?.length).toBeLessThanOrEqual(2);
});

it('omits the second sentence of the headline when labels are long', () => {
  const [decide, entries] = getConstructed('best');
  const name = Array.from({ length: 13 }, (_, nth) => `w${nth}`).join(' ');
  const renamed = entries.map((one) => ({ ...one, name: `${name} ${one.name}` }));
  expect(answerConstructed([decide, renamed]).headline).toMatch(/ of storage per month\.$/);
});

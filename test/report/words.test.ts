import { Glossary } from '../../lib/report/words';

it('explains a word where it first stands, and lists all at the end', () => {
  const glossary = new Glossary();
  expect(glossary.say('rig', 'Rigs').text).toMatch(
    /^<abbr class="word" tabindex="0" title="one block with the hosts[^"]*">Rigs<\/abbr>$/,
  );
  expect(glossary.say('rig').text).toBe('rig');
  expect(new Glossary().say('rig').text).toContain('<abbr');
  expect(glossary.list().text).toContain('<dt>NOT_RUN</dt><dd>the trial was planned, but never started</dd>');
});

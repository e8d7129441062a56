import { Glossary } from '../../lib/report/words';

it('explains a word where it first stands, and lists all at the end', () => {
  const glossary = new Glossary(false);
  expect(glossary.say('rig', 'Rigs').text).toMatch(
    /^<abbr class="word" tabindex="0" title="one block with the hosts[^"]*">Rigs<\/abbr>$/,
  );
  expect(glossary.say('rig').text).toBe('rig');
  expect(new Glossary(false).say('rig').text).toContain('<abbr');
  expect(glossary.list().text).toContain('<dt>NOT_RUN</dt><dd>the trial was planned, but never started</dd>');
});

it('says that hosts are processes only where they are', () => {
  expect(new Glossary(true).say('host').text).toContain('here: a process');
  const away = new Glossary(false);
  expect(away.say('host').text).not.toContain('process');
  expect(away.list().text).not.toContain('process');
});

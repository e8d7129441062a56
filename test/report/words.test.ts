import { Glossary } from '../../lib/report/words';

it('explains a word where it first stands, and lists all at the end', () => {
  const glossary = new Glossary(false);
  expect(glossary.say('rig', 'Rigs').text).toMatch(
    /^<abbr class="word" tabindex="0" title="one fleet and the copies[^"]*">Rigs<\/abbr>$/,
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

it('explains the words of a workload inside a text, once, and lists them', () => {
  const glossary = new Glossary(true, { 'direct I/O': 'past the cache', fsync: 'until it is durable' });
  const text = 'ran without direct I/O <and> fsync';
  const words = ['fsync', 'direct I/O', 'elsewhere'];
  const abbr = (word: string, meaning: string) => `<abbr class="word" tabindex="0" title="${meaning}">${word}</abbr>`;
  expect(glossary.within(text, words).text).toBe(
    `ran without ${abbr('direct I/O', 'past the cache')} &lt;and&gt; ${abbr('fsync', 'until it is durable')}`,
  );
  expect(glossary.within(text, words).text).toBe('ran without direct I/O &lt;and&gt; fsync');
  expect(glossary.list().text).toContain('<dt>fsync</dt><dd>until it is durable</dd>');
});

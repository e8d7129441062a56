import { capitalize, formatTime, Glossary } from '../../lib/report/glossary';

it('explains a word at its first use only', () => {
  const glossary = new Glossary(false);
  expect(glossary.say('rig', 'Rigs').text).toMatch(
    /^<abbr class="word" tabindex="0" title="a set of hosts and the target[^"]*">Rigs<\/abbr>$/,
  );
  expect(glossary.say('rig').text).toBe('rig');
  expect(new Glossary(false).say('rig').text).toContain('<abbr');
});

it('explains hosts as processes only for local experiments', () => {
  expect(new Glossary(true).say('host').text).toContain('here: a process');
  const away = new Glossary(false);
  expect(away.say('host').text).not.toContain('process');
});

it('capitalizes headings, and formats timestamps in UTC', () => {
  expect(capitalize('read IOPS')).toBe('Read IOPS');
  expect(formatTime('2026-03-02T10:00:12+01:00')).toBe('2026-03-02 09:00:12 UTC');
  expect(formatTime('never')).toBe('never');
});

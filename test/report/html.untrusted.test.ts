import pc from 'picocolors';
import { toCsv } from '../../lib/report/csv';
import { writeMail } from '../../lib/report/mail/mail';
import { renderReport } from '../../lib/report/render';
import { formatEndLines } from '../../lib/report/terminal-text';
import { summarize, type Summary } from '../../lib/results/summary';
import { replaceUnprintable, toPrintableLines } from '../../lib/shapes/printable';
import { execution } from '../results/fixture';
import { makeFacts, receiptWith } from './mail/facts';

const BIDI = '\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069';
const CONTROL = '\u0000\u0007\u001b\u007f\u009b';
const HOSTILE = `${BIDI}${CONTROL}`;
const CHARACTERS = Array.from(HOSTILE);
/** The characters that a text holds, also in a `data:` link. */
const listHostile = (text: string): string[] =>
  CHARACTERS.filter((char) => text.includes(char) || text.includes(encodeURIComponent(char)));

describe('replaceUnprintable', () => {
  it.each([...CHARACTERS, '\u2028', '\u2029'])('replaces the character %j', (char) => {
    expect(replaceUnprintable(`a${char}b`, '?')).toBe('a?b');
  });

  it('keeps letters of all scripts, no-break spaces, and the listed exceptions', () => {
    const text = 'שלום مرحبا ä µ\u00a0\u2060👍\n\t';
    expect(replaceUnprintable(text, '?', '\n\t')).toBe(text);
    expect(toPrintableLines('a\nb\tc')).toBe('a\nb?c');
  });
});

describe('reports and mails with hostile names', () => {
  const options = {
    question: `Is it${HOSTILE} fast?`,
    factors: { target: [`disk${HOSTILE}`, 'memory'], [`op${HOSTILE}`]: [`randread${HOSTILE}`, 'randwrite'] },
    reasons: () => [{ level: 'suspect' as const, code: 'HostBusy', text: `other${HOSTILE} processes` }],
  };
  const summary: Summary = summarize(execution(options));
  const formatEnd = (one: Summary): string =>
    formatEndLines(one, { colours: pc.createColors(false), reportPath: 'r' }).join('\n');
  const facts = makeFacts({ options });
  const left = { kind: 'fsx:volume', id: `fsvol-1${HOSTILE}`, rig: null, state: `AVAILABLE${HOSTILE}` };

  it.each([
    ['the terminal', formatEnd(summary)],
    ['medians', formatEnd(summarize(execution({ ...options, decide: null })))],
    ['the report', renderReport(summary)],
    ['the CSV', toCsv(summary)],
    ['a mail about the end', writeMail({ ...facts, summary }).text],
    ['a mail about a refusal', writeMail({ ...facts, why: 'refused', outcome: 'REFUSED', cause: HOSTILE }).text],
    ['a mail about leftovers', writeMail({ ...facts, clean: false, receipt: receiptWith([left]) }).text],
    ['a subject', writeMail({ ...facts, executionId: `e${HOSTILE}` }).subject],
  ])('contains no control or bidi character of a spec or service in %s', (_, text) => {
    expect(text.length).toBeGreaterThan(10);
    expect(listHostile(text)).toEqual([]);
  });
});

import { writeMail } from '../../../lib/report/mail/mail';
import { ensure } from '../../../lib/shapes/errors';
import { makeFacts } from './facts';

describe('mail when results of trials could not be read', () => {
  const facts = makeFacts();
  const summary = ensure(facts.summary, 'a summary');
  const reasons = [{ level: 'invalid', code: 'NotReadYet', text: 'not yet' }] as const;
  const unread = summary.trials.map((one, index) => (index < 2 ? { ...one, reasons, excludedFor: 'NotReadYet' } : one));
  const short = { ...summary, trials: unread };

  it('reports the number of unread trials, and in a second mail that they were read', () => {
    const first = writeMail({ ...facts, summary: short });
    expect(first.text).toContain(
      '\n\nSTILL TO BE READ\n2 trials could not be read so far; any raw files are in the bucket.\n',
    );
    expect(first.text).toContain('sends another mail on\nsuccess.');
    expect(first.detail.trials).toMatchObject({ planned: 12, valid: 10, unread: 2 });
    const second = writeMail({ ...facts, why: 'completed' });
    expect(second.kind).toBe('finished');
    expect(second.text).toContain('\n\nCOMPLETE\nTrials without results in the first mail');
    expect(second.text).not.toContain('STILL TO');
  });

  it('reports unread trials as still to be read, not as excluded', () => {
    const all = { ...summary, trials: summary.trials.map((one) => ({ ...one, reasons, excludedFor: 'NotReadYet' })) };
    for (const none of [all, null]) {
      const mail = writeMail({ ...facts, outcome: 'FAILED', summary: none });
      expect(mail.subject).toBe('[fsxbench] e1 failed: trials still to be read, cleanup verified');
      expect(mail.text).toContain('\n\nSTILL TO BE READ\n12 trials could not be read so far');
      expect(mail.text).not.toMatch(/excluded|No results/);
    }
    expect(writeMail({ ...facts, outcome: 'FAILED', summary: all }).detail.end).toBe('Failed');
  });

  it('omits COMPLETE when all trials were read, when there are no results, and when resources are left', () => {
    expect(writeMail(facts).text).not.toContain('COMPLETE');
    expect(writeMail(makeFacts({ nothing: true })).text).not.toContain('COMPLETE');
    expect(writeMail({ ...facts, summary: short, clean: false }).text).not.toContain('COMPLETE');
  });
});

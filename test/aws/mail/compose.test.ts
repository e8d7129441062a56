import { composeMail, type MailEvent } from '../../../lib/aws/mail/compose';
import { makeAccount } from '../account';
import { makeFacts } from '../../report/mail/facts';

const EVENT: MailEvent = {
  executionId: 'e1',
  experiment: 'local-disk',
  why: 'ended',
  outcome: 'SUCCEEDED',
  clean: true,
  error: null,
  cause: null,
};
const REFUSED = { ...EVENT, why: 'refused', outcome: 'REFUSED' } as const;
const ROOT = 'executions/local-disk/e1/';

async function makeContext() {
  const account = makeAccount();
  const facts = makeFacts();
  for (const name of ['plan', 'summary', 'receipt'] as const)
    await account.put(`${ROOT}${name}.json`, JSON.stringify(facts[name]));
  return account;
}

describe('composeMail', () => {
  it('composes the mail of a finished execution from plan, summary and receipt', async () => {
    const account = await makeContext();
    const mail = await composeMail(EVENT, account.context());
    expect(mail.subject).toBe('[fsxbench] e1 finished: threshold met, 12 of 12 valid');
    expect(mail.text).toContain('region=xx-local-1');
    expect(mail.detail).toMatchObject({ stack: 'bench', cost: { estimateUsd: 2.5 }, clean: true });
  });

  it('writes the result object, and keeps it when a later start with the same name is refused', async () => {
    const account = await makeContext();
    const { detail } = await composeMail(EVENT, account.context());
    const { kind: _kind, why: _why, ...result } = detail;
    expect(await account.json('results/e1.json')).toEqual(result);
    const refused = { ...REFUSED, error: 'AlreadyStarted' };
    await composeMail(refused, account.context());
    expect(await account.json('results/e1.json')).toMatchObject({ end: 'Answered' });
    await composeMail({ ...refused, executionId: 'e2' }, account.context());
    expect(await account.json('results/e2.json')).toMatchObject({ end: 'Refused', error: { name: 'AlreadyStarted' } });
  });

  it('returns the mail although the result object cannot be written', async () => {
    const account = await makeContext();
    account.refuse('PutObject', 'AccessDenied');
    expect((await composeMail(EVENT, account.context())).subject).toContain(' finished: ');
  });

  it('reads the experiment from the pointer when the event has none', async () => {
    const account = await makeContext();
    await account.put('pointers/e1.json', JSON.stringify({ experiment: 'local-disk' }));
    expect((await composeMail({ ...EVENT, experiment: null }, account.context())).detail.experiment).toBe('local-disk');
  });

  it('omits the answer when the summary cannot be read, and reports a missing receipt', async () => {
    const account = await makeContext();
    account.refuse('GetObject', 'AccessDenied', ({ Key }) => String(Key).endsWith('summary.json'));
    const mail = await composeMail(EVENT, account.context());
    expect(mail.text).toContain('cleanup  verified');
    expect(mail.text).not.toContain('ANSWER');
    const nothing = await composeMail({ ...EVENT, executionId: 'other' }, account.context());
    expect(nothing.text).toContain('cleanup  verified; the cleanup receipt could not be read');
  });

  it('omits the results of an earlier execution when a start with its name was refused', async () => {
    const account = await makeContext();
    for (const executionId of ['e1', '../e1', 'x'.repeat(80)]) {
      const mail = await composeMail(
        { ...REFUSED, error: 'NameInvalid', executionId, cause: 'it was used' },
        account.context(),
      );
      expect(mail.text).toContain('REFUSED: NameInvalid\nit was used\n');
      expect(mail.detail.answer).toBeNull();
    }
  });

  const thrown = { errorType: 'SpecInvalid', errorMessage: 'line 1: a\nline 2: b', trace: ['x'] };
  it.each([
    [JSON.stringify(thrown), '\nline 1: a\nline 2: b\n'],
    ['{"broken', '\n{"broken\n'],
    ['{"other":1}', '\n{"other":1}\n'],
    [null, 'No cause was given.'],
  ])('extracts the error message from the cause of a failed function: %s', async (cause, text) => {
    const account = await makeContext();
    expect((await composeMail({ ...REFUSED, error: 'SpecInvalid', cause }, account.context())).text).toContain(text);
  });
});

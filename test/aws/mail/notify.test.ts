import { notify } from '../../../lib/aws/mail/notify';
import { makeAccount } from '../account';

const TOLD = { executionId: 'exec', why: 'unguarded', outcome: 'UNKNOWN', clean: false } as const;

describe('notify', () => {
  it('starts the notify machine only once per mail name', async () => {
    const account = makeAccount();
    await notify('exec__unguarded', TOLD, account.context());
    await notify('exec__unguarded', { ...TOLD, clean: true }, account.context());
    const started = account.sfn.executions().map(({ machineArn, name }) => [machineArn.split(':').at(-1), name]);
    expect(started).toEqual([['fsxbench-notify', 'exec__unguarded']]);
    expect(JSON.parse(String(account.inputs('StartExecution')[0]?.['input']))).toEqual(TOLD);
    expect(account.logged).toEqual([]);
  });

  it('logs an error and resolves when StartExecution is denied', async () => {
    const account = makeAccount();
    account.refuse('StartExecution', 'AccessDeniedException');
    await notify('exec', TOLD, account.context());
    expect(account.logged).toEqual([{ level: 'error', message: 'the mail could not be sent' }]);
  });
});

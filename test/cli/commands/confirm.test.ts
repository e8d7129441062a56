/** `fsxbench confirm`: what it lists, answers and refuses, in accounts of hand-made answers. */
import type { ConfirmCalls } from '../../../lib/aws/confirm/questions';
import { answerConfirmation, run } from '../../../lib/cli/commands/confirm';
import { captureCli } from '../capture-cli';

const QUESTION = {
  executionId: 'e-1',
  experiment: 'grown',
  target: 'nas',
  stage: 'two',
  text: 'Add it.\nThen look.',
  since: '2026-01-01T11:00:00Z',
  until: '2026-01-01T13:00:00Z',
};
const NOW = Date.parse('2026-01-01T12:00:00Z');

function makeCalls(questions: readonly object[], error?: string): ConfirmCalls & { readonly sent: string[] } {
  const sent: string[] = [];
  const send = async (what: string): Promise<void> => {
    if (error !== undefined) throw Object.assign(new Error('over'), { name: error });
    sent.push(what);
  };
  return {
    sent,
    list: async () => questions.map((_, index) => String(index)),
    read: async (key) => {
      const found = questions[Number(key)];
      return found === undefined ? null : JSON.stringify({ ...found, token: 'SECRET', outcomeKey: 'x', fenceKey: 'y' });
    },
    succeed: (token) => send(`yes ${token}`),
    fail: (token) => send(`no ${token}`),
    caller: async () => 'arn:me',
  };
}

async function runConfirm(
  account: ConfirmCalls,
  args: readonly string[] = [],
  options: Readonly<Record<string, unknown>> = {},
): Promise<[number, string]> {
  const { cli, out } = captureCli();
  const code = await answerConfirmation(cli, account, args, options, NOW);
  return [code, out()];
}

describe('fsxbench confirm', () => {
  it('lists waiting questions with their times and the command that answers them', async () => {
    expect(await runConfirm(makeCalls([QUESTION]))).toEqual([
      0,
      'e-1  grown: nas to stage two, since 2026-01-01T11:00:00Z, until 2026-01-01T13:00:00Z\n' +
        '    Add it.\n    Then look.\n' +
        '    npx fsxbench confirm e-1  or, to decline:  npx fsxbench confirm e-1 --no\n',
    ]);
    expect(await runConfirm(makeCalls([]))).toEqual([0, 'No execution waits for confirmation.\n']);
    const [, text] = await runConfirm(makeCalls([QUESTION]), [], { json: true });
    expect(JSON.parse(text)).toEqual({ waiting: [QUESTION], answered: null });
  });

  it('confirms or, with --no, declines a question, and names another open question of the execution', async () => {
    const account = makeCalls([QUESTION]);
    expect(await runConfirm(account, ['e-1'])).toEqual([0, 'stage two of nas is confirmed: e-1 continues.\n']);
    expect(await runConfirm(account, ['e-1'], { no: true })).toEqual([
      0,
      'stage two of nas is declined: trials that need it are not run.\n',
    ]);
    expect(account.sent).toEqual(['yes SECRET', 'no SECRET']);
    const [, more] = await runConfirm(makeCalls([QUESTION, { ...QUESTION, stage: 'three' }]), ['e-1']);
    expect(more).toContain('It also waits for stage three of nas.');
  });

  it('refuses an execution without an open question, an answer without a name, and a wrong stack', async () => {
    await expect(runConfirm(makeCalls([]), ['e-1'])).rejects.toThrow(
      "confirm: execution 'e-1' does not wait for confirmation",
    );
    await expect(runConfirm(makeCalls([QUESTION], 'TaskTimedOut'), ['e-1'])).rejects.toThrow(
      "confirm: execution 'e-1' no longer waits: it was answered, or it ended",
    );
    await expect(runConfirm(makeCalls([QUESTION]), [], { no: true })).rejects.toThrow(
      'confirm: --no needs the name of an execution',
    );
    await expect(run(captureCli().cli, [], { stack: 'no stack' })).rejects.toThrow(
      "--stack: found 'no stack'; allowed: ",
    );
  });
});

/** `fsxbench confirm`: what it lists, answers and refuses, in accounts of hand-made answers. */
import type { ConfirmCalls } from '../../../lib/aws/confirm/questions';
import { answerConfirmation, run } from '../../../lib/cli/commands/confirm';
import { captureCli } from '../capture-cli';

const [since, until] = ['2026-01-01T11:00:00Z', '2026-01-01T13:00:00Z'];
const QUESTION = {
  executionId: 'e-1',
  experiment: 'grown',
  target: 'nas',
  stage: 'two',
  text: 'Add it.\nThen look.',
  since,
  until,
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

async function confirm(account: ConfirmCalls, args: readonly string[] = [], options = {}): Promise<string> {
  const { cli, out } = captureCli();
  expect(await answerConfirmation(cli, account, args, options, NOW)).toBe(0);
  return out();
}

describe('fsxbench confirm', () => {
  it('lists waiting questions with their times and the command that answers them', async () => {
    expect(await confirm(makeCalls([QUESTION]))).toBe(
      `e-1  grown: nas to stage two, since ${since}, until ${until}\n    Add it.\n    Then look.\n` +
        '    npx fsxbench confirm e-1  or, to decline:  npx fsxbench confirm e-1 --no\n',
    );
    expect(await confirm(makeCalls([]))).toBe('No execution waits for confirmation.\n');
    const json = await confirm(makeCalls([QUESTION]), [], { json: true });
    expect(JSON.parse(json)).toEqual({ waiting: [QUESTION], answered: null });
  });

  it('confirms or, with --no, declines a question, and names another open question of the execution', async () => {
    const account = makeCalls([QUESTION]);
    expect(await confirm(account, ['e-1'])).toBe('stage two of nas is confirmed: e-1 continues.\n');
    const declined = 'stage two of nas is declined: trials that need it are not run.\n';
    expect(await confirm(account, ['e-1'], { no: true })).toBe(declined);
    expect(account.sent).toEqual(['yes SECRET', 'no SECRET']);
    const more = await confirm(makeCalls([QUESTION, { ...QUESTION, stage: 'three' }]), ['e-1']);
    expect(more).toContain('It also waits for stage three of nas.');
  });

  it.each([
    [makeCalls([]), ['e-1'], {}, "execution 'e-1' does not wait for confirmation"],
    [makeCalls([QUESTION], 'TaskTimedOut'), ['e-1'], {}, "'e-1' no longer waits: it was answered, or it ended"],
    [makeCalls([QUESTION]), [], { no: true }, 'confirm: --no needs the name of an execution'],
  ])('refuses an answer that cannot be given (case %#)', async (account, args, options, message) => {
    await expect(confirm(account, args, options)).rejects.toThrow(message);
  });

  it('refuses a wrong stack', async () => {
    const refused = run(captureCli().cli, [], { stack: 'no stack' });
    await expect(refused).rejects.toThrow("--stack: found 'no stack'; allowed: ");
  });
});

/** Asking a person on a terminal: a list of answers, one of which is taken by its number, its name, or Enter. */
import { createInterface } from 'node:readline';
import { UserError } from '../command';
import { alignColumns } from '../text/columns';
import { type Decision, LOADS, type Load, type Question, whyNoAnswer } from './choices';

/** Where questions are written and answers come from. */
export interface Terminal {
  readonly input: NodeJS.ReadableStream;
  readonly output: NodeJS.WritableStream;
}

/** What was answered; null where the person ended it by Ctrl-C. */
export type Answered = {
  readonly answers: ReadonlyMap<Question['flag'], string>;
  readonly reach: string | undefined;
} | null;

/**
 * Asks what no flag said; one wrong answer is told, and asked again.
 * @param given answers of flags. @param reach of the flag
 * @throws UserError where the input ends before all is answered
 */
export async function ask(
  { input, output }: Terminal,
  questions: readonly Question[],
  given: ReadonlyMap<Question['flag'], string>,
  reach: string | undefined,
): Promise<Answered> {
  const lines = createInterface({ input, output, terminal: 'setRawMode' in input });
  let interrupted = false;
  lines.on('SIGINT', () => {
    interrupted = true;
    lines.close();
  });
  const typed = lines[Symbol.asyncIterator]();
  const next = async (prompt: string): Promise<string> => {
    lines.setPrompt(prompt);
    lines.prompt();
    const answer = await typed.next();
    if (answer.done === true)
      throw new UserError('BadChoice', 'the input ended before all was answered: nothing was written');
    return answer.value.trim();
  };
  try {
    const answers = new Map(given);
    for (const question of questions)
      if (!answers.has(question.flag)) answers.set(question.flag, await oneOf(question, next, output));
    const [load, decision] = [answers.get('--workload') as Load, answers.get('--decide') as Decision];
    const wanted = decision === 'cheapest' && reach === undefined;
    const usual = LOADS[load].reach;
    const needed = wanted ? (await next(`What has to be reached? [${usual}]: `)) || usual : reach;
    return { answers, reach: needed };
  } catch (error) {
    if (interrupted) return null;
    throw error;
  } finally {
    lines.close();
  }
}

async function oneOf(
  question: Question,
  next: (prompt: string) => Promise<string>,
  output: NodeJS.WritableStream,
): Promise<string> {
  const names = Object.keys(question.answers);
  const list = alignColumns(
    Object.entries(question.answers).map(([name, words], index) => [String(index + 1), name, words]),
  );
  output.write(`${[question.asks, ...list.map((line) => `  ${line}`)].join('\n')}\n`);
  for (;;) {
    const text = (await next('Number or name [1]: ')) || '1';
    const answer = /^\d+$/.test(text) ? (names[Number(text) - 1] ?? text) : text;
    const why = whyNoAnswer(question, answer);
    if (why === null) return answer;
    output.write(`${why}, or a number from 1 to ${names.length}\n`);
  }
}

/** A process from outside: answers one question at a time, and is replaced when it hangs or dies. */
import { type ChildProcess, fork, type ForkOptions } from 'node:child_process';

/** The result of a question; `scenario` is the part that ran. */
export type ProcessOutcome<A> =
  | { readonly kind: 'answer'; readonly answer: A }
  | { readonly kind: 'time-out'; readonly scenario: string }
  | { readonly kind: 'crash'; readonly scenario: string; readonly stderr: string };

/** An answer, or the message that a part of the work begins, which restarts the time limit. */
type Message<A> = A | { readonly kind: 'begin'; readonly scenario: string };

const STDERR_CHARACTERS_MAX = 4_000;

export class AnsweringProcess<Q extends object, A extends { readonly kind: string }> {
  private child: ChildProcess | null = null;
  private stderr = '';

  constructor(
    private readonly file: string,
    private readonly args: readonly string[],
    private readonly options: Pick<ForkOptions, 'cwd' | 'execArgv'> = {},
  ) {}

  /**
   * Sends a question, and waits for the last answer.
   * @param limitOf milliseconds without an answer after which the process is ended, for the running scenario; the name
   * is empty for all other work
   */
  ask(question: Q, limitOf: (scenario: string) => number): Promise<ProcessOutcome<A>> {
    const child = this.started();
    return new Promise((resolve) => {
      let scenario = '';
      let timer: NodeJS.Timeout;
      const end = (outcome: ProcessOutcome<A>): void => {
        clearTimeout(timer);
        child.off('message', onMessage);
        child.off('exit', onExit);
        resolve(outcome);
      };
      const watch = (): void => {
        clearTimeout(timer);
        timer = setTimeout(() => {
          this.stop();
          end({ kind: 'time-out', scenario });
        }, limitOf(scenario));
      };
      const onMessage = (message: Message<A>): void => {
        if (!('scenario' in message) || message.kind !== 'begin') {
          end({ kind: 'answer', answer: message });
          return;
        }
        scenario = message.scenario;
        watch();
      };
      const onExit = (): void => {
        this.child = null;
        end({ kind: 'crash', scenario, stderr: this.stderr });
      };
      child.on('message', onMessage);
      child.on('exit', onExit);
      watch();
      child.send(question);
    });
  }

  /** Ends the process; the next question starts another one. */
  stop(): void {
    this.child?.removeAllListeners();
    this.child?.kill('SIGKILL');
    this.child = null;
  }

  private started(): ChildProcess {
    if (this.child !== null) return this.child;
    this.stderr = '';
    const child = fork(this.file, this.args, { ...this.options, stdio: ['ignore', 'ignore', 'pipe', 'ipc'] });
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.stderr = (this.stderr + text).slice(-STDERR_CHARACTERS_MAX);
    });
    // A process that ended before the question reports it on exit.
    child.on('error', () => undefined);
    this.child = child;
    return child;
  }
}

/** A judging process from outside: answers one question at a time, and is replaced when it hangs or dies. */
import { type ChildProcess, fork } from 'node:child_process';
import type { Answer, Question } from './worker';

/** The result of a question. */
export type Outcome =
  | { readonly kind: 'answer'; readonly answer: Answer }
  | { readonly kind: 'time-out'; readonly scenario: string }
  | { readonly kind: 'crash'; readonly scenario: string; readonly stderr: string };

/** A mutant with endless memory use must not affect the whole machine. */
const HEAP_MIB = 1024;
const STDERR_CHARACTERS_MAX = 4_000;

/** A judging process. */
export interface Judging {
  ask(question: Question, limitOf: (scenario: string) => number): Promise<Outcome>;
  stop(): void;
}

export class JudgeProcess implements Judging {
  private child: ChildProcess | null = null;
  private stderr = '';

  constructor(
    private readonly file: string,
    private readonly root: string,
  ) {}

  /**
   * Sends a question, and waits for the last answer.
   * @param limitOf milliseconds without an answer after which the process is ended, for the running scenario; the name
   * is empty for all other work
   */
  ask(question: Question, limitOf: (scenario: string) => number): Promise<Outcome> {
    const child = this.started();
    return new Promise((resolve) => {
      let scenario = '';
      let timer: NodeJS.Timeout;
      const end = (outcome: Outcome): void => {
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
      const onMessage = (answer: Answer): void => {
        if (answer.kind !== 'begin') {
          end({ kind: 'answer', answer });
          return;
        }
        scenario = answer.scenario;
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
    const child = fork(this.file, {
      cwd: this.root,
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
      execArgv: [`--max-old-space-size=${HEAP_MIB}`],
    });
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.stderr = (this.stderr + text).slice(-STDERR_CHARACTERS_MAX);
    });
    // A process that ended before the question reports it on exit.
    child.on('error', () => undefined);
    this.child = child;
    return child;
  }
}

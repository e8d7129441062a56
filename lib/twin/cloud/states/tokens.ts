/** Task tokens: who waits for one, and SendTaskSuccess and SendTaskFailure, by which others answer. */
import { SendTaskFailureCommand, SendTaskSuccessCommand } from '@aws-sdk/client-sfn';
import type { Cancel } from '../../../asl/clock/clock';
import { StateError } from '../../../asl/interpreter/tasks/task';
import { type Service, ServiceError } from '../service';
import { action } from '../shape';

interface Waiting {
  succeed(output: unknown): void;
  fail(error: StateError): void;
}

/** Tokens of the tasks that wait. */
export class Tokens {
  private readonly waiting = new Map<string, Waiting>();
  private readonly over = new Set<string>();

  /**
   * What is answered with a token; never settles where nobody does. @param cancelled when the task is over otherwise
   */
  wait(token: string, cancelled: Cancel): Promise<unknown> {
    cancelled.addEventListener('abort', () => this.end(token), { once: true });
    return new Promise((resolve, reject) => {
      this.waiting.set(token, { succeed: resolve, fail: reject });
    });
  }

  readonly service: Service = {
    SendTaskSuccess: action(SendTaskSuccessCommand, 'taskToken output', ({ taskToken, output }) => {
      const one = this.find(taskToken);
      one.succeed(parsed(output));
      this.end(taskToken);
      return {};
    }),

    SendTaskFailure: action(SendTaskFailureCommand, 'taskToken error cause', ({ taskToken, error, cause }) => {
      const one = this.find(taskToken);
      one.fail(new StateError(error, cause));
      this.end(taskToken);
      return {};
    }),
  };

  private end(token: string): void {
    this.waiting.delete(token);
    this.over.add(token);
  }

  /** https://docs.aws.amazon.com/step-functions/latest/apireference/API_SendTaskSuccess.html, Errors */
  private find(token: string): Waiting {
    const found = this.waiting.get(token);
    if (found !== undefined) return found;
    if (this.over.has(token))
      throw new ServiceError('TaskTimedOut', 'Task Timed Out: the provided task does not exist anymore', 400);
    throw new ServiceError('InvalidToken', `Invalid Token: '${token}'`, 400);
  }
}

function parsed(output: string): unknown {
  try {
    return JSON.parse(output);
  } catch {
    throw new ServiceError('InvalidOutput', `Invalid Output: '${output}'`, 400);
  }
}

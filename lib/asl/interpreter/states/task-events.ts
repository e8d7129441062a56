/** Events of tasks. Three families exist: Lambda functions by ARN, activities, and all other integrations. */
import { plainDetails, withInput, withOutput } from '../history/details';
import type { Failure } from '../failure';
import type { Frame } from '../frame';
import type { Details } from '../history/history';
import type { TaskState } from '../machine';
import type { Resource } from '../tasks/resource';
import type { TaskCall } from '../tasks/task';

/** Events of one attempt of a Task, in the family of its Resource. */
export class TaskEvents {
  private waiting: boolean;
  private begun = false;

  constructor(
    private readonly frame: Frame<TaskState>,
    private readonly resource: Resource,
    private readonly call: Omit<TaskCall, 'cancelled'>,
  ) {
    this.waiting = resource.submits;
  }

  /** Records the start of an attempt. An activity starts only when a worker accepts it; its answer proves that. */
  started(): void {
    this.record('Scheduled', this.scheduled());
    if (this.resource.events !== 'Activity') this.begin();
  }

  /** The request was accepted: for `.sync` and task tokens, once per attempt. @param output the immediate answer. */
  submitted(output: unknown): void {
    if (!this.waiting) return;
    this.waiting = false;
    this.record('Submitted', withOutput(this.key('Submitted'), output, this.names()));
  }

  succeeded(result: unknown): void {
    this.begin();
    this.submitted({});
    this.record('Succeeded', withOutput(this.key('Succeeded'), result, this.names()));
  }

  failed(failure: Failure): void {
    const timedOut = failure.kind === 'timeout' || failure.kind === 'heartbeat';
    if (!timedOut) this.begin();
    this.submitted({});
    const what = timedOut ? 'TimedOut' : 'Failed';
    this.record(what, this.plain(what, { error: failure.error, cause: failure.reason }));
  }

  private begin(): void {
    if (this.begun) return;
    this.begun = true;
    this.record('Started', this.resource.events === 'Task' ? this.plain('Started', {}) : undefined);
  }

  private scheduled(): Details {
    const { arguments: args, timeoutSeconds, heartbeatSeconds, credentials } = this.call;
    const limits = {
      timeoutInSeconds: timeoutSeconds,
      heartbeatInSeconds: heartbeatSeconds,
      ...roleMember(credentials),
    };
    if (this.resource.events !== 'Task') {
      return withInput(this.key('Scheduled'), args, { resource: this.call.resource, ...limits });
    }
    return () => {
      const parameters = JSON.stringify(args) ?? 'null';
      return this.plain('Scheduled', { region: this.call.executionArn.split(':')[3] ?? '', parameters, ...limits })();
    };
  }

  private plain(what: string, members: Readonly<Record<string, unknown>>): Details {
    return plainDetails(this.key(what), { ...this.names(), ...members });
  }

  private names(): Readonly<Record<string, unknown>> {
    return this.resource.events === 'Task' ? { resourceType: this.resource.type, resource: this.resource.action } : {};
  }

  private key(what: string): `${string}EventDetails` {
    const family = this.resource.events;
    return `${family.charAt(0).toLowerCase()}${family.slice(1)}${what}EventDetails`;
  }

  private record(what: string, details: Details | undefined): void {
    this.frame.record(`${this.resource.events}${what}`, details);
  }
}

function roleMember(credentials: unknown): { taskCredentials?: { roleArn: unknown } } {
  const arn = (credentials as { readonly RoleArn?: unknown } | undefined)?.RoleArn;
  return arn === undefined ? {} : { taskCredentials: { roleArn: arn } };
}

/** A task of a state machine on its way to a service. */
import type { TaskCall } from '../../../asl/interpreter/tasks/task';
import type { Ids } from '../ids';
import type { Caller, Cloud } from '../service';
import type { Sfn } from '../states/sfn';

export interface IntegrationOptions {
  readonly cloud: Cloud;
  readonly sfn: Pick<Sfn, 'roleOf' | 'execution' | 'answerTo'>;
  readonly ids: Ids;
  /** Told of a task that waits for an answer to its token, once the call is made. */
  readonly onAsked?: (call: TaskCall) => void;
}

/** A call of one integration, with what all of them need. */
export interface Request {
  readonly call: TaskCall;
  readonly caller: Caller;
  readonly options: IntegrationOptions;
  /** Calls a service with Pascal-case arguments; errors as the integration names them. */
  readonly invoke: (service: string, action: string, args: unknown) => Promise<unknown>;
}

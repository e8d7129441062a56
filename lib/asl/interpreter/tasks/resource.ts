/** The parts of the Resource of a Task. */
export interface Resource {
  /** The family of events that its attempts record. */
  readonly events: 'Task' | 'LambdaFunction' | 'Activity';
  /** `lambda`, `states`, `aws-sdk:ec2`; the ARN itself for functions and activities. */
  readonly type: string;
  /** `invoke`, `startExecution.sync:2`, `createFleet`. */
  readonly action: string;
  /** Whether the history shows that the request was accepted before the answer came. */
  readonly submits: boolean;
  readonly token: boolean;
}

const FUNCTION = /^arn:[^:]+:lambda:[^:]*:[^:]*:function:/;
const ACTIVITY = /^arn:[^:]+:states:[^:]+:[^:]+:activity:/;
const INTEGRATION = /^arn:[^:]+:states:[^:]*:[^:]*:(.+?):([^:]+(?::2)?)$/;

const parsed = new Map<string, Resource>();

/** Parses a Resource (https://docs.aws.amazon.com/step-functions/latest/dg/integrate-services.html), each text once. */
export function parseResource(resource: string): Resource {
  const known = parsed.get(resource) ?? parseText(resource);
  parsed.set(resource, known);
  return known;
}

function parseText(resource: string): Resource {
  const whole = { type: resource, action: resource, submits: false, token: false };
  if (FUNCTION.test(resource)) return { ...whole, events: 'LambdaFunction' };
  if (ACTIVITY.test(resource)) return { ...whole, events: 'Activity' };
  const [, type = resource, action = resource] = INTEGRATION.exec(resource) ?? [];
  const token = action.endsWith('.waitForTaskToken');
  return { events: 'Task', type, action, token, submits: token || /\.sync(:2)?$/.test(action) };
}

/** Calls of AWS: actions and members that do not exist, and names of which nobody knows how they are spelt. */
import { type Finding, reporter } from '../finding';
import { type SdkCall, sdkCallOf } from '../sdk/call';
import { memberComplaint, spelling } from '../sdk/names';
import { installedService, type Ref, type Service, SERVICES } from '../sdk/model';
import { argumentsOf, isRecord, type Subject, type SubjectState } from '../subject';

const actionReport = reporter('sdk-action');
const memberReport = reporter('sdk-member');
const resultReport = reporter('sdk-result');

/**
 * Arguments and results of the integration that has its own
 * (https://docs.aws.amazon.com/step-functions/latest/dg/connect-lambda.html).
 */
const LAMBDA = 'lambda:invoke';
const LAMBDA_ARGUMENTS = ['ClientContext', 'FunctionName', 'InvocationType', 'LogType', 'Payload', 'Qualifier'];
const LAMBDA_RESULT = ['ExecutedVersion', 'Payload', 'SdkHttpMetadata', 'SdkResponseMetadata', 'StatusCode'];

/** Findings about calls of the SDK. */
export function sdkFindings(subject: Subject): Finding[] {
  return sdkFindingsOf(subject, installedService);
}

/** The same with other services than those of the installed SDK. */
export function sdkFindingsOf({ states }: Subject, serviceNamed: (name: string) => Service | undefined): Finding[] {
  return states.flatMap((one) => {
    if (one.state.Type !== 'Task') return [];
    const resource = one.state.Resource ?? '';
    if (resource.endsWith(`:${LAMBDA}`)) return lambda(one);
    const call = sdkCallOf(resource);
    if (call === null) return [];
    const service = serviceNamed(call.service);
    return service === undefined ? [actionReport(one.name, strange(call))] : found(one, call, service);
  });
}

function strange({ service }: SdkCall): string {
  const known = SERVICES.join(', ');
  return `nothing is known of the service ${service} (known: ${known}); add it to checks/machines/sdk/model.ts`;
}

function found(one: SubjectState, call: SdkCall, service: Service): Finding[] {
  const { action } = call;
  const name = `${call.service}:${action}`;
  const shape = service.calls[action];
  if (shape === undefined) return [actionReport(one.name, `there is no call ${name}`)];
  const given = one.state['Arguments'];
  return [
    ...argumentFindings(one.name, given, shape.input, service, 'Arguments'),
    ...(isRecord(given) ? missing(one.name, given, shape.required) : []),
    ...(call.by === 'aws-sdk' && !call.waits ? resultFindings(one, shape.output, service) : []),
  ];
}

function missing(state: string, given: Readonly<Record<string, unknown>>, required: readonly string[]): Finding[] {
  return required
    .map((member) => spelling(member).name)
    .filter((member) => given[member] === undefined)
    .map((member) => memberReport(state, `Arguments needs ${member}`));
}

/** Follows literal objects and lists; what an expression gives is not known here. */
function argumentFindings(state: string, value: unknown, ref: Ref, service: Service, at: string): Finding[] {
  if (Array.isArray(ref)) {
    const [element] = ref as readonly [Ref];
    if (!Array.isArray(value)) return [];
    return value.flatMap((item, index) => argumentFindings(state, item, element, service, `${at}[${index}]`));
  }
  if (ref === 0 || !isRecord(value)) return [];
  if (typeof ref !== 'string') {
    const { '*': element } = ref as { readonly '*': Ref };
    return Object.entries(value).flatMap(([key, item]) =>
      argumentFindings(state, item, element, service, `${at}/${key}`),
    );
  }
  const members = service.shapes[ref] ?? {};
  const names = Object.keys(members);
  return Object.entries(value).flatMap(([key, item]) => {
    const wrong = memberComplaint(key, names);
    if (wrong !== null) return [memberReport(state, `${at}/${key} ${wrong}`)];
    return argumentFindings(state, item, memberOf(members, key), service, `${at}/${key}`);
  });
}

/** What a member holds, by the name that integrations use; 0 as for what has no members. */
function memberOf(members: Readonly<Record<string, Ref>>, name: string): Ref {
  return Object.entries(members).find(([member]) => spelling(member).name === name)?.[1] ?? 0;
}

/** `$states.result.A.B`: members of the answer, through lists, as far as names follow each other. */
function resultFindings(one: SubjectState, output: string, service: Service): Finding[] {
  return resultPaths(one).flatMap(({ location, path }) => {
    let ref: Ref = output === '' ? 0 : output;
    for (const [index, name] of path.entries()) {
      while (Array.isArray(ref)) [ref] = ref as readonly [Ref];
      const members: Readonly<Record<string, Ref>> | undefined =
        typeof ref === 'string' ? service.shapes[ref] : undefined;
      if (members === undefined) return [];
      const wrong = memberComplaint(name, Object.keys(members));
      const whole = path.slice(0, index + 1).join('.');
      if (wrong !== null) return [resultReport(one.name, `${location}: $states.result.${whole} ${wrong}`)];
      ref = memberOf(members, name);
    }
    return [];
  });
}

function lambda(one: SubjectState): Finding[] {
  const given = Object.keys(argumentsOf(one.state)).filter((name) => !LAMBDA_ARGUMENTS.includes(name));
  const read = resultPaths(one).filter(({ path }) => path[0] !== undefined && !LAMBDA_RESULT.includes(path[0]));
  return [
    ...given.map((name) => memberReport(one.name, `Arguments/${name} is none of ${LAMBDA_ARGUMENTS.join(', ')}`)),
    ...read.map(({ location, path }) =>
      resultReport(one.name, `${location}: $states.result.${path.join('.')} is none of ${LAMBDA_RESULT.join(', ')}`),
    ),
  ];
}

function resultPaths({ expressions }: SubjectState): { readonly location: string; readonly path: readonly string[] }[] {
  return expressions.flatMap(({ location, uses }) =>
    uses.flatMap((use) =>
      use.kind === 'states' && use.path[0] === 'result' ? [{ location, path: use.path.slice(1) }] : [],
    ),
  );
}

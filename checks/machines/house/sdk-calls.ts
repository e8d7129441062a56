/**
 * AWS calls with unknown actions or members, or with names of uncertain spelling. Step Functions spells members of the
 * SDK as the Java SDK v2 does: certain for plain names and for an acronym at the beginning, unproven for acronyms
 * inside (https://docs.aws.amazon.com/step-functions/latest/dg/supported-services-awssdk.html).
 */
import { getAction, getArguments, type Finding, isRecord, reporter, type Subject, type SubjectState } from '../subject';
import { installedService, type Ref, type Service, SERVICES } from './sdk-model';

const actionReport = reporter('sdk-action');
const memberReport = reporter('sdk-member');
const resultReport = reporter('sdk-result');

/**
 * Arguments and results of the optimized integration of Lambda
 * (https://docs.aws.amazon.com/step-functions/latest/dg/connect-lambda.html).
 */
const LAMBDA = 'lambda:invoke';
const LAMBDA_ARGUMENTS = ['ClientContext', 'FunctionName', 'InvocationType', 'LogType', 'Payload', 'Qualifier'];
const LAMBDA_RESULT = ['ExecutedVersion', 'Payload', 'SdkHttpMetadata', 'SdkResponseMetadata', 'StatusCode'];

/** Findings about calls of the SDK. */
export function sdkFindings(subject: Subject): Finding[] {
  return findSdkFaults(subject, installedService);
}

/** Optimized integrations whose answer is not that of the SDK; their services by short name. */
const OPTIMISED: Readonly<Record<string, string>> = { states: 'sfn', sns: 'sns' };

/** The same with other services than those of the installed SDK. */
export function findSdkFaults({ states }: Subject, serviceNamed: (name: string) => Service | undefined): Finding[] {
  return states.flatMap((one) => {
    const { name, state } = one;
    const called = getAction(state) ?? '';
    if (called === LAMBDA) return lambda(one);
    const general = (state.Resource ?? '').includes(':aws-sdk:');
    const [, short = '', action = '', form = ''] =
      /^(\w+):(\w+?)((?:\.sync(?::2)?|\.waitForTaskToken)?)$/.exec(called) ?? [];
    const named = general ? short : OPTIMISED[short];
    if (named === undefined || action === '') return [];
    const service = serviceNamed(named);
    if (service === undefined) return [actionReport(name, strange(named))];
    const shape = service.calls[action];
    if (shape === undefined) return [actionReport(name, `the call ${named}:${action} does not exist`)];
    const given = state['Arguments'];
    return [
      ...argumentFindings(name, given, shape.input, service, 'Arguments'),
      ...(isRecord(given) ? missing(name, given, shape.required) : []),
      ...(general && form === '' ? resultFindings(one, shape.output, service) : []),
    ];
  });
}

function strange(service: string): string {
  const known = SERVICES.join(', ');
  return `the service ${service} is unknown (known: ${known}); add it to checks/machines/house/sdk-model.ts`;
}

function missing(state: string, given: Readonly<Record<string, unknown>>, required: readonly string[]): Finding[] {
  return required
    .map((member) => spelling(member).name)
    .filter((member) => given[member] === undefined)
    .map((member) => memberReport(state, `Arguments needs ${member}`));
}

/** Follows literal objects and lists; values of expressions are unknown. */
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
    return argumentFindings(state, item, findMember(members, key), service, `${at}/${key}`);
  });
}

/** The type of a member, by its name in integrations; 0 for types without members. */
function findMember(members: Readonly<Record<string, Ref>>, name: string): Ref {
  return Object.entries(members).find(([member]) => spelling(member).name === name)?.[1] ?? 0;
}

/** `$states.result.A.B`: members of the answer, through lists, along plain names. */
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
      ref = findMember(members, name);
    }
    return [];
  });
}

function lambda(one: SubjectState): Finding[] {
  const given = Object.keys(getArguments(one.state)).filter((name) => !LAMBDA_ARGUMENTS.includes(name));
  const read = resultPaths(one).filter(({ path }) => path[0] !== undefined && !LAMBDA_RESULT.includes(path[0]));
  return [
    ...given.map((name) => memberReport(one.name, `Arguments/${name} is none of ${LAMBDA_ARGUMENTS.join(', ')}`)),
    ...read.map(({ location, path }) =>
      resultReport(one.name, `${location}: $states.result.${path.join('.')} is none of ${LAMBDA_RESULT.join(', ')}`),
    ),
  ];
}

/** `$states.result.A.B` in expressions, along plain names. */
function resultPaths({ expressions }: SubjectState): { readonly location: string; readonly path: readonly string[] }[] {
  return expressions.flatMap(({ location, code }) =>
    [...code.matchAll(/\$states\.result\b((?:\.\w+)*)/g)].map(([, path = '']) => ({
      location,
      path: path.split('.').slice(1),
    })),
  );
}

/** The spelling of a member in an integration, and whether it is certain. */
interface Spelling {
  readonly name: string;
  readonly certain: boolean;
}

const LEADING = /^[A-Z]{2,}(?=[A-Z][a-z]|$)/;
const INNER = /[A-Z]{2}/;

/** `DNSName` → `DnsName`, certain; `name` → `Name`; `OpenZFSConfiguration` and `ResourceARN` unchanged, uncertain. */
function spelling(member: string): Spelling {
  const capital = member.slice(0, 1).toUpperCase() + member.slice(1);
  const acronym = LEADING.exec(capital)?.[0] ?? '';
  const name = acronym.slice(0, 1) + acronym.slice(1).toLowerCase() + capital.slice(acronym.length);
  // A single capital before a word is a separate word, as in ETag.
  const rest = name.replace(/^[A-Z](?=[A-Z][a-z])/, '').slice(1);
  return { name, certain: !INNER.test(rest) };
}

/** The problem of a member name in an integration; null for none. */
function memberComplaint(given: string, members: readonly string[]): string | null {
  const same = members.find((member) => member.toLowerCase() === given.toLowerCase());
  if (same === undefined) return `is none of ${list(members)}`;
  const { name, certain } = spelling(same);
  if (!certain) {
    return (
      `has an acronym inside (the SDK says ${same}), whose spelling in Step Functions is unproven;  ` +
      'make this call in a Lambda function'
    );
  }
  return name === given ? null : `is spelt ${name} in an integration`;
}

/** Maximum length of a list in a message. */
const SHOWN = 30;

function list(members: readonly string[]): string {
  const names = members.map((member) => spelling(member).name).toSorted();
  return names.length <= SHOWN
    ? names.join(', ')
    : `${names.slice(0, SHOWN).join(', ')} and ${names.length - SHOWN} more`;
}

/** One token, one request, one thing: a retry cannot make a second one, and a new attempt is not given the old one. */
import type { CallRecord } from '../cloud/service';
import { belongsTo, creates, membersOf, nameOf, sendsCommand } from './creates';
import type { Complaint, ExecutionFacts } from './facts';

type Facts = Pick<ExecutionFacts, 'executionId' | 'calls'>;

/** How services call it: EC2, FSx, EFS. */
const TOKEN_MEMBERS = ['ClientToken', 'ClientRequestToken', 'CreationToken'];
/** What a create gave: the same token has to give the same. */
const ID_MEMBERS = /Id$|^ResourceARN$/;

/** Null where the request has none. */
export function tokenOf(call: CallRecord): string | null {
  const request = membersOf(call.input);
  const found = TOKEN_MEMBERS.map((name) => request[name]).find((value) => typeof value === 'string' && value !== '');
  return typeof found === 'string' ? found : null;
}

/** @returns a complaint about every token, and every label of an attempt, that stood for two things */
export function tokensUnique(facts: Facts): Complaint[] {
  const own = facts.calls.filter((call) => (creates(call) || sendsCommand(call)) && belongsTo(call, facts.executionId));
  const byToken = grouped(own.filter(creates), (call) => {
    const token = tokenOf(call);
    return token === null ? null : `${call.service}:${call.action} ${token}`;
  });
  const byLabel = grouped(own.filter(sendsCommand), labelOf);
  return [
    ...[...byToken].flatMap(([token, calls]) => judgeToken(token, calls)),
    ...[...byLabel].flatMap(([label, calls]) => judgeLabel(label, calls)),
  ];
}

function judgeToken(token: string, calls: readonly CallRecord[]): Complaint[] {
  const [first] = calls;
  if (first === undefined) return [];
  const other = calls.find((call) => canonical(call.input) !== canonical(first.input));
  if (other !== undefined) return [complain('TokenReused', `${nameOf(other)} asks for something else with ${token}`)];
  const elsewhere = calls.find((call) => attemptOf(call) !== attemptOf(first));
  if (elsewhere !== undefined)
    return [
      complain('TokenShared', `${nameOf(elsewhere)} is another attempt than ${nameOf(first)}, with the same ${token}`),
    ];
  const made = new Set(calls.filter((call) => call.error === undefined).map((call) => canonical(idsIn(call.output))));
  return made.size > 1 ? [complain('MadeTwice', `${token} made ${made.size} different things`)] : [];
}

/**
 * Where the answer of a start is lost, the parent starts the same child again, under the next number: both make the
 * same request, and the token is what makes it one thing.
 */
function attemptOf({ execution }: CallRecord): string {
  return execution.replace(/__\d+$/, '');
}

/** SendCommand has no token. Hosts lock by attempt and command: a second script is given the end of the first. */
function judgeLabel(label: string, calls: readonly CallRecord[]): Complaint[] {
  const scripts = new Set(
    calls.map((call) => canonical(membersOf(membersOf(call.input)['Parameters'])['ScriptSha256'])),
  );
  return scripts.size > 1
    ? [complain('AttemptReused', `${label} was sent with ${scripts.size} different scripts`)]
    : [];
}

function labelOf(call: CallRecord): string {
  const parameters = membersOf(membersOf(call.input)['Parameters']);
  return ['OutputPrefix', 'Attempt', 'Step'].map((name) => canonical(parameters[name])).join(' ');
}

function grouped(calls: readonly CallRecord[], keyOf: (call: CallRecord) => string | null): Map<string, CallRecord[]> {
  const groups = new Map<string, CallRecord[]>();
  for (const call of calls) {
    const key = keyOf(call);
    if (key !== null) groups.set(key, [...(groups.get(key) ?? []), call]);
  }
  return groups;
}

/** Ids anywhere in an answer. */
function idsIn(value: unknown): unknown[] {
  if (Array.isArray(value)) return value.flatMap(idsIn);
  return Object.entries(membersOf(value)).flatMap(([name, member]) =>
    ID_MEMBERS.test(name) && typeof member === 'string' ? [[name, member]] : idsIn(member),
  );
}

/** JSON that does not depend on the order of members. */
function canonical(value: unknown): string {
  return (
    JSON.stringify(value, (_, member: unknown) =>
      typeof member === 'object' && member !== null && !Array.isArray(member)
        ? Object.fromEntries(Object.entries(member).sort(([a], [b]) => (a < b ? -1 : 1)))
        : member,
    ) ?? 'absent'
  );
}

function complain(code: string, text: string): Complaint {
  return { checker: 'tokens-unique', code, text };
}

/** Checks every call against the role that makes it: denials, and the users of each grant. */
import { ensure } from '../../lib/shapes/errors';
import { NETWORK_IDS } from '../../lib/twin/modelled-network';
import type { CallRecord } from '../../lib/twin/cloud/service';
import { unseenCalls } from './calls/by-aws';
import type { Around, Check, Keys } from './calls/check';
import { listKeyChecks } from './calls/others';
import { listChecks } from './calls/table';
import { TagLedger } from './calls/tag-ledger';
import { Context } from './evaluate/match';
import { applies, evaluate, type Request } from './evaluate/evaluate';
import type { Statement } from './evaluate/policy';
import { type Grants, HOSTS, type Role, S3_FILES_ROLE } from './roles/roles';
import type { Place } from './roles/resolve';
import { ALL_MACHINES } from '../../lib/shapes/machines';
import { readMachineText } from '../../lib/machine-files/source';

const WAITS = 'arn:aws:states:::states:startExecution.sync:2';

/** `<machine> <state>` of each. */
function waitingStates(): ReadonlySet<string> {
  const found = new Set<string>();
  for (const machine of ALL_MACHINES) {
    const walk = (value: unknown, name: string): void => {
      if (typeof value !== 'object' || value === null) return;
      if ((value as { readonly Resource?: unknown }).Resource === WAITS) found.add(`${machine} ${name}`);
      for (const [key, item] of Object.entries(value)) walk(item, key);
    };
    walk(JSON.parse(readMachineText(process.cwd(), machine)), machine);
  }
  return found;
}

/** Callers without a role: people, the command line, and the event rule, which the function's own policy allows. */
const WITHOUT_ROLE = ['command-line', 'person', 'event-rule'];

/** One action on one pattern of a statement: the smallest unit that may be granted in vain. */
export interface Grant {
  readonly role: string;
  readonly statement: Statement;
  readonly action: string;
  readonly resource: string;
}

/** Users of grants, by the text of the grant. */
type Uses = ReadonlyMap<string, ReadonlySet<string>>;

export class Judge {
  private readonly roles: ReadonlyMap<string, Role>;
  private readonly all: readonly Statement[];
  private readonly found = new Map<string, Set<string>>();
  private readonly refused = new Map<string, string>();
  private readonly waits = waitingStates();

  constructor(
    grants: Grants,
    private readonly place: Place,
  ) {
    this.roles = new Map(grants.roles.map((role) => [role.name, role]));
    this.all = grants.atResources.flatMap(({ statements }) => statements);
    for (const { role, check, why } of unseenCalls({ ...place, roles: grants.roles })) this.ask(role, check, why);
  }

  /**
   * Observes one deployment: its calls, in the order of their answers.
   * @param by name of the caller: an experiment, a scenario
   */
  watch(by: string): (call: CallRecord) => void {
    const { region, account } = this.place;
    const host = (secret: boolean): string =>
      ensure(this.roles.get(secret ? HOSTS.secret : HOSTS.plain), 'the role of the hosts').arn;
    const around: Around = {
      region,
      account,
      ledger: new TagLedger(),
      waits: (role, state) => this.waits.has(`${bareRole(role)} ${state}`),
      s3FilesRoleArn: ensure(this.roles.get(S3_FILES_ROLE), 'the service role of S3 Files').arn,
      roleOfProfile: (profile) => host(profile === NETWORK_IDS.SecretHostProfileArn),
    };
    return (call) => {
      if (!WITHOUT_ROLE.includes(call.role)) {
        for (const check of listChecks(call, around)) this.ask(bareRole(call.role), check, by, call);
      }
      around.ledger.learn(call);
    };
  }

  /** Whether a role may. */
  may(role: string, { action, resource, keys }: Check): boolean {
    return evaluate(this.statementsFor(role), this.request(role, { action, resource, keys })).allowed;
  }

  /** Whether a principal may assume a role. @param principal `Service:<name>` or `AWS:<arn>` */
  mayTake(role: string, principal: string, keys: Keys): boolean {
    const { arn, trust } = ensure(this.roles.get(role), `a role called ${role}`);
    return evaluate(trust, { action: 'sts:AssumeRole', resource: arn, context: new Context(keys), principal }).allowed;
  }

  /** Whether a service, such as `events.amazonaws.com`, may act on a resource with its own policy. */
  lets(service: string, { action, resource, keys }: Check): boolean {
    const request = { action, resource, context: new Context(keys), principal: `Service:${service}` };
    return evaluate(this.all, request).allowed;
  }

  /** Denials without duplicates. */
  denials(): string[] {
    return [...this.refused.values()];
  }

  uses(): Uses {
    return this.found;
  }

  /** All grants, pattern by pattern. A Deny grants nothing. */
  grants(): Grant[] {
    return [...this.roles.values()].flatMap(({ name: role, statements }) =>
      statements
        .filter(({ effect }) => effect === 'Allow')
        .flatMap((statement) =>
          statement.actions.patterns.flatMap((action) =>
            (statement.resources?.patterns ?? []).map((resource) => ({ role, statement, action, resource })),
          ),
        ),
    );
  }

  private ask(role: string, check: Check, by: string, call?: CallRecord): void {
    for (const one of listKeyChecks(check, this.place)) this.ask(role, one, by, call);
    const request = this.request(role, check);
    const { allowed, by: statements } = evaluate(this.statementsFor(role), request);
    if (!allowed) {
      const at = call === undefined ? '' : ` (${call.service}:${call.action} of ${call.state})`;
      const keys = JSON.stringify(check.keys);
      this.refused.set(
        `${role} ${check.action} ${at}`,
        `${role} may not ${check.action} ${check.resource}${at} ${keys}`,
      );
      return;
    }
    for (const statement of statements) this.note(role, statement, request, by);
  }

  private note(role: string, statement: Statement, request: Request, by: string): void {
    for (const action of statement.actions.patterns) {
      for (const resource of statement.resources?.patterns ?? []) {
        const one = {
          ...statement,
          actions: { not: false, patterns: [action] },
          resources: { not: false, patterns: [resource] },
        };
        if (!applies(one, request)) continue;
        const key = grantKey({ role, statement, action, resource });
        const users = this.found.get(key) ?? new Set();
        this.found.set(key, users.add(by));
      }
    }
  }

  private statementsFor(role: string): readonly Statement[] {
    const { statements } = ensure(this.roles.get(role), `a role called ${role}, which makes calls`);
    return [...statements, ...this.all];
  }

  private request(role: string, { action, resource, keys }: Check): Request {
    const principal = `AWS:${ensure(this.roles.get(role), `a role called ${role}`).arn}`;
    return { action, resource, context: new Context(keys), principal };
  }
}

/** A unique text for a grant. */
export function grantKey({ role, statement, action, resource }: Grant): string {
  return [role, action, resource, JSON.stringify(statement.conditions)].join(' | ');
}

/** `arn:aws:iam::000000000000:role/fsxbench-rig` and `fsxbench-close-fence` → `rig`, `close-fence`. */
function bareRole(role: string): string {
  return role.replace(/^.*\//, '').replace(/^fsxbench-/, '');
}

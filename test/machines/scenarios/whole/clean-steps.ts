/** Commands without faults, member by member. */
import { groupBy } from '../../../../lib/shapes/collections';
import { TAG_KEYS } from '../../../../lib/shapes/tags';
import type { PlannedStep, Plan } from '../../../../lib/shapes/plan';
import type { CallRecord } from '../../../../lib/twin/cloud/service';
import { EXECUTION, KEYS, same, type Stage } from '../../stage';

interface Sent {
  readonly rig: string;
  readonly attempt: string;
  readonly prefix: string;
  readonly command: PlannedStep;
}

function listWanted(plan: Plan): Sent[] {
  return plan.rigs.flatMap(({ rig, copies }) => [
    ...copies.flatMap(({ copy, prepare }) =>
      prepare.map((command, index) => ({
        rig,
        command,
        attempt: 'p',
        prefix: `${KEYS.prepare(rig)}${copy}/a${index + 1}/`,
      })),
    ),
    ...plan.trials
      .filter((one) => one.rig === rig)
      .flatMap(({ trial, steps: its }) =>
        its.map((command) => ({ rig, command, attempt: `${trial}.a1`, prefix: KEYS.attempt(rig, trial, 1) })),
      ),
  ]);
}

/** The unique place of the results of a command. */
function formatPlace({ input }: CallRecord): string {
  const { Parameters: given = {} } = input as { Parameters?: Record<string, string[]> };
  return [given['OutputPrefix'], given['Step']].join(' ');
}

/**
 * One command for every command of the plan, to the right hosts, with the right parameters; in the plan's order, except
 * that target instances are prepared concurrently.
 */
export function sentSteps(on: Stage, plan: Plan): string[] {
  const sent = on.calls.filter((call) => call.action === 'SendCommand');
  const places = sent.map(formatPlace);
  const found = listWanted(plan).map((one) => ({ one, at: places.indexOf(`${one.prefix} ${one.command.name}`) }));
  const rows = groupBy(found, ({ one }) => (one.attempt === 'p' ? one.prefix.replace(/a\d+\/$/, '') : 'trials'));
  const turned = [...rows].filter(([, row]) => row.some(({ at }, index) => at < (row[index - 1]?.at ?? 0)));
  return [
    ...same('commands', sent.length, found.length),
    ...turned.map(([row]) => `commands of ${row} were not sent in their order`),
    ...found.flatMap(({ one, at }) => command(sent[at], one, plan)),
  ];
}

function command(call: CallRecord | undefined, { rig, attempt, prefix, command: its }: Sent, plan: Plan): string[] {
  const input = call?.input as Record<string, unknown> | undefined;
  const given = (input?.['Parameters'] ?? {}) as Record<string, string[]>;
  const startAt = Number(given['StartAt']?.[0]);
  const { barrierLeadSeconds: most, barrierMargin, deliverySeconds } = plan.timing;
  // A trial of one command is sent while the one before it runs, which has the same time limit.
  const after = given['After']?.[0] ?? '';
  const follows = after !== 'none';
  const lead = startAt - Date.parse(call?.time ?? '') / 1000 - (follows ? its.expectedSeconds : 0);
  // After the first round it is what hosts needed, with a margin. The one before it may have begun just before.
  const latest = most + (follows ? most : 0.01);
  const late = its.barrier && (lead > latest || lead < Math.min(most, barrierMargin.seconds) - (follows ? 10 : 0.5));
  const patience = follows ? Math.ceil(its.timeoutSeconds + most + deliverySeconds) : 0;
  const { StartAt: _, IssuedAt: issued, ...parameters } = given;
  const age = Date.parse(call?.time ?? '') - Number(issued?.[0]);
  return [
    ...same(`targets of ${attempt}`, input?.['Targets'], [
      { Key: `tag:${TAG_KEYS.stack}`, Values: ['fsxbench-local'] },
      { Key: `tag:${TAG_KEYS.rig}`, Values: [`${EXECUTION}__${rig}`] },
      { Key: `tag:${TAG_KEYS.role}`, Values: its.roles },
    ]),
    ...same('document', input?.['DocumentName'], 'fsxbench-run-script'),
    ...same('all at once', [input?.['MaxConcurrency'], input?.['MaxErrors']], ['100%', '100%']),
    ...same('delivery', input?.['TimeoutSeconds'], plan.timing.deliverySeconds),
    ...same('comment', input?.['Comment'], `${EXECUTION}__${rig} ${attempt} ${its.name}`),
    ...same(`parameters of ${attempt}`, parameters, {
      ScriptKey: [its.scriptKey],
      ScriptSha256: [its.scriptSha256],
      HostsKey: [KEYS.hosts(rig)],
      EndpointsKey: ['none'],
      OutputPrefix: [prefix],
      Attempt: [attempt],
      Step: [its.name],
      ExecutionTimeout: [String(Math.ceil(its.timeoutSeconds + most) + patience)],
      After: [after],
      WrapperKey: ['none'],
    }),
    ...(age >= 0 && age < 500 ? [] : [`${attempt} was sent ${age} ms after the instant that it names`]),
    ...(late ? [`${attempt} starts ${lead} s after it was sent; the barrier's lead is at most ${most}`] : []),
    ...(its.barrier || startAt === 0 ? [] : [`${attempt} has no barrier, but a start`]),
  ];
}

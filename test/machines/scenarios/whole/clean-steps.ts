/** What is sent to hosts where nothing goes wrong: every command, member by member. */
import { TAG } from '../../../../lib/shapes/layout';
import type { PlannedStep, Plan } from '../../../../lib/shapes/plan';
import type { CallRecord } from '../../../../lib/twin/cloud/service';
import { EXECUTION, KEYS, same, type Stage } from '../../stage';

interface Sent {
  readonly rig: string;
  readonly attempt: string;
  readonly prefix: string;
  readonly command: PlannedStep;
}

function wanted(plan: Plan): Sent[] {
  return plan.rigs.flatMap(({ rig, copies }) => [
    ...copies.flatMap(({ copy, prepare }) =>
      prepare.map((command, index) => ({
        rig,
        command,
        attempt: `p.${copy}.${index + 1}`,
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

/** One command for every command of the plan, in its order, to the right hosts, with the right parameters. */
export function sentSteps(on: Stage, plan: Plan): string[] {
  const sent = on.calls.filter((call) => call.action === 'SendCommand');
  return [
    ...same('commands', sent.length, wanted(plan).length),
    ...wanted(plan).flatMap((one, index) => command(sent[index], one, plan)),
  ];
}

function command(call: CallRecord | undefined, { rig, attempt, prefix, command: its }: Sent, plan: Plan): string[] {
  const input = call?.input as Record<string, unknown> | undefined;
  const given = (input?.['Parameters'] ?? {}) as Record<string, string[]>;
  const startAt = Number(given['StartAt']?.[0]);
  const lead = startAt - Date.parse(call?.time ?? '') / 1000;
  const late =
    its.barrier && (lead > plan.timing.barrierLeadSeconds + 0.01 || lead < plan.timing.barrierLeadSeconds - 0.5);
  const { StartAt: _, IssuedAt: issued, ...parameters } = given;
  const age = Date.parse(call?.time ?? '') - Number(issued?.[0]);
  return [
    ...same(`targets of ${attempt}`, input?.['Targets'], [
      { Key: `tag:${TAG.stack}`, Values: ['fsxbench-local'] },
      { Key: `tag:${TAG.rig}`, Values: [`${EXECUTION}__${rig}`] },
      { Key: `tag:${TAG.role}`, Values: its.roles },
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
      ExecutionTimeout: [String(Math.ceil(its.timeoutSeconds + plan.timing.barrierLeadSeconds))],
    }),
    ...(age >= 0 && age < 500 ? [] : [`${attempt} was sent ${age} ms after the instant that it names`]),
    ...(late
      ? [`${attempt} starts ${lead} s after it was sent; the barrier's lead is ${plan.timing.barrierLeadSeconds}`]
      : []),
    ...(its.barrier || startAt === 0 ? [] : [`${attempt} has no barrier, but a start`]),
  ];
}

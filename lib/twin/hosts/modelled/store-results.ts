/** Results in `<prefix><host>/<command>/`, write-once, `status.json` last, as in `run-script.sh`; no empty files. */
import type { Host } from '../../../aws/hosts';
import type { HostStatus } from '../../../workloads/contract';
import type { SimulatedOutput } from '../../printers/contract';
import type { ObjectStore } from '../../cloud/s3/store';
import type { CommandParameters } from './host-task';

export interface CommandRun {
  readonly host: Host;
  readonly parameters: CommandParameters;
  /** Kind of the simulated target. */
  readonly kind: string;
  readonly rc: number;
  /** Epoch seconds. */
  readonly started: number;
  readonly ended: number;
  /** Time of its last upload, by its own clock. */
  readonly sent: number;
  /** Output of its tool; null if the command ended before, or has no model. */
  readonly output: SimulatedOutput | null;
  /** The problem; empty if there was none. */
  readonly problem: string;
  /** Commands of other attempts that ran at the same time. */
  readonly others: readonly string[];
  /** Fixtures of the host, and their mismatch with the plan; null if there is none. */
  readonly slots: HostStatus['slots'];
  readonly wrongFixture: string | null;
}

/** The agreed start of all hosts, epoch seconds; null for `0`, as SSM accepts no empty parameter. */
export function parseStartTime(parameters: CommandParameters): number | null {
  return Number(parameters.StartAt) || null;
}

/** `status.json` of a simulated host; its mount, kernel and facts say so. */
function toHostStatus(ran: CommandRun): HostStatus {
  const { host, parameters, kind, rc, started, ended, sent, output, problem, others, slots, wrongFixture } = ran;
  return {
    host: host.host,
    role: host.role,
    tool: output?.tool ?? 'run-script',
    version: output?.version ?? '1',
    argv: output?.argv ?? ['bash', parameters.ScriptKey],
    rc,
    started,
    ended,
    startAt: parseStartTime(parameters),
    kernel: 'modelled',
    mount: { source: kind, type: 'modelled', options: 'simulated' },
    facts: {
      simulated: '1',
      ...output?.facts,
      ...(problem === '' ? {} : { problem }),
      ...(wrongFixture === null ? {} : { wrongFixture }),
      ...(others.length === 0 ? {} : { others: others.join(', ') }),
    },
    ...(slots === undefined ? {} : { slots }),
    sent,
  };
}

/** @returns the number of stored objects, and how many of them existed before */
export async function storeResults(
  ran: CommandRun,
  bucket: Pick<ObjectStore, 'put'>,
): Promise<{ readonly stored: number; readonly kept: number }> {
  const folder = `${ran.parameters.OutputPrefix}${ran.host.host}/${ran.parameters.Step}/`;
  let [stored, kept] = [0, 0];
  const put = async (name: string, text: string): Promise<void> => {
    if (text === '') return;
    stored += 1;
    if ((await bucket.put(`${folder}${name}`, text, true)) === 'exists') kept += 1;
  };
  for (const [name, text] of Object.entries(ran.output?.files ?? {})) await put(name, text);
  if (ran.problem !== '') await put('raw/stderr.txt', `${ran.problem}\n`);
  await put('status.json', `${JSON.stringify(toHostStatus(ran))}\n`);
  return { stored, kept };
}

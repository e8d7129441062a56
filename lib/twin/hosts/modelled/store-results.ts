/**
 * What a modelled host stores, as `workloads/host/run-script.sh` does: below `<prefix><host>/<command>/`, write-once,
 * `status.json` last. Empty files are left out: nothing reads them, and fleets have hundreds of hosts.
 */
import type { Host } from '../../../aws/hosts';
import type { HostStatus } from '../../../workloads/contract';
import type { ModelledOutput } from '../../printers/contract';
import type { ObjectStore } from '../../cloud/s3/store';
import type { CommandParameters } from './host-task';

/** The command as a host ran it. */
export interface CommandRun {
  readonly host: Host;
  readonly parameters: CommandParameters;
  /** Kind of the target that is modelled. */
  readonly kind: string;
  readonly rc: number;
  /** Epoch seconds. */
  readonly started: number;
  readonly ended: number;
  /** When its last object goes to the bucket, by its own clock. */
  readonly sent: number;
  /** What its tool left; null where it was ended before, or where there is no model of it. */
  readonly output: ModelledOutput | null;
  /** What went wrong; empty where nothing did. */
  readonly problem: string;
  /** Commands of other attempts that ran beside it. */
  readonly others: readonly string[];
  /** What stands on the host, and what it found in place of the fixtures of its trial: null where all was well. */
  readonly slots: HostStatus['slots'];
  readonly wrongFixture: string | null;
}

/** The instant that all hosts agreed on, epoch seconds; null for `0`, as SSM takes no empty parameter. */
export function readStartAt(parameters: CommandParameters): number | null {
  return Number(parameters.StartAt) || null;
}

/** `status.json` of a modelled host: it says in mount, kernel and facts that it is one. */
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
    startAt: readStartAt(parameters),
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

/** @returns how many objects were stored, and how many of them were there already */
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

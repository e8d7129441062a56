/** Hosts for scenarios of the machines, in virtual time: they boot, run commands and write results as scripted. */
import { setMaxListeners } from 'node:events';
import type { Clock } from '../../lib/asl/clock/clock';
import type { ObjectStore } from '../../lib/twin/cloud/s3/store';
import type { CommandResult, HostCommand, HostDriver, HostLaunch, RunningCommand } from '../../lib/twin/hosts/driver';
import { parseHosts } from '../../lib/aws/hosts';

/** Behavior of a host in one command; by default it succeeds after `seconds`. */
export interface Behaviour {
  readonly seconds?: number;
  readonly exitCode?: number;
  /** False: the command ends without an upload. */
  readonly uploads?: boolean;
  /** The host ends in the middle of the command. */
  readonly dies?: boolean;
  /** Never ends by itself. */
  readonly hangs?: boolean;
}

export interface ScriptedHosts extends HostDriver {
  /** Received commands, in order: `<host> <attempt> <command> <startAt>`. */
  readonly seen: string[];
  /** Instances that were launched and not terminated. */
  readonly alive: Set<string>;
}

export interface ScriptedOptions {
  readonly clock: Clock;
  readonly store: ObjectStore;
  readonly bootSeconds?: (launch: HostLaunch) => number | 'never';
  readonly behave?: (host: string, command: HostCommand) => Behaviour;
}

/** A host driver without processes. */
export function scriptedHosts(options: ScriptedOptions): ScriptedHosts {
  const { clock, store } = options;
  const alive = new Set<string>();
  const seen: string[] = [];
  const endings = new Map<string, AbortController>();
  const locks = new Map<string, Promise<CommandResult>>();

  const work = async (instanceId: string, command: HostCommand, cancel: AbortSignal): Promise<CommandResult> => {
    const given = command.parameters;
    const hosts = parseHosts((await store.get(given['HostsKey'] ?? ''))?.text ?? '');
    const host = hosts.find((one) => one.instanceId === instanceId)?.host ?? 'unknown';
    const script = await store.get(given['ScriptKey'] ?? '');
    if (script === undefined) return { exitCode: 97, status: 'Failed', stdout: '', stderr: 'no such script' };
    seen.push(`${host} ${given['Attempt']} ${given['Step']} ${given['StartAt']}`);
    const does = options.behave?.(host, command) ?? {};
    const lead = Math.max(0, Number(given['StartAt']) * 1000 - clock.now());
    const seconds =
      does.hangs === true
        ? command.executionTimeoutSeconds + 1
        : (does.seconds ?? (given['Step'] === 'measure' ? 5 : 1));
    const limit = Math.min(seconds * 1000 + lead, command.executionTimeoutSeconds * 1000);
    if ((await clock.sleep(limit, cancel)) === 'cancelled')
      return { exitCode: 143, status: 'Cancelled', stdout: '', stderr: '' };
    if (does.dies === true) {
      alive.delete(instanceId);
      return { exitCode: -1, status: 'Failed', stdout: '', stderr: 'host gone' };
    }
    const exitCode = does.hangs === true ? 124 : (does.exitCode ?? 0);
    const ended = { host, rc: exitCode, at: clock.now() / 1000, lead: lead / 1000, seconds, script: script.text };
    if (does.uploads !== false) await upload(store, given, ended);
    return { exitCode, status: exitCode === 0 ? 'Success' : 'Failed', stdout: '', stderr: '' };
  };

  return {
    seen,
    alive,
    launch: async (launch) => {
      alive.add(launch.instanceId);
      const boot = options.bootSeconds?.(launch) ?? 0.5;
      const ending = new AbortController();
      // One listener a command, and a host runs many.
      setMaxListeners(0, ending.signal);
      endings.set(launch.instanceId, ending);
      if (boot === 'never') throw new Error('boot script failed');
      await clock.sleep(boot * 1000, ending.signal);
    },
    run: (instanceId, command): RunningCommand => {
      const cancel = new AbortController();
      endings.get(instanceId)?.signal.addEventListener('abort', () => cancel.abort());
      // The lock by attempt: a second delivery waits for the first.
      const lock = `${instanceId} ${command.parameters['Attempt']} ${command.parameters['Step']}`;
      const done = locks.get(lock) ?? work(instanceId, command, cancel.signal);
      locks.set(lock, done);
      return { done, cancel: () => cancel.abort() };
    },
    terminate: async (instanceId) => {
      alive.delete(instanceId);
      endings.get(instanceId)?.abort();
      await clock.sleep(1_000);
    },
    survivors: () => Promise.resolve([]),
  };
}

/** The end of a command on a host; times in seconds. */
interface CommandEnd {
  readonly host: string;
  readonly rc: number;
  readonly at: number;
  readonly lead: number;
  readonly seconds: number;
  readonly script: string;
}

/** The slots of a script, as reported by a host with these fixtures. */
function slotsIn(script: string): Readonly<Record<string, unknown>> {
  const lines = /export FSXBENCH_SLOTS='([^']*)'/.exec(script)?.[1]?.trim().split('\n') ?? [];
  return Object.fromEntries(
    lines.map((line) => {
      const [slot = '', key] = line.split(' ');
      return [slot, { key, state: 'standing', stays: true }];
    }),
  );
}

/** One job as in `SPEC` of the stage: 4 KiB, four I/Os in flight, four seconds; 1,000 I/Os a second. */
function fioResult(script: string): string {
  const direction = /rw=rand(read|write)/.exec(script)?.[1] ?? 'read';
  const [iops, bs, seconds] = [1000, 4096, 4];
  const ios = iops * seconds;
  const latency = { min: 1e6, max: 9e6, mean: 4e6, N: ios };
  const figures = { iops, bw_bytes: iops * bs, io_bytes: ios * bs, io_kbytes: (ios * bs) / 1024, total_ios: ios };
  const measured = { ...figures, runtime: 1000 * seconds, clat_ns: latency, lat_ns: latency };
  return JSON.stringify({ 'fio version': 'fio-3.33', jobs: [{ jobname: 'fio', error: 0, [direction]: measured }] });
}

async function upload(
  store: ObjectStore,
  given: Readonly<Record<string, string>>,
  { host, rc, at: ended, lead, seconds, script }: CommandEnd,
): Promise<void> {
  const folder = `${given['OutputPrefix']}${host}/${given['Step']}/`;
  const started = ended - seconds;
  const status = {
    host,
    role: host.replace(/-\d+$/, ''),
    tool: 'fio',
    version: 'fio-3.33',
    argv: ['fio'],
    rc,
    started: started - lead,
    ended,
    startAt: given['StartAt'] === '0' ? null : Number(given['StartAt']),
    kernel: '6.1',
    mount: { source: '/dev/x', type: 'ext4', options: 'rw' },
    facts: { ioengine: 'libaio', direct: '1', unwrittenBytes: '0', began: String(ended - seconds) },
    slots: slotsIn(script),
  };
  await store.put(`${folder}raw/stderr.txt`, rc === 0 ? '' : 'the tool said why\n', true);
  if (rc === 0 && given['Step'] === 'measure') await store.put(`${folder}raw/fio.json`, fioResult(script), true);
  await store.put(`${folder}status.json`, JSON.stringify(status), true);
}

/** How a local execution is brought to its end when somebody is in a hurry, and what proves that nothing is left. */
import { existsSync } from 'node:fs';
import { relative } from 'node:path';
import { layout } from '../../shapes/layout';
import type { Plan } from '../../shapes/plan';
import type { Receipt } from '../../shapes/receipt';
import { readJson, writeText } from '../../aws/bucket';
import { startGuardian } from '../../aws/recovery/start-guardian';
import { formatComplaint } from '../../twin/checkers/check';
import type { Complaint } from '../../twin/checkers/facts';
import { FUNCTIONS } from '../../twin/functions';
import { endAtOnce } from '../../twin/hosts/real/at-once';
import type { World } from '../../twin/world';
import type { Cli } from '../command';
import { EXIT, type ExitCode } from '../outcome';
import type { LocalFolders } from './folders';
import { freeMib } from './working-folder';
import { isAboutResults } from './local-check';

/** The second Ctrl-C: the load is killed, and what stays is told. Nothing is awaited. */
export function endedAtOnce(cli: Cli, folders: LocalFolders, plan: Plan, json: boolean): ExitCode {
  const left = endAtOnce(folders.hosts);
  const none = left.folders.length === 0 && left.data.length === 0;
  if (json)
    cli.out.write(`${JSON.stringify({ executionId: plan.executionId, outcome: 'ENDED_AT_ONCE', left }, null, 2)}\n`);
  const places = [...left.data, ...left.folders].map((path) => `  ${relative(cli.cwd, path) || path}\n`).join('');
  cli.err.write(
    none
      ? 'Ended at once; no host was left. `fsxbench clean`, in this folder, saves what was measured.\n'
      : `Ended at once; the processes of its hosts were killed. Left:\n${places}` +
          '`fsxbench clean`, in this folder, removes it and saves what was measured.\n',
  );
  return none ? EXIT.interrupted : EXIT.left;
}

/**
 * Sees to it that there is a receipt: an abort can come before a guardian was started, and a guardian can fail. One
 * more is started, and no third: what two could not remove is for a person.
 */
export async function proveEnd(world: World, { executionId, experiment }: Plan): Promise<void> {
  if ((await readJson<Receipt>(world.context, layout(experiment, executionId).receipt)) !== null) return;
  await startGuardian({ executionId, experiment, why: 'it ended without a receipt' }, world.context);
  await world.settled();
}

/**
 * A receipt that its checks call false is not clean: it is written again, with what they say, so that file, report and
 * terminal tell the same.
 * @returns the receipt as it stands now
 */
export async function corrected(
  world: World,
  { executionId, experiment }: Plan,
  receipt: Receipt | null,
  complaints: readonly Complaint[],
): Promise<Receipt | null> {
  const about = complaints.filter((one) => !isAboutResults(one));
  if (receipt?.clean !== true || about.length === 0) return receipt;
  const failed = about.map((one) => ({ kind: 'check failed', id: formatComplaint(one), rig: null, state: 'unknown' }));
  const mended: Receipt = { ...receipt, clean: false, left: [...receipt.left, ...failed] };
  await writeText(world.context, layout(experiment, executionId).receipt, `${JSON.stringify(mended, null, 2)}\n`);
  await FUNCTIONS.analyse({ executionId, experiment, ended: receipt.outcome }, world.context).catch(() => undefined);
  return mended;
}

/** Between two looks at the folder, milliseconds. */
const LOOK_MS = 500;

/**
 * Looks whether the folder of local state is still there: an execution whose folder was deleted measures nothing any
 * more, and must end.
 * @param note file that this process has written into it
 * @param gone called once
 * @returns what ends the looking
 */
export function watchFolder(note: string, gone: () => void): () => void {
  const timer = setInterval(() => {
    if (existsSync(note)) return;
    clearInterval(timer);
    gone();
  }, LOOK_MS);
  return () => clearInterval(timer);
}

/** What could not be removed, and what to do; for a receipt that is not clean, or that could not be written. */
export function leftText(receipt: Receipt | null): string {
  const lines = [
    ...(receipt?.left ?? []).map(({ kind, id, state }) => `  ${kind} ${id} (${state})\n`),
    ...(receipt?.unlisted ?? []).map(
      ({ kind, why }) => `  whatever there is of ${kind}, which could not be listed (${why})\n`,
    ),
  ];
  const what =
    receipt === null ? 'No receipt could be written: what is left is not known.\n' : `Still left:\n${lines.join('')}`;
  return (
    `${what}Mend what the messages above say (a device that does not answer, rights, a full disk), then run ` +
    '`fsxbench clean` in this folder; it may be repeated. What it cannot remove either is to be removed by hand.\n'
  );
}

/** With less than this nothing more can be kept, MiB. */
const FULL_MIB = 1;

/** A line where the disk of the results is full: no trial can tell that, for there is no place where it could. */
export function fullText({ root }: LocalFolders): string {
  const free = freeMib(root);
  if (free === null || free >= FULL_MIB) return '';
  return (
    `the disk that holds ${root} is full: what did not fit is lost. Make room, then run it again under ` +
    'another name\n'
  );
}

/** On a full disk rows and receipt could not be written: one line says so, not one for each of them. */
export function worthTelling(complaints: readonly Complaint[], full: string): readonly Complaint[] {
  return full === '' ? complaints : complaints.filter((one) => !isAboutResults(one) && one.code !== 'NoReceipt');
}

/** What a person is told who ends a local execution in a hurry, or of what it left. */
import { relative } from 'node:path';
import type { Plan } from '../../shapes/plan';
import type { Receipt } from '../../shapes/receipt';
import type { Complaint } from '../../twin/checkers/facts';
import { endAtOnce } from '../../local/end-at-once';
import type { Cli } from '../command';
import { EXIT, type ExitCode } from '../outcome';
import { freeMib, type LocalFolders } from '../../local/working-folder';
import { isAboutResults } from '../../local/check';

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

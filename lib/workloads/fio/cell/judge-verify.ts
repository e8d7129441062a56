/** What hosts read back after a trial: is it what was written, and all of it? */
import { formatBytes } from '../../../shapes/quantity';
import type { Reason } from '../../../shapes/verdict';
import { readOutput } from '../output/parse';
import type { HostOutput } from './read-host';
import type { DataParams } from '../schema';
import { readBackBytes } from './verify';

/** What the call that reads back prints, and what it says beside it. */
export const READ_BACK_FILE = 'raw/verify.json';
const SAID = 'raw/verify.stderr';

/** Reasons of all hosts whose measurement ended well; where all is sound, one note of them together. */
export function judgeReadBack(hosts: readonly HostOutput[], params: DataParams): readonly Reason[] {
  const { verify } = params;
  const ended = hosts.filter(({ raw }) => raw.status?.rc === 0);
  if (verify === undefined || ended.length === 0) return [];
  const found = ended.flatMap((host) => ofHost(host, readBackBytes(params)));
  if (found.length > 0) return found;
  const text =
    `hosts read their files back after the measured time, and each 4 KiB was what they had written (verify: ` +
    `${verify}); filling and checksumming took processor time of theirs while they wrote`;
  return [{ level: 'note', code: 'Verified', text }];
}

function ofHost({ raw }: HostOutput, asked: number): readonly Reason[] {
  const textOf = (name: string): string => raw.files.find((file) => file.name === name)?.text ?? '';
  // fio may print what it found, and count no error.
  const { runs, findings } = readOutput(`${textOf(SAID)}\n${textOf(READ_BACK_FILE)}`);
  const failed = findings.find(({ code }) => code === 'VerifyFailed');
  if (failed !== undefined) return [{ level: 'invalid', code: 'VerifyFailed', text: `${raw.host}: ${failed.text}` }];
  const read = runs.flatMap(({ directions }) => directions).reduce((sum, { bytes }) => sum + bytes, 0);
  const wrong = findings.find(({ severity }) => severity === 'failed');
  if (read >= asked && wrong === undefined) return [];
  const why = wrong === undefined ? '' : `: ${wrong.text}`;
  const text = `${raw.host}: ${formatBytes(read)} of the ${formatBytes(asked)} that were to be verified were read back`;
  return [{ level: 'invalid', code: 'NotVerified', text: `${text}${why}` }];
}

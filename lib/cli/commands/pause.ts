/** `fsxbench pause` and `fsxbench resume`: whether a deployment takes starts. */
import { readPaused, writePaused } from '../../aws/operator';
import { type AccountCommand, inAccount } from '../account/operate';
import { printAnswer } from '../command';
import { textOf } from '../options';
import { EXIT } from '../outcome';

export const pause: AccountCommand = async (cli, operator, _args, options) => {
  await writePaused(true, textOf(options['reason']), operator);
  const text =
    `${operator.config.stack} refuses every start from now on, scheduled ones too. What runs goes on.\n` +
    'To stop it: fsxbench stop --all. To go on: fsxbench resume\n';
  printAnswer(cli, options, { paused: true }, text);
  return EXIT.done;
};

export const resume: AccountCommand = async (cli, operator, _args, options) => {
  const before = await readPaused(operator);
  if (before !== null) await writePaused(false, undefined, operator);
  const was = before === null ? 'was not paused' : `takes starts again; it was paused since ${before.at}`;
  printAnswer(cli, options, { paused: false }, `${operator.config.stack} ${was}.\n`);
  return EXIT.done;
};

export const run = inAccount('pause', pause);
export const runResume = inAccount('resume', resume);

/** The setting `jobFile` of a spec. */
import * as z from 'zod';
import { about } from '../../../shapes/setting';
import { allowed, also } from '../../fields';
import type { Problem } from '../../../shapes/problem';
import type { Fault } from './ini';
import { readJobFile } from './read';

/** In the schema. */
export const JOB_FILE_FIELD = z
  .string({ error: allowed('the text of a job file of fio') })
  .optional()
  .meta(also('job_file', 'jobfile', 'job', 'jobs'))
  .meta(
    about(
      'A job file of fio as it is, which says all of this itself: `jobFile: |` and its text below, or the name of a ' +
        'file below the folder of the spec that ends in .fio: the command line puts its text there. What would make ' +
        'figures untrue or leave the folder of a trial is refused with its line. Operations are called by the job: ' +
        '`NAME read`. `verify` is taken where one job, alone in its turn, writes all of its size once and reads it ' +
        'back; these reads are no figures.',
    ),
  );

/** All that is wrong with a text, each with its line where it is of one. */
export function jobFileFaults(text: string): readonly Pick<Problem, 'message' | 'textLine'>[] {
  if (!text.includes('\n'))
    return [
      {
        message:
          'one line is no job file; write `jobFile: |` and below it, indented, its text, or for the command line the ' +
          'name of a file below the folder of the spec that ends in .fio',
      },
    ];
  return readJobFile(text).faults.map(atLine);
}

/** What is said of a line of a job file. */
export function atLine({ line, text }: Fault): Required<Pick<Problem, 'message' | 'textLine'>> {
  return { message: `line ${line}: ${text}`, textLine: line };
}

/** The setting `toJobFile` of a spec. */
import * as z from 'zod';
import type { Problem } from '../../../shapes/problem';
import { mustBe } from '../../fields';
import type { LineFault } from './ini';
import { readJobFile } from './read-job-file';

/** In the schema. */
export const JOB_FILE_FIELD = z.string({ error: mustBe('the text of a job file of fio') }).optional();

/** All that is wrong with a text, each with its line where it is of one. */
export function checkJobFile(text: string): readonly Pick<Problem, 'message' | 'textLine'>[] {
  if (text.includes('\n')) return readJobFile(text).faults.map(toLineProblem);
  const message =
    'one line is no job file; write `jobFile: |` and below it, indented, its text, or for the command line the name ' +
    'of a file below the folder of the spec that ends in .fio';
  return [{ message }];
}

/** What is said of a line of a job file. */
export function toLineProblem({ line, text }: LineFault): Required<Pick<Problem, 'message' | 'textLine'>> {
  return { message: `line ${line}: ${text}`, textLine: line };
}

/** Of a figure: `NAME read`. */
export function operationName(job: string, direction: string): string {
  return `${job} ${direction}`;
}

/** Name of the job of a run: see `runsOf`. */
export function getJobName(label: string): string {
  return label.slice(0, label.lastIndexOf('/'));
}

/** The setting `toJobFile` of a spec. */
import * as z from 'zod';
import type { Problem } from '../../../shapes/problem';
import { createValueError } from '../../fields';
import type { LineFault } from './ini';
import { readJobFile } from './read-job-file';

export const JOB_FILE_FIELD = z.string({ error: createValueError('the text of a fio job file') }).optional();

/** Problems of a job file's text, each with its line if known. */
export function checkJobFile(text: string): readonly Pick<Problem, 'message' | 'textLine'>[] {
  if (text.includes('\n')) return readJobFile(text).faults.map(toLineProblem);
  const message =
    'a job file has several lines; write `jobFile: |` with its text indented below or, if you use the command line, ' +
    'the name of a .fio file below the folder of the spec';
  return [{ message }];
}

export function toLineProblem({ line, text }: LineFault): Required<Pick<Problem, 'message' | 'textLine'>> {
  return { message: `line ${line}: ${text}`, textLine: line };
}

/** Name of an operation in the results: `NAME read`. */
export function formatOperation(job: string, direction: string): string {
  return `${job} ${direction}`;
}

/** Job name from the label of its run; see `groupRuns`. */
export function getJobName(label: string): string {
  return label.slice(0, label.lastIndexOf('/'));
}

/** What results call the jobs of a file. */

/** Of a figure: `NAME read`. */
export function operationName(job: string, direction: string): string {
  return `${job} ${direction}`;
}

/** Name of the job of a run: see `runsOf`. */
export function nameOf(label: string): string {
  return label.slice(0, label.lastIndexOf('/'));
}

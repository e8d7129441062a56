/** Output of IOR: its report for people of versions 3.0 to 4.1, its JSON, and its CSV. */
import type { ToolResult } from '../../../shapes/tool-result';
import { errorLines, failed, MOST_CHARACTERS } from '../../tools/mpi-output';
import { readJson } from './json';
import { type Found, readText } from './text';

const TOOL = 'ior';

/** As `fsxbench parse` prints it. Never throws. */
export function parseOutput(text: string): ToolResult {
  if (text.trim() === '') return failed(TOOL, null, 'the file is empty: IOR wrote nothing');
  if (text.length > MOST_CHARACTERS) return failed(TOOL, null, `it has ${text.length} characters: that is no report`);
  const found = readJson(text) ?? readText(text);
  const runs = found.runs.flatMap((run, index) =>
    run.observations.length === 0 ? [] : [{ label: String(index), ...run }],
  );
  const problems = problemsOf(found, text, runs.length);
  return {
    tool: TOOL,
    toolVersion: found.version,
    status: problems.length === 0 ? 'ok' : runs.length === 0 || found.impossible !== null ? 'failed' : 'suspect',
    problems,
    ...(found.impossible === null ? {} : { impossible: true }),
    runs,
  };
}

function problemsOf({ runs, version, impossible, broken }: Found, text: string, whole: number): readonly string[] {
  const said = errorLines(text);
  const found = [impossible, broken].flatMap((one) => one ?? []);
  if (whole === 0) {
    const known = version === null ? 'no output of IOR' : 'it ended without a result';
    return [...found, said === '' ? known : `${known}: ${said}`];
  }
  if (whole < runs.length) found.push(`${runs.length - whole} of ${runs.length} runs have no result`);
  return said === '' ? found : [...found, said];
}

/** Reads specs that a deployment starts on a schedule, and checks them like `fsxbench validate`. */
import { checkSpec } from '../check-spec';
import type { Cli } from '../command';
import { MAX_SPEC_BYTES } from '../spec-file';
import { readUserText } from '../user-file';
import { openWorkspace, pickPrices, type Workspace } from '../workspace';
import { PRICED_REGIONS } from '../../pricing/aws';
import type { Plan } from '../../shapes/plan';
import { countProblems, formatProblems } from '../text/problems';

/** A spec with the facts of its EventBridge schedule. */
export interface ScheduledSpec {
  readonly experiment: string;
  readonly text: string;
  readonly expression: string;
  readonly timezone: string;
  readonly plan: Plan;
}

/** Names are part of every payload: the longest one is the worst case. */
const LONGEST_NAME = 'x'.repeat(48);

/**
 * @param files paths relative to the current folder
 * @param region whose prices are used
 * @returns `faults`: all problems of all specs as text; empty if every spec can be scheduled. `advice`: one
 *   line, or empty
 */
export async function readScheduledSpecs(
  cli: Pick<Cli, 'root' | 'cwd'>,
  files: readonly string[],
  region: string | undefined,
): Promise<{ readonly specs: readonly ScheduledSpec[]; readonly faults: string; readonly advice: string }> {
  const workspace = await openWorkspace(cli, pickPrices(undefined, { AWS_REGION: region }));
  const read = files.map((file) => readOne(workspace, file));
  return {
    specs: read.flatMap(({ spec }) => (spec === null ? [] : [spec])),
    faults: read.map(({ fault }) => fault).join(''),
    advice: files.length === 0 || region === undefined || PRICED_REGIONS.includes(region) ? '' : adviseRegion(region),
  };
}

function adviseRegion(region: string): string {
  return (
    `advice: schedules: this version has no prices for ${region}; admission reads AWS's price files, and refuses ` +
    `starts if it cannot. Regions with prices: ${PRICED_REGIONS.join(', ')}\n`
  );
}

function readOne(workspace: Workspace, file: string): { readonly spec: ScheduledSpec | null; readonly fault: string } {
  const cannot = (why: string): string => `${file} cannot be scheduled: ${why}\n`;
  const read = readUserText(workspace.folder, file, MAX_SPEC_BYTES);
  if ('why' in read) return { spec: null, fault: cannot(read.why) };
  const { text } = read;
  const names = { executionId: LONGEST_NAME, stack: LONGEST_NAME };
  const { problems, planned } = checkSpec(workspace, { file, text }, { ...names, startedAt: 0 });
  const errors = problems.filter(({ severity }) => severity === 'error');
  if (planned === undefined) {
    const { error } = countProblems(problems);
    return { spec: null, fault: formatProblems(errors, file, text, false) + cannot(`errors: ${error}`) };
  }
  const { experiment, spec, local } = planned.plan;
  if (local) return { spec: null, fault: cannot('its targets are folders of a local machine') };
  if (spec.schedule === undefined) return { spec: null, fault: cannot('it has no `schedule` with a `cron`') };
  const { cron, timezone } = spec.schedule;
  return { spec: { experiment, text, expression: `cron(${cron})`, timezone, plan: planned.plan }, fault: '' };
}

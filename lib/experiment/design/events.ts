/** Events of a configuration: parsing, and the effects of a change during a trial. */
import rules from '../rules.json';
import { findChange, type PlannedEvent, type WorkloadEvent } from '../../shapes/events';
import type { CopyChange, TrialPlan } from '../../shapes/plan';
import type { Workload } from '../../workloads/contract';
import { problemAt, type Path, type Problem } from '../../shapes/problem';
import type { Entry, Role } from '../../shapes/spec';
import type { EventSpec } from '../language/events';
import { listStages } from '../language/settings';

interface EventContext {
  readonly workload: string;
  readonly target: string;
  readonly stage: string | null;
  readonly next: string | null;
  /** Target settings in a stage; undefined if another check reports problems of them. */
  configAt(stage: string): unknown;
}

/** The stage after another stage of a target; null for the last. */
export function findNextStage(entry: Entry, stage: string | null): string | null {
  const stages = listStages(entry);
  return stages[stages.indexOf(stage) + 1] ?? null;
}

/** Events with all their settings for a configuration, or the reasons why they do not apply. */
export function resolveEvents(
  written: readonly EventSpec[],
  around: EventContext,
): { readonly found: readonly WorkloadEvent[]; readonly wrong: readonly Problem[] } {
  const wrong: Problem[] = [];
  const found = written.flatMap((event, index): WorkloadEvent[] => {
    const path: Path = ['workloads', around.workload, 'events', index];
    const { at: atSeconds, change, kill } = event;
    if (kill !== undefined) {
      const { resumeOn = kill.role, ...rest } = kill;
      return [{ atSeconds, action: { kill: { ...rest, resumeOn } } }];
    }
    if (change === undefined) return [];
    const problem = checkNextStage(change, around, [...path, 'change']);
    if (problem !== undefined) {
      wrong.push(problem);
      return [];
    }
    const config = around.configAt(change);
    if (config === undefined) return [];
    return [{ atSeconds, action: { change, config: config as Readonly<Record<string, unknown>> } }];
  });
  const second = written.flatMap(({ change }, index) => (change === undefined ? [] : [index]))[1];
  if (second !== undefined)
    wrong.push(problemAt(rules.changedOnceATrial, ['workloads', around.workload, 'events', second, 'change']));
  return { found, wrong };
}

/** A trial can change its target only to the next stage, because stages follow in order. */
function checkNextStage(
  change: string,
  { workload, target, stage, next }: EventContext,
  path: Path,
): Problem | undefined {
  if (change === next) return undefined;
  const here =
    stage === null ? `\`${target}\` has no stages` : `this workload runs on \`${target}\` in stage \`${stage}\``;
  const there = next === null ? (stage === null ? '' : ', the last one') : `, and the next one is \`${next}\``;
  const remedy =
    stage === null
      ? 'Name a stage of a target that has stages'
      : `Name the next stage, or write \`exclude: [{ workload: ${workload}, stage: ${stage} }]\``;
  return problemAt(rules.unknownStage, path, { change, here, there, remedy });
}

interface EventCell {
  readonly target: string;
  readonly workloadKind: Pick<Workload, 'duration'>;
  readonly params: Readonly<Record<string, unknown>>;
  readonly fleet: Readonly<Record<string, Pick<Role, 'count'>>>;
  readonly events: readonly WorkloadEvent[];
}

export interface PlannedEvents {
  readonly planned: Pick<TrialPlan, 'events'>;
  readonly transition?: { readonly copy: string; readonly stage: string; readonly config: CopyChange['config'] };
  /** Seconds from the start of the measuring step until the change, and from the change until the end of the trial. */
  readonly before: number;
  readonly after: number;
}

/**
 * Chooses the hosts that a kill hits by a rule that hosts know, too (workloads/kafka/events.sh): host `number` modulo
 * the number of hosts of the role, and the next ones. A second attempt hits the same hosts.
 * @param number of the trial in its plan, as in its name
 */
export function planEvents(
  { cell, on }: { readonly cell: EventCell; readonly on: { readonly copy: string } },
  number: number,
): PlannedEvents {
  if (cell.events.length === 0) return { planned: {}, before: 0, after: 0 };
  const { measured, warmUp } = cell.workloadKind.duration(cell.params);
  const events = cell.events.map((event): PlannedEvent => {
    if (!('kill' in event.action)) return event;
    const { role, hosts } = event.action.kill;
    const count = cell.fleet[role]?.count ?? 1;
    const hit = Array.from({ length: hosts }, (_, index) => (number + index) % count);
    return { ...event, hosts: hit.toSorted((a, b) => a - b) };
  });
  const change = findChange(events);
  return {
    planned: { events },
    ...(change === undefined ? {} : { transition: { copy: on.copy, stage: change.stage, config: change.config } }),
    before: change === undefined ? 0 : warmUp + change.atSeconds,
    after: change === undefined ? 0 : measured - change.atSeconds,
  };
}

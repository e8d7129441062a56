/** Plans and specs of shipped kinds, for tests. */
import { readFileSync } from 'node:fs';
import { readScripts } from '../../lib/aws/scripts';
import { makePlan, type PlanOptions, type PlanResult } from '../../lib/experiment/plan/make-plan';
import { readSpec, readSpecObject } from '../../lib/experiment/reading/read-spec';
import { buildPriceBook } from '../../lib/pricing/aws';
import type { ScriptFiles } from '../../lib/workloads/contract';

type SoundPlan = Extract<PlanResult, { ok: true }>;

/** A plan at the prices of us-east-1, or the reason of its refusal. @param asked a valid spec, as text or data */
export function planReal(asked: string | object, scripts: ScriptFiles, options: Partial<PlanOptions> = {}): PlanResult {
  const { spec, problems } = typeof asked === 'string' ? readSpec(asked, 'spec.yaml') : readSpecObject(asked);
  if (spec === undefined) throw new Error(JSON.stringify(problems));
  const names = { executionId: 'e1', stack: 's', startedAt: Date.UTC(2026, 0, 1) };
  return makePlan(spec, { ...names, scripts, prices: buildPriceBook('us-east-1'), ...options });
}

/** The same; fails where it is refused. */
export function soundReal(...asked: Parameters<typeof planReal>): SoundPlan {
  const planned = planReal(...asked);
  if (!planned.ok) throw new Error(JSON.stringify(planned.problems));
  return planned;
}

let scripts: Promise<ScriptFiles> | undefined;
/** Scripts of `workloads/`, read once. */
export const readHostScripts = (): Promise<ScriptFiles> => (scripts ??= readScripts('workloads'));

/** A plan with the scripts of `workloads/`; fails where it is refused. */
export async function planSound(asked: string | object, options: Partial<PlanOptions> = {}): Promise<SoundPlan> {
  return soundReal(asked, await readHostScripts(), options);
}

export const readShipped = (name: string): string => readFileSync(`experiments/${name}.yaml`, 'utf8');

const shipped = new Map<string, Promise<SoundPlan>>();
/** The plan of a shipped experiment, made once. */
export function planShipped(name: string): Promise<SoundPlan> {
  const planned = shipped.get(name) ?? planSound(readShipped(name));
  shipped.set(name, planned);
  return planned;
}

/** A small spec of real kinds: fio on one Lustre file system of 1200 GiB. */
export function lustreSpec(changes: Readonly<Record<string, unknown>> = {}): Record<string, unknown> {
  return {
    experiment: 'real',
    question: 'Which?',
    targets: { scratch: { kind: 'fsx-lustre', deploymentType: 'SCRATCH_2', storageGiB: 1200 } },
    fleet: { client: { count: 2, instanceType: 'c5n.2xlarge' } },
    workloads: { fio: makeFio('8 GiB') },
    decide: { metric: 'bandwidth' },
    ...changes,
  };
}

/** Reads of two jobs, each with its own file. */
export function makeFio(size: string): Record<string, unknown> {
  return { kind: 'fio', rw: 'read', bs: '1m', numjobs: 2, size };
}

/** A persistent file system of 1200 GiB, with other settings. */
export function persistent(settings: Readonly<Record<string, unknown>> = {}): Record<string, unknown> {
  return { kind: 'fsx-lustre', deploymentType: 'PERSISTENT_2', storageGiB: 1200, perUnitMBps: 125, ...settings };
}

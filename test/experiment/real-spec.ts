/** Plans and specs of shipped kinds, for tests. */
import { makePlan, type PlanOptions, type PlanResult } from '../../lib/experiment/plan/make-plan';
import { readSpec, readSpecObject } from '../../lib/experiment/reading/read-spec';
import { buildPriceBook } from '../../lib/pricing/aws';
import type { ScriptFiles } from '../../lib/workloads/contract';

/** A plan at the prices of us-east-1, or the reason of its refusal. @param asked a valid spec, as text or data */
export function planReal(asked: string | object, scripts: ScriptFiles, options: Partial<PlanOptions> = {}): PlanResult {
  const { spec, problems } = typeof asked === 'string' ? readSpec(asked, 'spec.yaml') : readSpecObject(asked);
  if (spec === undefined) throw new Error(JSON.stringify(problems));
  const names = { executionId: 'e1', stack: 's', startedAt: Date.UTC(2026, 0, 1) };
  return makePlan(spec, { ...names, scripts, prices: buildPriceBook('us-east-1'), ...options });
}

/** The same; fails where it is refused. */
export function soundReal(...asked: Parameters<typeof planReal>): Extract<PlanResult, { ok: true }> {
  const planned = planReal(...asked);
  if (!planned.ok) throw new Error(JSON.stringify(planned.problems));
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

/** How tools are called, as far as their kinds tell it before hosts do. */
import { expected } from '../../shapes/errors';
import type { Plan } from '../../shapes/plan';
import { shellWord } from '../../shapes/quote';
import { counted } from '../../results/format';
import { workloadOf } from '../../workloads/registry';

/** Calls that are shown of each workload: plans may have a thousand cells. */
const SHOWN = 3;

/** Each call once, workload by workload, in the order of the cells; none of kinds that do not tell it. */
export function commandLines(plan: Plan): string[] {
  const calls = new Map<string, Set<string>>();
  for (const cell of plan.cells) {
    const kind = workloadOf(expected(plan.spec.workloads[cell.workload], `workload ${cell.workload}`).kind);
    const trial = plan.trials.find((one) => one.cell === cell.cellId);
    const rig = plan.rigs.find((one) => one.rig === trial?.rig);
    const roles = (rig?.roles ?? []).map(({ role }) => role);
    const [first] = kind?.roles(cell.params, roles) ?? [];
    const hosts = rig?.roles.find(({ role }) => role === first?.role)?.count;
    // Hosts of one machine are one.
    const words = hosts === undefined ? undefined : kind?.command?.(cell.params, plan.local ? 1 : hosts);
    if (words === undefined) continue;
    const known = calls.get(cell.workload) ?? new Set();
    calls.set(cell.workload, known.add(words.map(shellWord).join(' ')));
  }
  return [...calls].flatMap(([workload, texts]) => {
    const more = texts.size - SHOWN;
    return [
      ...[...texts].slice(0, SHOWN).map((text) => `${workload}: ${text}`),
      ...(more > 0 ? [`${workload}: and ${counted(more, 'more call')} (--scripts has all)`] : []),
    ];
  });
}

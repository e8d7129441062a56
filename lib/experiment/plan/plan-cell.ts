/** Configurations in the form of the plan, and what they measure. */
import type { PriceBook } from '../../shapes/price';
import type { Cell, Plan } from '../../shapes/plan';
import { canonicalize } from '../../shapes/canonical-json';
import { getOrMake, groupBy, sumAll } from '../../shapes/collections';
import { resolveMetrics } from '../../shapes/metric';
import { toMetrics } from '../../shapes/telemetry';
import { listDataRemarks } from '../../workloads/demand';
import type { ResolvedCell } from '../design/cells';
import { priceHostsPerHour, priceStoragePerHour } from './estimate';
import { priceTransfer } from './rig/transfer-cost';

/** A configuration in the form of the plan, with provisioned rates and prices, so that results need no target kinds. */
export function planCell(cell: ResolvedCell, book: PriceBook): Cell {
  const { cellId, levels, target, stage, workload, params, targetConfig, mounts = {}, publishedSeconds, fleet } = cell;
  const { targetKind: kind, workloadKind: tool } = cell;
  const remarks = [
    ...(kind.performance.remarks?.(targetConfig) ?? []),
    ...listDataRemarks(tool.kind, params, targetConfig),
  ];
  const load = tool.traffic.load?.(params) ?? null;
  const measuring = tool.roles(params, Object.keys(fleet)).filter(({ measures }) => measures);
  const asking = sumAll(measuring.map(({ role }) => fleet[role]?.count ?? 0));
  return {
    cellId,
    levels,
    target,
    stage,
    workload,
    params,
    targetConfig,
    mounts,
    provisioned: kind.performance.getProvisioned(targetConfig, listHostTypes(cell)),
    ...(remarks.length === 0 ? {} : { remarks }),
    limitedRates: tool.traffic.limits(params),
    ...(load === null ? {} : { load: { ...load, rate: load.rate * (load.ofAll === true ? 1 : asking) } }),
    // Monthly line items with the stored data of the spec, if the target kind has them.
    ...(publishedSeconds === undefined ? {} : { publishedSeconds }),
    storageUsdPerHour: priceStoragePerHour(
      { lineItems: (config) => kind.prices.usage?.perMonth?.(config) ?? kind.prices.lineItems(config) },
      targetConfig,
      book,
    ),
    hostsUsdPerHour: kind.local ? 0 : priceFleet(fleet, book),
    ...priceTransfer(kind.prices, targetConfig, book),
    externalUsdPerHour: kind.prices.usdPerHour?.(targetConfig) ?? null,
    ...(kind.external === undefined ? {} : { foreign: true }),
  };
}

/** Prices by fleet, which most configurations of a plan share. */
const FLEET_PRICES = new WeakMap<PriceBook, WeakMap<ResolvedCell['fleet'], { readonly usdPerHour: number }>>();

function priceFleet(fleet: ResolvedCell['fleet'], book: PriceBook): number {
  const known = getOrMake(FLEET_PRICES, book, () => new WeakMap());
  return getOrMake(known, fleet, () => {
    const hosts = Object.values(fleet).flatMap(({ count, instanceType, image }) =>
      instanceType === undefined ? [] : [{ count, instanceType, image }],
    );
    return { usdPerHour: priceHostsPerHour(hosts, book) };
  }).usdPerHour;
}

function listHostTypes({ fleet, targetKind, targetConfig }: ResolvedCell): readonly string[] {
  const having = targetKind.hosts?.getNeeds?.(targetConfig).roles;
  return Object.entries(fleet).flatMap(([role, { instanceType, mount }]) =>
    instanceType === undefined || mount === 'none' || having?.includes(role) === false ? [] : [instanceType],
  );
}

function collectTelemetry(cells: readonly ResolvedCell[]): Plan['telemetry'] {
  return [...groupBy(cells, ({ target, stage }) => canonicalize([target, stage])).values()].flatMap(([first]) => {
    if (first === undefined) return [];
    const { target, stage, targetKind, targetConfig } = first;
    const asked = targetKind.performance.telemetry?.(targetConfig) ?? null;
    return asked === null ? [] : [{ target, stage, ...asked }];
  });
}

/** Metrics and facts of the workloads, and queries of server-side metrics. */
export function collectMeasuredMetrics(
  cells: readonly ResolvedCell[],
): Pick<Plan, 'metrics' | 'factWords' | 'telemetry'> {
  const each = [...new Map(cells.map((cell) => [cell.workload, cell])).values()];
  const metrics = each.map(({ workloadKind, params }) => resolveMetrics(workloadKind, params));
  const telemetry = collectTelemetry(cells);
  return {
    telemetry,
    metrics: Object.fromEntries([...metrics, toMetrics(telemetry)].flatMap((its) => Object.entries(its))),
    factWords: Object.fromEntries(each.flatMap(({ workloadKind }) => Object.entries(workloadKind.factWords))),
  };
}

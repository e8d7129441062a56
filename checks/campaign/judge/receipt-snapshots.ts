/** Receipts with the state of the deployment at the moment of the write: later deletes are no excuse. */
import { isOwnedBy } from '../../../lib/shapes/execution-names';
import type { Receipt } from '../../../lib/shapes/receipt';
import { MANAGED_HOST_KIND } from '../../../lib/shapes/receipt';
import type { CreationLog, Creation } from '../../oracles/creation-log';
import { listOmittedKinds } from '../../../lib/twin/checkers/receipt-true';
import { complain, type Finding } from '../../../lib/twin/checkers/facts';
import type { CallRecord } from '../../../lib/twin/cloud/service';
import type { SimulatedDeployment } from '../../../lib/twin/simulated-deployment';

export interface ReceiptWrite {
  readonly receipt: Receipt;
  /** Epoch milliseconds. */
  readonly at: number;
  /** Existing resources of all executions. */
  readonly living: readonly Pick<Creation, 'kind' | 'id' | 'execution'>[];
  /** External hosts with leftovers. */
  readonly dirty: readonly { readonly id: string; readonly executionId: string }[];
}

/** Listens to calls, and keeps each receipt that the bucket accepted. */
export class ReceiptWitness {
  readonly writes: ReceiptWrite[] = [];

  constructor(
    private readonly creations: CreationLog,
    private readonly deployment: () => SimulatedDeployment,
  ) {}

  /** Called after the answer of every call. */
  see({ service, action, input, error }: CallRecord): void {
    if (service !== 's3' || action !== 'PutObject' || error !== undefined) return;
    const { Key, Body } = input as { readonly Key?: string; readonly Body?: unknown };
    if (Key?.endsWith('/receipt.json') !== true || typeof Body !== 'string') return;
    this.creations.scan('');
    const at = this.deployment().context.now();
    const living = this.creations
      .all()
      .flatMap(({ kind, id, execution, goneAt }) => (goneAt === null ? [{ kind, id, execution }] : []));
    const receipt = JSON.parse(Body) as Receipt;
    this.writes.push({ receipt, at, living, dirty: this.deployment().registered.listLeftovers(at) });
  }
}

/** @returns everything that contradicted a receipt when it was written */
export function checkReceiptWrites(writes: readonly ReceiptWrite[], executionId: string): Finding[] {
  const own = writes.filter(({ receipt }) => receipt.executionId === executionId);
  return own.flatMap(({ receipt, living, dirty, at }) => {
    const when = new Date(at).toISOString();
    const silent = listOmittedKinds(receipt);
    const named = new Set(receipt.remaining.flatMap(({ kind, id }) => (kind === MANAGED_HOST_KIND ? [id] : [])));
    return [
      ...living
        .filter(({ kind, execution }) => receipt.clean && isOwnedBy(execution, executionId) && !silent.has(kind))
        .map(({ kind, id }) =>
          complain('CleanTooEarly', `${kind} ${id} existed when a clean receipt was written, ${when}`),
        ),
      ...dirty
        .filter((one) => one.executionId === executionId && !named.has(one.id))
        .map(({ id }) =>
          complain('DirtyNotNamed', `files stayed on ${id}, which the receipt of ${when} does not name`),
        ),
    ];
  });
}

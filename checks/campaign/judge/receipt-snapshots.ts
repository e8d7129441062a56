/** Receipts as they were written, each with what was the case at that very moment: what goes later is no excuse. */
import { isOwnedBy } from '../../../lib/shapes/execution-names';
import type { Receipt } from '../../../lib/shapes/receipt';
import { MANAGED_HOST_KIND } from '../../../lib/shapes/receipt';
import type { CreationLog, Creation } from '../../../lib/twin/checkers/after/creation-log';
import { listOmittedKinds } from '../../../lib/twin/checkers/receipt-true';
import { complain, type Finding } from '../../../lib/twin/checkers/facts';
import type { CallRecord } from '../../../lib/twin/cloud/service';
import type { World } from '../../../lib/twin/world';

export interface ReceiptWrite {
  readonly receipt: Receipt;
  /** Epoch milliseconds. */
  readonly at: number;
  /** What existed then, of all executions. */
  readonly living: readonly Pick<Creation, 'kind' | 'id' | 'execution'>[];
  /** Hosts that others own, and whose files stay there. */
  readonly dirty: readonly { readonly id: string; readonly executionId: string }[];
}

/** Listens to calls, and keeps each receipt that the bucket took. */
export class ReceiptWitness {
  readonly writes: ReceiptWrite[] = [];

  constructor(
    private readonly births: CreationLog,
    private readonly world: () => World,
  ) {}

  /** To be told of every call once it is answered. */
  see({ service, action, input, error }: CallRecord): void {
    if (service !== 's3' || action !== 'PutObject' || error !== undefined) return;
    const { Key, Body } = input as { readonly Key?: string; readonly Body?: unknown };
    if (Key?.endsWith('/receipt.json') !== true || typeof Body !== 'string') return;
    this.births.scan('');
    const at = this.world().context.now();
    const living = this.births
      .all()
      .flatMap(({ kind, id, execution, goneAt }) => (goneAt === null ? [{ kind, id, execution }] : []));
    const receipt = JSON.parse(Body) as Receipt;
    this.writes.push({ receipt, at, living, dirty: this.world().registered.listLeftovers(at) });
  }
}

/** @returns everything that a receipt denied when it was written */
export function checkReceiptWrites(writes: readonly ReceiptWrite[], executionId: string): Finding[] {
  const own = writes.filter(({ receipt }) => receipt.executionId === executionId);
  return own.flatMap(({ receipt, living, dirty, at }) => {
    const when = new Date(at).toISOString();
    const silent = listOmittedKinds(receipt);
    const named = new Set(receipt.left.flatMap(({ kind, id }) => (kind === MANAGED_HOST_KIND ? [id] : [])));
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

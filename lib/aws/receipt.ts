/** The receipt: a last listing of every kind, written down. */
import { layout, TAG } from '../experiment/layout';
import type { Receipt, ReceiptResource } from '../results/receipt';
import { readJson, writeText } from './bucket';
import type { Context } from './context';
import { COVERED, listResources, type Resource } from './resources';

/**
 * Lists everything of the execution and writes the receipt; clean only where nothing of it exists any more. What an
 * earlier round saw stays in it, also where the service has forgotten it meanwhile.
 */
export async function writeReceipt(
  event: { executionId: string; experiment: string; outcome: Receipt['outcome']; fencedAt: string },
  context: Context,
): Promise<{ clean: boolean; receiptKey: string }> {
  const key = layout(event.experiment, event.executionId).receipt;
  const resources = await listResources(context, { key: TAG.execution, value: event.executionId });
  const earlier = (await readJson<Receipt>(context, key))?.resources ?? [];
  const now = new Map(resources.map((one) => [`${one.kind} ${one.id}`, entry(one)]));
  const gone = earlier.filter((one) => !now.has(`${one.kind} ${one.id}`)).map((one) => ({ ...one, state: 'gone' }));
  const left = resources.filter((one) => one.living).map(entry);
  const receipt: Receipt = {
    version: 1,
    ...event,
    clean: left.length === 0,
    verifiedAt: new Date(context.now()).toISOString(),
    resources: [...gone, ...now.values()],
    left,
    covered: COVERED,
  };
  await writeText(context, key, `${JSON.stringify(receipt, null, 2)}\n`);
  return { clean: receipt.clean, receiptKey: key };
}

function entry(resource: Resource): ReceiptResource {
  return { kind: resource.kind, id: resource.id, rig: resource.tags[TAG.rig] ?? null, state: resource.state };
}

/** The receipt: a last listing of every kind, written down. */
import { layout, TAG } from '../shapes/layout';
import { LOCAL_KINDS, type Receipt, type ReceiptResource } from '../shapes/receipt';
import { LISTED_KINDS } from '../shapes/resources';
import { listKeys, readAll, readJson, writeText } from './bucket';
import type { Context } from './context';
import { listResources } from './ledger/list';
import { entryOf, type Resource } from './ledger/resource';

/**
 * Lists everything of the execution and writes the receipt; clean only where nothing of it exists any more. What
 * teardowns or an earlier round saw stays in it, also where the service has forgotten it meanwhile.
 */
export async function writeReceipt(
  event: { executionId: string; experiment: string; outcome: Receipt['outcome']; fencedAt: string },
  context: Context,
): Promise<{ clean: boolean; receiptKey: string }> {
  const key = layout(event.experiment, event.executionId).receipt;
  const resources = await listResources(context, { key: TAG.execution, value: event.executionId });
  if (context.made !== undefined) {
    const receipt = localReceipt(event, context.made(event.experiment, event.executionId), resources, context.now());
    await writeText(context, key, `${JSON.stringify(receipt, null, 2)}\n`);
    return { clean: receipt.clean, receiptKey: key };
  }
  const now = new Map(resources.map((one) => [`${one.kind} ${one.id}`, entryOf(one)]));
  const earlier = [...((await readJson<Receipt>(context, key))?.resources ?? []), ...(await noted(event, context))];
  const before = new Map(earlier.map((one) => [`${one.kind} ${one.id}`, one]));
  const gone = [...before].filter(([id]) => !now.has(id)).map(([, one]) => ({ ...one, state: 'gone' }));
  const left = resources.filter((one) => one.living).map(entryOf);
  const receipt: Receipt = {
    schemaVersion: 1,
    ...event,
    clean: left.length === 0,
    verifiedAt: new Date(context.now()).toISOString(),
    resources: [...gone, ...now.values()],
    left,
    covered: LISTED_KINDS,
  };
  await writeText(context, key, `${JSON.stringify(receipt, null, 2)}\n`);
  return { clean: receipt.clean, receiptKey: key };
}

/** On one machine: what was really made, which is no instance; a host whose end is under way is still there. */
function localReceipt(
  event: Pick<Receipt, 'executionId' | 'experiment' | 'outcome' | 'fencedAt'>,
  made: readonly ReceiptResource[],
  resources: readonly Resource[],
  now: number,
): Receipt {
  const hosts = resources
    .filter(({ kind, living }) => living && kind === 'ec2:instance')
    .map((one) => ({ ...entryOf(one), kind: 'host' }));
  const left = [...hosts, ...made.filter(({ state }) => state !== 'gone')];
  const verifiedAt = new Date(now).toISOString();
  return {
    schemaVersion: 1,
    ...event,
    clean: left.length === 0,
    verifiedAt,
    resources: [...hosts, ...made],
    left,
    covered: LOCAL_KINDS,
  };
}

/** What teardowns found before they deleted it. */
async function noted(
  { experiment, executionId }: { experiment: string; executionId: string },
  context: Context,
): Promise<ReceiptResource[]> {
  const keys = await listKeys(
    context,
    layout(experiment, executionId)
      .seen('')
      .replace(/\.json$/, ''),
  );
  return (await readAll(context, keys)).flatMap(({ text }) => JSON.parse(text) as ReceiptResource[]);
}

/** The receipt: a last listing of every kind, written down. */
import { layout, provenKey, TAG } from '../shapes/layout';
import type { Receipt, ReceiptResource } from '../shapes/receipt';
import { LISTED_KINDS } from '../shapes/resources';
import { listKeys, readAll, readJson, writeText } from './bucket';
import type { Context } from './context';
import { listResources } from './ledger/list';
import { entryOf } from './ledger/resource';

/** The state of what a listing showed once, and does not show any more. */
const GONE = 'gone';

/**
 * Lists everything of the execution and writes the receipt; clean only where nothing of it exists any more. What
 * teardowns or an earlier round saw stays in it, also where the service has forgotten it meanwhile. A kind that cannot
 * be listed is named, and nothing is clean then.
 */
export async function writeReceipt(
  event: { executionId: string; experiment: string; outcome: Receipt['outcome']; fencedAt: string },
  context: Context,
): Promise<{ clean: boolean; receiptKey: string }> {
  const key = layout(event.experiment, event.executionId).receipt;
  const { resources, unlisted } = await listResources(context, { key: TAG.execution, value: event.executionId });
  const blind = new Set(unlisted.map(({ kind }) => kind));
  const now = new Map(resources.map((one) => [`${one.kind} ${one.id}`, entryOf(one)]));
  const earlier = [...((await readJson<Receipt>(context, key))?.resources ?? []), ...(await noted(event, context))];
  const before = new Map(earlier.map((one) => [`${one.kind} ${one.id}`, one]));
  const absent = [...before].filter(([id]) => !now.has(id)).map(([, one]) => one);
  const gone = absent.filter(({ kind }) => !blind.has(kind)).map((one) => ({ ...one, state: GONE }));
  // Of what could not be looked at, all that was ever seen may live.
  const unseen = absent
    .filter(({ kind, state }) => blind.has(kind) && state !== GONE)
    .map((one) => ({ ...one, state: 'could not be looked at' }));
  const left = [...resources.filter((one) => one.living).map(entryOf), ...unseen];
  const receipt: Receipt = {
    schemaVersion: 1,
    ...event,
    clean: left.length === 0 && unlisted.length === 0,
    verifiedAt: new Date(context.now()).toISOString(),
    resources: [...gone, ...unseen, ...now.values()],
    left,
    covered: LISTED_KINDS.filter((kind) => !blind.has(kind)),
    unlisted,
  };
  await writeText(context, key, `${JSON.stringify(receipt, null, 2)}\n`);
  // For the janitor, which looks for executions that nobody has proven.
  if (receipt.clean) await writeText(context, provenKey(event.executionId), JSON.stringify({ receipt: key }));
  return { clean: receipt.clean, receiptKey: key };
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

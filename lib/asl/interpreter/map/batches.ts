/** Cuts the items of a distributed Map into what its children get: one each, or batches within the payload limit. */
import { PAYLOAD_MAX_BYTES, tooLarge } from '../payload-limit';
import type { Frame } from '../frame';
import type { Share } from './map-run';
import type { ItemBatcher, MapState } from '../machine';
import { payloadBytes } from '../history/payload';
import { numberField } from '../states/number-field';

const COUNT = { min: 1, integer: true };
const BYTES = { min: 1, max: PAYLOAD_MAX_BYTES, integer: true };

/**
 * What the children get: one item each, or with a batcher `{ BatchInput?, Items: […] }`, of which none is above the
 * payload limit.
 * @throws Failure States.DataLimitExceeded where a single item is.
 */
export async function makeShares(
  frame: Frame<MapState>,
  batcher: ItemBatcher | undefined,
  inputs: readonly unknown[],
): Promise<Share[]> {
  const shares =
    batcher === undefined ? inputs.map((input) => ({ input, items: 1 })) : await batch(frame, batcher, inputs);
  for (const { input } of shares) {
    if (payloadBytes(input) > PAYLOAD_MAX_BYTES) throw tooLarge(frame.state.name, 'payload');
  }
  return shares;
}

async function batch(frame: Frame<MapState>, batcher: ItemBatcher, inputs: readonly unknown[]): Promise<Share[]> {
  const view = frame.view();
  const most = (await numberField(frame, batcher.maxItems, 'ItemBatcher/MaxItemsPerBatch', COUNT, view)) ?? Infinity;
  const bytes =
    (await numberField(frame, batcher.maxInputBytes, 'ItemBatcher/MaxInputBytesPerBatch', BYTES, view)) ??
    PAYLOAD_MAX_BYTES;
  const given = batcher.batchInput === undefined ? {} : { BatchInput: await frame.evaluate(batcher.batchInput, view) };
  return split(inputs, most, bytes - payloadBytes({ ...given, Items: [] })).map((items) => ({
    input: { ...given, Items: items },
    items: items.length,
  }));
}

/** Cuts a list into batches of at most so many items and bytes; an item too large for any batch gets one of its own. */
function split(inputs: readonly unknown[], most: number, bytes: number): unknown[][] {
  const batches: unknown[][] = [];
  let current: unknown[] = [];
  let size = 0;
  for (const input of inputs) {
    // The comma between two items counts too.
    const more = payloadBytes(input) + (current.length === 0 ? 0 : 1);
    if (current.length > 0 && (current.length >= most || size + more > bytes)) {
      batches.push(current);
      current = [];
      size = 0;
    }
    current.push(input);
    size += payloadBytes(input) + (current.length === 1 ? 0 : 1);
  }
  if (current.length > 0) batches.push(current);
  return batches;
}

/** Requests to storage as the machines of a rig send them, and what a teardown lists. */
import { listResources } from '../../../lib/aws/ledger/list';
import type { Context } from '../../../lib/aws/context';
import { callStorage, type StatusResponse } from '../../../lib/aws/storage/call-storage';
import type { Outputs } from '../../../lib/shapes/requests';
import type { StorageCall } from '../../../lib/shapes/resources';
import { tagList } from '../../twin/cloud/services';
import { ID, makeTags } from '../account';

export const FENCE = 'fences/exec.json';
export const EXECUTION = { key: 'fsxbench:execution', value: ID };
export const TAGS = tagList(makeTags());

/** A create or change. @param made outputs of earlier requests */
export function makeRequest(call: StorageCall, input: Readonly<Record<string, unknown>>, made: Outputs = {}) {
  return { call, input, made, fenceKey: FENCE };
}

/** Sends it. */
export function send(context: Context, ...request: Parameters<typeof makeRequest>): Promise<StatusResponse> {
  return callStorage(makeRequest(...request), context);
}

/** Reads the status of a resource. */
export function look(context: Context, id: string, pauseSeconds = 0): Promise<StatusResponse> {
  return callStorage({ look: id, pauseSeconds }, context);
}

export async function listOwn(context: Context) {
  return (await listResources(context, EXECUTION)).resources;
}

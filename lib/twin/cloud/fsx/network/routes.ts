/**
 * Where a file system in two zones is reached: an address that is no interface's, out of its endpoint range, and a
 * route to it in each of its route tables, which FSx writes when it is there and takes away with it.
 * https://docs.aws.amazon.com/fsx/latest/APIReference/API_CreateFileSystemOpenZFSConfiguration.html
 */
import { BITS, spanOf, written } from './range';
import type { FileSystemRecord } from '../records';
import type { FsxState } from '../state';

/** Gives it an address that no other one has, and writes its routes; a second time changes nothing. */
export function openEndpoint(state: FsxState, record: FileSystemRecord): void {
  const { floating, id } = record;
  if (floating === undefined || record.address !== undefined) return;
  const taken = new Set([...state.fileSystems.values()].map(({ address }) => address));
  const { first, count } = spanOf(floating.range);
  for (let nth = 0; nth < count && record.address === undefined; nth += 1) {
    const address = written(first + nth);
    if (!taken.has(address)) record.address = address;
  }
  const destination = `${record.address ?? written(first)}/${BITS}`;
  state.routes.push(...floating.routeTables.map((routeTableId) => ({ routeTableId, destination, fileSystemId: id })));
}

/** Takes its routes away. */
export function closeEndpoint(state: FsxState, { id }: FileSystemRecord): void {
  const others = state.routes.filter(({ fileSystemId }) => fileSystemId !== id);
  state.routes.splice(0, state.routes.length, ...others);
}

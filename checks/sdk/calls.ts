/** Which calls of the SDK the machines make. */
import { sdkCallOf } from '../../lib/asl/lint/sdk/call';

/** Actions of the SDK in machine files, once each, e.g. `ec2:createFleet`. @param machines text by name. */
export function callsOf(machines: ReadonlyMap<string, string>): string[] {
  const found = [...machines.values()].flatMap((text) =>
    [...text.matchAll(/"Resource":\s*"([^"]+)"/g)].flatMap((match) => {
      const call = sdkCallOf(match[1] ?? '');
      return call?.service === undefined ? [] : [`${call.service}:${call.action}`];
    }),
  );
  return [...new Set(found)].toSorted();
}

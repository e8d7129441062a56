/** What fio prints where modelled hosts read back what they have written: all of it is sound. */
import type { ModelledFlow, ModelledPerformance } from '../../modelled';
import type { DataParams } from '../schema';
import { READ_BACK_DEPTH, readBackArguments, readBackIos } from '../verify/verify';
import { READ_BACK_FILE } from '../verify/judge';
import { type DocumentOfHost, documentPrinter, optionsIn } from './document';
import { directionOf } from './direction';

/** Files by name; none where nothing is verified. */
export function readBackPrinter(
  params: DataParams,
  names: string,
): (performance: ModelledPerformance, host: DocumentOfHost) => Readonly<Record<string, string>> {
  const options = optionsIn(readBackArguments(params, names));
  const { count, bytes } = readBackIos(params);
  if (count === 0) return () => ({});
  const print = documentPrinter([{ name: 'readback', groupId: 0, options, depth: READ_BACK_DEPTH }]);
  return ({ operations, seconds, units, cpu }, host) => {
    const flow: ModelledFlow = operations['read'] ?? units;
    const runtimeMs = Math.max(1, Math.round(seconds * 1000));
    const figures = { read: directionOf(flow, count, bytes, runtimeMs, false), write: null };
    const text = print([{ ...figures, usrCpu: cpu.user * 100, sysCpu: cpu.system * 100 }])(host);
    return { [READ_BACK_FILE]: text };
  };
}

/** A host with evidence from two samples, for tests. */
import { EVIDENCE_FILE } from '../../../lib/workloads/evidence';
import type { HostRaw } from '../../../lib/workloads/contract';
import looks from './two-looks.json';

export const LOOK = looks.first;

/** 10 s apart, with two CPUs: 2000 ticks. @param first, second changes of a sample @param head of the document */
export function makeSampledHost(name: string, second: object, first: object = {}, head: object = {}): HostRaw {
  const samples = [
    { ...LOOK, ...first },
    { ...LOOK, ...looks.second, ...second },
  ];
  const text = JSON.stringify({ version: 1, machine: name, device: '', samples, ...head });
  return { host: name, command: 'measure', status: null, files: [{ name: EVIDENCE_FILE, source: 's', text }] };
}

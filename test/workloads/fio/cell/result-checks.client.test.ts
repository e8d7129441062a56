import { applyChecks, LOAD_CHECKS } from '../../../../lib/workloads/fio/cell/result-checks';
import { parseHost } from '../../../../lib/workloads/fio/cell/read-host';
import type { HostRaw } from '../../../../lib/workloads/contract';
import { dataParams, hostRaw, recorded, recordedDocument } from '../recorded';

const judged = (raw: HostRaw, changes: Readonly<Record<string, unknown>>) => {
  if (raw.status === null) throw new Error('no status');
  return applyChecks(LOAD_CHECKS, { host: parseHost(raw), status: raw.status, params: dataParams(changes) });
};

it('doubts a fio that says it measured for longer than it ran', () => {
  const found = (ended: number, warmUp: string) => {
    const raw = hostRaw('client-0', recorded('host-a.json'), { started: 1000, ended });
    return judged(raw, { runtime: '1500ms', ramp_time: warmUp }).map(({ level, code, text }) => [level, code, text]);
  };
  expect(found(1002, '500ms')).toEqual([]);
  expect(found(1001.95, '500ms')).toEqual([]);
  expect(found(1001.75, '500ms')).toEqual([
    ['suspect', 'ClockStepped', "client-0: fio reports 2s with its warm-up, but by the host's clock it ran for 1.75s"],
  ]);
  expect(found(1001.75, '0s')).toEqual([]);
  // Nothing is said of a longer one: fio writes out what memory holds.
  expect(found(1100, '500ms')).toEqual([]);
});

it('says that one of several jobs was at its limit, while the others were not', () => {
  const document = recordedDocument('clones.json');
  for (const [index, job] of document.jobs.entries())
    Object.assign(job, { usr_cpu: index === 1 ? 55 : 2, sys_cpu: index === 1 ? 44 : 5 });
  const raw = hostRaw('client-0', JSON.stringify(document), { facts: { cpus: '8' } });
  const found = judged(raw, { iodepth: 2, numjobs: 3, runtime: '1s' });
  expect(found.map(({ level, code, text }) => [level, code, text])).toEqual([
    ['note', 'ClientBound', expect.stringContaining('one of the jobs used 99% of the available CPU time')],
  ]);
});

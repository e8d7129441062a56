import { applyChecks, LOAD_CHECKS } from '../../../../lib/workloads/fio/cell/result-checks';
import { parseHost } from '../../../../lib/workloads/fio/cell/read-host';
import type { HostRaw } from '../../../../lib/workloads/contract';
import { dataParams, hostRaw, recordedDocument } from '../recorded-outputs';

const judgeLoad = (raw: HostRaw, changes: Readonly<Record<string, unknown>>) => {
  if (raw.status === null) throw new Error('no status');
  return applyChecks(LOAD_CHECKS, { host: parseHost(raw), status: raw.status, params: dataParams(changes) });
};

it('notes ClientBound when one of three jobs used 99% of a CPU, though the others were idle', () => {
  const document = recordedDocument('clones.json');
  for (const [index, job] of document.jobs.entries())
    Object.assign(job, { usr_cpu: index === 1 ? 55 : 2, sys_cpu: index === 1 ? 44 : 5 });
  const raw = hostRaw('client-0', JSON.stringify(document), { facts: { cpus: '8' } });
  const found = judgeLoad(raw, { iodepth: 2, numjobs: 3, runtime: '1s' });
  expect(found.map(({ level, code, text }) => [level, code, text])).toEqual([
    ['note', 'ClientBound', expect.stringContaining('one of the jobs used 99% of the available CPU time')],
  ]);
});

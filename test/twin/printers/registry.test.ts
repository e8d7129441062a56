import { printerOf } from '../../../lib/twin/printers/registry';
import { ior } from '../../../lib/workloads/ior/workload';
import { fio } from '../../../lib/workloads/fio/workload';
import type { Workload } from '../../../lib/workloads/contract';
import { dataParams } from '../../workloads/fio/recorded';

it('knows who prints for a kind: the twin, or the kind itself', () => {
  expect(fio.modelled?.printer).toBeUndefined();
  expect(printerOf(fio as Workload, dataParams())).toBeInstanceOf(Function);
  const params = ior.schema.parse({ kind: 'ior', blockSize: '1 MiB', segmentCount: 1, ranks: 1 });
  expect(printerOf(ior as Workload, params)).toBeInstanceOf(Function);
  const none = { ...ior, modelled: undefined } as unknown as Workload;
  expect(() => printerOf(none, params)).toThrow('a printer of ior');
});

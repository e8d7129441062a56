import { findPrinter } from '../../../lib/twin/printers/registry';
import { dataParams } from '../../workloads/fio/recorded-outputs';
import { PARAMS } from '../../workloads/kafka/kafka-output';

it('finds the printer of a workload kind, and throws for a kind without printer', () => {
  expect(findPrinter('fio', dataParams())).toBeInstanceOf(Function);
  expect(findPrinter('kafka', PARAMS)).toBeInstanceOf(Function);
  expect(() => findPrinter('nothing', {})).toThrow('a printer of nothing');
});

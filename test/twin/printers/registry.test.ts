import { findPrinter } from '../../../lib/twin/printers/registry';
import { UNSUPPORTED_KINDS } from '../../../lib/shapes/unsupported-features';
import { dataParams } from '../../workloads/fio/recorded';

it('prints for all kinds that can be executed', () => {
  expect(findPrinter('fio', dataParams())).toBeInstanceOf(Function);
  for (const kind of UNSUPPORTED_KINDS) expect(() => findPrinter(kind, {})).toThrow(`a printer of ${kind}`);
});

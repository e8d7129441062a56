import { printerOf } from '../../../lib/twin/printers/registry';
import { NOT_BUILT_KINDS } from '../../../lib/shapes/not-built';
import { dataParams } from '../../workloads/fio/recorded';

it('prints for all kinds that can be executed', () => {
  expect(printerOf('fio', dataParams())).toBeInstanceOf(Function);
  for (const kind of NOT_BUILT_KINDS) expect(() => printerOf(kind, {})).toThrow(`a printer of ${kind}`);
});

import { listInstanceTypes } from '../../../checks/facts/instance-types';
import { MOTO, readRecordedTypes } from '../../../checks/facts/sources';
import { installedPython } from '../../../checks/moto/install';
import table from '../../../lib/targets/instance-tables/recorded.json';
import { describeMoto } from '../../outside/moto';

describeMoto('recorded.json', () => {
  it('has exactly what moto recorded', () => {
    expect(table).toEqual(listInstanceTypes(readRecordedTypes(installedPython() ?? ''), MOTO));
  });
});

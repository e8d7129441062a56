import { checkOntap, listOntapQuotas } from '../../../lib/targets/fsx-ontap/check';
import { getOntapServer } from '../../../lib/targets/fsx-ontap/limits';
import { testChecks, testRules } from '../check-cases';
import cases from './check.cases.json';
import { CONFIG, KAFKA_2GBPS, KAFKA_4GBPS, SECOND } from './config';

testChecks(checkOntap, { CONFIG, SECOND, KAFKA_2GBPS, KAFKA_4GBPS }, cases.checks);
testRules(cases.rules);

it('counts storage, throughput and IOPS of all HA pairs against the quotas', () => {
  expect(listOntapQuotas(SECOND).map(({ of, amount }) => [of, amount])).toEqual([
    ['GiB of ONTAP', 8192],
    ['MB/s of ONTAP', 6144],
    ['disk IOPS of ONTAP', 24_576],
    ['file systems of ONTAP', 1],
  ]);
});

it.each(cases.pairIops)(
  'returns for an HA pair of %d MB/s the documented baseline of %d disk IOPS',
  (throughput, iops) => {
    expect(getOntapServer(CONFIG, throughput).iops.baseline).toBe(iops);
  },
);

import { readSpecObject } from '../../../lib/experiment/reading/read';
import { checkHosts } from '../../../lib/targets/fsx-ontap/target';
import { schema } from '../../../lib/targets/fsx-ontap/schema';
import { lustreSpec } from '../../experiment/real-spec';
import { CONFIG, SECOND } from './config';

const said = (hosts: number, luns: object, base = SECOND): string[] =>
  checkHosts({ ...base, luns: { perHost: 4, sizeGiB: 64, ...luns } }, hosts).map(
    ({ severity, code, path, message }) => `${severity} ${code} ${path.join('.')}: ${message}`,
  );

describe('LUNs of all hosts', () => {
  it('are as many as the volumes of all pairs take', () => {
    expect(said(16, { perHost: 64, sizeGiB: 1 })).toEqual([]);
    expect(said(17, { perHost: 64, sizeGiB: 1 })).toEqual([
      'error TooManyLuns luns: 17 host(s) have 1088 LUNs, 544 in the volume of each of 2 pair(s); at most 512 are in ' +
        'one: take fewer LUNs for each host, fewer hosts or more pairs',
    ]);
    // Those for logs count.
    expect(said(16, { perHost: 64, sizeGiB: 1, log: { perHost: 1, sizeGiB: 1 } })).toHaveLength(1);
  });

  it('may hold more than the file system has, which is said', () => {
    expect(said(1, { sizeGiB: 256 }, CONFIG)).toEqual([]);
    expect(said(2, { sizeGiB: 2000 }, CONFIG)).toEqual([
      'advice ThinLuns luns: 2 host(s) with 4 x 2000 GiB each may write more than the 1024 GiB that the file system ' +
        'has: it is full before they are',
    ]);
    expect(said(1, { sizeGiB: 256, log: { perHost: 1, sizeGiB: 8 } }, CONFIG)).toEqual([
      'advice ThinLuns luns: 1 host(s) with 4 x 256 GiB and 1 x 8 GiB for logs each may write more than the 1024 GiB ' +
        'that the file system has: it is full before they are',
    ]);
  });

  it('are nothing where hosts mount volumes', () => {
    expect(checkHosts(CONFIG, 200)).toEqual([]);
  });

  it('are counted over the hosts of all roles that mount, in a spec', () => {
    const target = { kind: 'fsx-ontap', deploymentType: 'SINGLE_AZ_1', storageGiB: 8192, throughputMBps: 512 };
    const role = (count: number, more = {}) => ({ count, instanceType: 'c5n.2xlarge', ...more });
    const found = (client: number): string[] =>
      readSpecObject(
        lustreSpec({
          targets: { ontap: { ...target, luns: { perHost: 64, sizeGiB: 1 } } },
          fleet: { client: role(client), idle: role(4, { mount: 'none' }) },
        }),
      ).problems.flatMap(({ code, path, message }) =>
        code === 'TooManyLuns' ? [`${path.join('.')}: ${message.slice(0, 12)}`] : [],
      );
    expect(found(8)).toEqual([]);
    expect(found(9)).toEqual(['targets.ontap.luns: 9 host(s) ha']);
  });
});

it('one lies in its volume', () => {
  const read = (sizeGiB: number): boolean => schema.safeParse({ ...CONFIG, luns: { perHost: 1, sizeGiB } }).success;
  expect([97_280, 97_281].map(read)).toEqual([true, false]);
});

import { ALL_MACHINES } from '../../lib/shapes/machines';
import { readConfig } from '../../lib/aws/production';
import { catchError } from '../twin/cloud/services';
import { CONFIG } from './account';

const ENV = {
  FSXBENCH_STACK: 'bench',
  FSXBENCH_BUCKET: CONFIG.bucket,
  FSXBENCH_MACHINES: CONFIG.machineArns.rig.replace(/rig$/, ''),
  FSXBENCH_IMAGES: JSON.stringify(CONFIG.images),
};

describe('readConfig', () => {
  it('reads stack, bucket, state machines, network and limits from environment variables', () => {
    expect(readConfig(ENV)).toEqual({ ...CONFIG, network: {}, local: false });
    const network = {
      FSXBENCH_SUBNET: CONFIG.network['subnetId'],
      FSXBENCH_STORAGE_SECURITY_GROUP: CONFIG.network['storageSecurityGroupId'],
      FSXBENCH_ZONE: CONFIG.network['zone'],
      FSXBENCH_SUBNET_2: CONFIG.network['subnetId2'],
      FSXBENCH_ROUTE_TABLE: CONFIG.network['routeTableId'],
      FSXBENCH_ENDPOINT_RANGE: CONFIG.network['endpointRange'],
    };
    expect(readConfig({ ...ENV, ...network })).toEqual(CONFIG);
    expect(readConfig({ ...ENV, FSXBENCH_LIMITS: '{"maxUsd":200.5}' }).limits).toEqual({ maxUsd: 200.5 });
    expect(Object.keys(readConfig(ENV).machineArns)).toEqual([...ALL_MACHINES]);
  });

  it.each(['', undefined])(
    'throws ConfigurationMissing only when a missing variable is used (value: %j)',
    (missing) => {
      const config = readConfig({ FSXBENCH_STACK: missing, FSXBENCH_BUCKET: 'b', FSXBENCH_MACHINES: missing });
      const errors = [() => config.stack, () => config.machineArns.guardian].map(catchError);
      expect(config.bucket).toBe('b');
      expect(errors).toMatchObject(
        ['FSXBENCH_STACK', 'FSXBENCH_MACHINES'].map((name) => ({
          name: 'ConfigurationMissing',
          message: `environment variables of the function are missing: ${name}`,
        })),
      );
    },
  );
});

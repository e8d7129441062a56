import { ALL_MACHINES } from '../../lib/shapes/machines';
import { readConfig } from '../../lib/aws/production';
import { CONFIG } from './account';

const ENV = {
  FSXBENCH_STACK: 'bench',
  FSXBENCH_BUCKET: CONFIG.bucket,
  FSXBENCH_MACHINES: JSON.stringify(CONFIG.machineArns),
};

describe('readConfig', () => {
  it('reads stack, bucket and every machine; AWS is never this machine', () => {
    expect(readConfig(ENV)).toEqual({ ...CONFIG, network: {}, local: false });
    const network = {
      FSXBENCH_SUBNET: CONFIG.network['subnetId'],
      FSXBENCH_STORAGE_SECURITY_GROUP: CONFIG.network['storageSecurityGroupId'],
    };
    expect(readConfig({ ...ENV, ...network })).toEqual(CONFIG);
    expect(Object.keys(readConfig(ENV).machineArns)).toEqual([...ALL_MACHINES]);
  });

  it('names every variable that is missing or empty', () => {
    const read = (): unknown => readConfig({ FSXBENCH_BUCKET: 'b', FSXBENCH_STACK: '' });
    expect(read).toThrow('environment variables of the function are missing: FSXBENCH_STACK, FSXBENCH_MACHINES');
    expect(read).toThrow(expect.objectContaining({ name: 'ConfigurationMissing' }) as Error);
    expect(() => readConfig({})).toThrow('FSXBENCH_STACK, FSXBENCH_BUCKET, FSXBENCH_MACHINES');
  });

  it.each(['', undefined])('names every machine whose ARN is %j', (arn) => {
    const arns = { ...CONFIG.machineArns, guardian: arn, rig: arn };
    const read = (): unknown => readConfig({ ...ENV, FSXBENCH_MACHINES: JSON.stringify(arns) });
    expect(read).toThrow(/^ARNs of machines in FSXBENCH_MACHINES are missing: (rig, guardian|guardian, rig)$/);
    expect(read).toThrow(expect.objectContaining({ name: 'ConfigurationMissing' }) as Error);
  });

  it('takes no machine that it does not know', () => {
    const arns = { ...CONFIG.machineArns, sweeper: 'arn:x' };
    expect(readConfig({ ...ENV, FSXBENCH_MACHINES: JSON.stringify(arns) }).machineArns).toEqual(CONFIG.machineArns);
  });

  it('refuses machines that are no JSON', () => {
    expect(() => readConfig({ ...ENV, FSXBENCH_MACHINES: 'rig=arn:x' })).toThrow(SyntaxError);
  });
});

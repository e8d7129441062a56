import { FSxClient, DescribeFileSystemsCommand } from '@aws-sdk/client-fsx';
import { type Moto, startMoto, describeMoto } from './moto';

describeMoto('moto', () => {
  let moto: Moto;
  beforeAll(async () => {
    moto = await startMoto();
  });
  afterAll(() => moto.stop());

  it('returns an empty list for DescribeFileSystems when no file system was created', async () => {
    const fsx = new FSxClient({
      endpoint: moto.url,
      region: 'eu-west-1',
      credentials: { accessKeyId: 'any', secretAccessKey: 'any' },
    });
    const { FileSystems } = await fsx.send(new DescribeFileSystemsCommand({}));
    expect(FileSystems).toEqual([]);
  });
});

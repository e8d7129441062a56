import { realConfirmCalls } from '../../../lib/aws/confirm/clients';

it('ends with what the SDK says where no account answers', async () => {
  process.env['AWS_ENDPOINT_URL'] = 'http://127.0.0.1:9';
  process.env['AWS_ACCESS_KEY_ID'] = 'nobody';
  process.env['AWS_SECRET_ACCESS_KEY'] = 'nothing';
  try {
    await expect(realConfirmCalls('fsxbench', 'us-east-1')).rejects.toThrow(/ECONNREFUSED|connect/);
  } finally {
    for (const name of ['AWS_ENDPOINT_URL', 'AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY']) delete process.env[name];
  }
});

/** `fsxbench doctor`: usage, texts and exit codes, in accounts of hand-made answers. */
import type { DoctorCalls } from '../../../lib/aws/doctor/calls';
import { ALL_GUESSES } from '../../../lib/aws/doctor/guesses/table';
import { examine, run } from '../../../lib/cli/commands/doctor';
import { type Facts, NOW, refusal, soundFacts } from '../../aws/doctor/facts';
import { accountOf } from '../../aws/doctor/sound-account';
import { ID, soundWays, spendingAccount, type Ways } from '../../aws/doctor/spending/spending-account';
import { captured } from '../captured';

async function asked(
  change: (facts: Facts) => void,
  options: Readonly<Record<string, unknown>> = {},
): Promise<{ code: number; out: string }> {
  const facts = soundFacts();
  change(facts);
  const { cli, out } = captured();
  const code = await examine(cli, {
    calls: accountOf(facts),
    region: facts.region,
    guesses: ALL_GUESSES,
    limit: null,
    options,
    now: () => NOW,
  });
  return { code, out: out() };
}

describe('fsxbench doctor', () => {
  it('says who was asked about what, and of every line what it found', async () => {
    const { code, out } = await asked(() => undefined);
    expect(code).toBe(0);
    expect(out).toMatch(/^Account 123456789012, us-east-1, as arn:aws:sts::/);
    expect(out).toContain("Deployment 'fsxbench': FsxbenchSafety, FsxbenchBench");
    for (const { id } of ALL_GUESSES) expect(out).toContain(` ${id}: `);
    expect(out).toMatch(/\d+ hold, 0 do not hold, \d+ not tried\.\nNothing was made and nothing was spent\.\n$/);
  });

  it('ends with 1 where something does not hold, and says what to change', async () => {
    const { code, out } = await asked((facts) => void (facts.vcpus = 5));
    expect(code).toBe(1);
    const lines = out.split('\n');
    const at = lines.findIndex((line) => line.startsWith('  does not hold  vcpu-quota: '));
    expect(lines.slice(at + 1, at + 4).map((line) => line.trim())).toEqual([
      '5 vCPUs',
      'so:     the rig fails with VcpuLimitExceeded',
      'change: ask for more in Service Quotas: Running On-Demand Standard instances (L-1216C47A)',
    ]);
  });

  it('says before a deployment what needs one', async () => {
    const { code, out } = await asked((facts) => {
      facts.safety = null;
      facts.bench = null;
    });
    expect(code).toBe(0);
    expect(out).toContain("No deployment 'fsxbench' here: what needs one is not tried. npx cdk deploy --all");
    expect(out).toMatch(/\(\d+ need a deployment\)\./);
  });

  it('gives one document to send back', async () => {
    const { out } = await asked((facts) => void (facts.vcpus = 5), { json: true });
    const document = JSON.parse(out) as { counts: Record<string, number>; lines: Record<string, unknown>[] };
    expect(document.counts['does not hold']).toBe(1);
    expect(document.lines).toHaveLength(ALL_GUESSES.length);
    expect(document.lines.find(({ id }) => id === 'vcpu-quota')).toMatchObject({
      state: 'does not hold',
      saw: '5 vCPUs',
      change: expect.stringContaining('Service Quotas'),
    });
    expect(document).toMatchObject({ account: '123456789012', region: 'us-east-1', spent: null });
  });

  it.each([
    [2, () => undefined, 0, /\nSpent at most \$0\.\d\d of \$2\.00\.\n$/],
    [0.05, () => undefined, 3, /\nToo dear for --spend: the small experiment for \d+ lines \(estimate \$0\.08\)\.\n$/],
    [2, (ways: Ways) => void (ways.mayDelete = false), 4, /^LEFT: the object s3:\/\//m],
  ])('with --spend %s says what it cost and ends by what became of it', async (limit, change, code, words) => {
    const ways = soundWays();
    change(ways);
    const { calls, now, sleep } = spendingAccount(soundFacts(), ways);
    const { cli, out, err } = captured();
    const given = { calls, region: 'us-east-1', guesses: ALL_GUESSES, limit, options: {}, now, sleep, id: ID };
    expect(await examine(cli, given)).toBe(code);
    expect(out()).toMatch(words);
    expect(err()).toContain('bucket-writes-once: at most $0.01');
  });

  it('says where answers do not come from AWS', async () => {
    process.env['AWS_ENDPOINT_URL'] = 'http://127.0.0.1:5000';
    try {
      const { out } = await asked(() => undefined);
      expect(out).toMatch(/^NOT AWS: all answers come from http:\/\/127\.0\.0\.1:5000/);
    } finally {
      delete process.env['AWS_ENDPOINT_URL'];
    }
  });

  it.each([
    [{ only: ['vcpu-qota'] }, /^--only: there is no line 'vcpu-qota' \(did you mean 'vcpu-quota'\?\)\nall lines: /],
    [{ spend: 'lots' }, /^--spend: found 'lots'; allowed: US dollars above 0, at most 1000, e\.g\. 2 or 0\.5$/],
    [{ spend: '0' }, /^--spend: found '0'/],
    [{ spend: '-3' }, /^--spend: found '-3'/],
  ])('refuses %j before anything is asked', async (options, message) => {
    const { cli } = captured();
    await expect(run(cli, [], options)).rejects.toMatchObject({ message: expect.stringMatching(message), exitCode: 2 });
  });

  it.each([
    [refusal('CredentialsProviderError', 'Could not load credentials'), 'no credentials were found'],
    [refusal('ExpiredTokenException', 'The security token is expired'), 'AWS does not answer these credentials'],
  ])('without usable credentials is one message: %s', async (error, message) => {
    const calls: DoctorCalls = {
      ...accountOf(soundFacts()),
      sts: { getCallerIdentity: () => Promise.reject(error) },
    };
    const { cli } = captured();
    const given = { calls, region: 'us-east-1', guesses: ALL_GUESSES, limit: null, options: {} };
    await expect(examine(cli, given)).rejects.toMatchObject({
      name: 'NoCredentials',
      exitCode: 2,
      message: expect.stringContaining(message),
    });
  });
});

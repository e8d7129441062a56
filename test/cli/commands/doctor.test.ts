/** `fsxbench doctor`: usage, texts and exit codes, in accounts of hand-made answers. */
import type { DoctorCalls } from '../../../lib/aws/doctor/calls';
import { ASSUMPTIONS } from '../../../lib/aws/doctor/assumptions/assumptions';
import { BEFORE_DEPLOY, runDoctor, run } from '../../../lib/cli/commands/doctor';
import { type Facts, NOW, refusal, soundFacts } from '../../aws/doctor/facts';
import { SMALL_ASSEMBLY } from '../../aws/doctor/small-assembly';
import { makeDoctorCalls } from '../../aws/doctor/sound-account';
import { captureCli } from '../capture-cli';

async function asked(
  change: (facts: Facts) => void,
  options: Readonly<Record<string, unknown>> = {},
): Promise<{ code: number; out: string }> {
  const facts = soundFacts();
  change(facts);
  const { cli, out } = captureCli();
  const code = await runDoctor(cli, {
    calls: makeDoctorCalls(facts),
    region: facts.region,
    assumptions: ASSUMPTIONS,
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
    for (const { id } of ASSUMPTIONS) expect(out).toContain(` ${id}: `);
    expect(out).toMatch(/\d+ hold, 0 do not hold, \d+ not tried\.\nRead-only: created and billed nothing\.\n$/);
  });

  it('ends with 1 where something does not hold, and says what to change', async () => {
    const { code, out } = await asked((facts) => void (facts.vcpus = 5));
    expect(code).toBe(1);
    const lines = out.split('\n');
    const at = lines.findIndex((line) => line.startsWith('  does not hold  vcpu-quota: '));
    expect(lines.slice(at + 1, at + 4).map((line) => line.trim())).toEqual([
      '5 vCPUs',
      'effect: the rig fails with VcpuLimitExceeded',
      'change: request an increase in Service Quotas: Running On-Demand Standard instances (L-1216C47A)',
    ]);
  });

  it('says before a deployment what needs one', async () => {
    const { code, out } = await asked((facts) => {
      facts.safety = null;
      facts.bench = null;
    });
    expect(code).toBe(0);
    expect(out).toContain(
      "No deployment 'fsxbench' here: checks that need a deployment are not tried. Deploy with npx cdk deploy --all",
    );
    expect(out).toMatch(/\(\d+ need a deployment\)\./);
  });

  it('says before a deployment whether AWS takes what would be deployed, and nothing of what needs one', async () => {
    const facts = soundFacts();
    Object.assign(facts, { safety: null, bench: null, checked: { ...facts.checked, machine: 'FAIL' } });
    const { cli, out } = captureCli();
    const given = {
      calls: makeDoctorCalls(facts),
      region: facts.region,
      assumptions: BEFORE_DEPLOY,
      options: {},
      now: () => NOW,
    };
    expect(await runDoctor(cli, { ...given, assembly: SMALL_ASSEMBLY })).toBe(1);
    expect(out()).toContain("No deployment 'fsxbench' here: checking what a first one needs\n");
    expect(out()).toContain(
      '  does not hold  machines-valid: Step Functions accepts the definitions of all state machines\n' +
        `${' '.repeat(17)}fsxbench-launch /States/Look MISSING_END_STATE No end.\n`,
    );
    expect(out()).toContain('  holds          vcpu-quota: ');
    expect(out()).not.toMatch(/need a deployment|janitor-on/);
    expect(out()).toMatch(
      /\nThe test resources .* were deleted\. They were free\.\nFix what does not hold, then deploy\.\n$/,
    );
  });

  it('gives one document to send back', async () => {
    const { out } = await asked((facts) => void (facts.vcpus = 5), { json: true });
    const document = JSON.parse(out) as { counts: Record<string, number>; lines: Record<string, unknown>[] };
    expect(document.counts['does not hold']).toBe(1);
    expect(document.lines).toHaveLength(ASSUMPTIONS.length);
    expect(document.lines.find(({ id }) => id === 'vcpu-quota')).toMatchObject({
      state: 'does not hold',
      saw: '5 vCPUs',
      change: expect.stringContaining('Service Quotas'),
    });
    expect(document).toMatchObject({ account: '123456789012', region: 'us-east-1' });
  });

  it.each([
    ['none has ended', (facts: Facts) => void (facts.ended = []), true],
    ['one has', () => undefined, false],
    ['nothing is deployed', (facts: Facts) => void ([facts.ended, facts.bench] = [[], null]), false],
  ])('says how to start a small experiment where %s: %#', async (_name, change, says) => {
    const { out } = await asked(change);
    const name = 'doctor-20260131-030000-xxxxxxxxxxxxxxxxxxxxxxxxx';
    const command = `npx fsxbench start experiments/doctor.yaml --name ${name} --region us-east-1\n`;
    expect(out.includes(command)).toBe(says);
  });

  it('says where answers do not come from AWS', async () => {
    process.env['AWS_ENDPOINT_URL'] = 'http://127.0.0.1:5000';
    try {
      const { out } = await asked(() => undefined);
      expect(out).toMatch(/^NOT AWS: all responses come from http:\/\/127\.0\.0\.1:5000/);
    } finally {
      delete process.env['AWS_ENDPOINT_URL'];
    }
  });

  it.each([
    [{ assembly: '/nowhere' }, /^doctor --before: there is no assembly in \/nowhere\. Run npx cdk synth --quiet/],
  ])('refuses %j before anything is asked', async (options, message) => {
    const { cli } = captureCli();
    await expect(run(cli, [], options)).rejects.toMatchObject({ message: expect.stringMatching(message), exitCode: 2 });
  });

  it.each([
    [refusal('CredentialsProviderError', 'Could not load credentials'), 'no credentials found'],
    [refusal('ExpiredTokenException', 'The security token is expired'), 'AWS refuses these credentials'],
  ])('without usable credentials is one message: %s', async (error, message) => {
    const calls: DoctorCalls = {
      ...makeDoctorCalls(soundFacts()),
      sts: { getCallerIdentity: () => Promise.reject(error) },
    };
    const { cli } = captureCli();
    const given = { calls, region: 'us-east-1', assumptions: ASSUMPTIONS, options: {} };
    await expect(runDoctor(cli, given)).rejects.toMatchObject({
      name: 'NoCredentials',
      exitCode: 2,
      message: expect.stringContaining(message),
    });
  });
});

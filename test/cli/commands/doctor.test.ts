/** `fsxbench doctor`: usage, texts and exit codes, in accounts of hand-made answers. */
import type { DoctorCalls } from '../../../lib/aws/doctor/calls';
import { ASSUMPTIONS } from '../../../lib/aws/doctor/assumptions/assumptions';
import { BEFORE_DEPLOY, runDoctor, run } from '../../../lib/cli/commands/doctor';
import { type Facts, NOW, refusal, soundFacts } from '../../aws/doctor/facts';
import { SMALL_ASSEMBLY } from '../../aws/doctor/small-assembly';
import { makeDoctorCalls } from '../../aws/doctor/sound-account';
import { captureCli } from '../capture-cli';

async function diagnose(
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
  it('prints account, Region, caller, deployment and the result of every check', async () => {
    const { code, out } = await diagnose(() => undefined);
    expect(code).toBe(0);
    expect(out).toMatch(/^Account 123456789012, us-east-1, as arn:aws:sts::/);
    expect(out).toContain("Deployment 'fsxbench': FsxbenchSafety, FsxbenchBench");
    for (const { id } of ASSUMPTIONS) expect(out).toContain(` ${id}: `);
    expect(out).toMatch(/\d+ hold, 0 do not hold, \d+ not tried\.\ndocs\/aws-checklist\.md .* by hand\.\nRead-only: /);
    expect(out).toMatch(/\nRead-only: created and billed nothing\.\n$/);
  });

  it('exits 1 when a check fails, and prints its effect and remedy', async () => {
    const { code, out } = await diagnose((facts) => void (facts.vcpus = 5));
    expect(code).toBe(1);
    const lines = out.split('\n');
    const at = lines.findIndex((line) => line.startsWith('  does not hold  vcpu-quota: '));
    expect(lines.slice(at + 1, at + 4).map((line) => line.trim())).toEqual([
      '5 vCPUs',
      'effect: the rig fails with VcpuLimitExceeded',
      'change: request an increase in Service Quotas: Running On-Demand Standard instances (L-1216C47A)',
    ]);
  });

  it('skips checks that need a deployment when none exists', async () => {
    const { code, out } = await diagnose((facts) => {
      facts.safety = null;
      facts.bench = null;
    });
    expect(code).toBe(0);
    expect(out).toContain(
      "No deployment 'fsxbench' here: checks that need a deployment are not tried. Deploy with npx cdk deploy --all",
    );
    expect(out).toMatch(/\(\d+ need a deployment\)\./);
  });

  it('checks the synthesized stacks before a first deployment, and exits 1 for an invalid machine', async () => {
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

  it('prints one JSON document with --json', async () => {
    const { out } = await diagnose((facts) => void (facts.vcpus = 5), { json: true });
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
    ['no execution has ended', (facts: Facts) => void (facts.ended = []), true],
    ['an execution has ended', () => undefined, false],
    ['nothing is deployed', (facts: Facts) => void ([facts.ended, facts.bench] = [[], null]), false],
  ])('prints or omits the start command of the doctor experiment when %s', async (_name, change, says) => {
    const { out } = await diagnose(change);
    const name = 'doctor-20260131-030000-xxxxxxxxxxxxxxxxxxxxxxxxx';
    const command = `npx fsxbench start experiments/doctor.yaml --name ${name} --region us-east-1\n`;
    expect(out.includes(command)).toBe(says);
  });

  it('warns when AWS_ENDPOINT_URL replaces AWS', async () => {
    process.env['AWS_ENDPOINT_URL'] = 'http://127.0.0.1:5000';
    try {
      const { out } = await diagnose(() => undefined);
      expect(out).toMatch(/^NOT AWS: all responses come from http:\/\/127\.0\.0\.1:5000/);
    } finally {
      delete process.env['AWS_ENDPOINT_URL'];
    }
  });

  it.each([
    [{ assembly: '/nowhere' }, /^doctor --before: there is no assembly in \/nowhere\. Run npx cdk synth --quiet/],
  ])('refuses %j when the assembly is missing', async (options, message) => {
    const { cli } = captureCli();
    await expect(run(cli, [], options)).rejects.toMatchObject({ message: expect.stringMatching(message), exitCode: 2 });
  });

  const REFUSED = Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:9'), { code: 'ECONNREFUSED' });
  it.each([
    ['NoCredentials', refusal('CredentialsProviderError', 'Could not load credentials'), 'no credentials found'],
    ['NoCredentials', refusal('ExpiredTokenException', 'Expired'), 'AWS refuses these credentials'],
    ['NoResponse', REFUSED, 'doctor: could not reach sts.us-east-1.amazonaws.com: connect ECONNREFUSED 127.0.0.1:9'],
  ])('throws %s with exit code 2 after: %s', async (name, error, message) => {
    const calls: DoctorCalls = {
      ...makeDoctorCalls(soundFacts()),
      sts: { getCallerIdentity: () => Promise.reject(error) },
    };
    const { cli } = captureCli();
    const given = { calls, region: 'us-east-1', assumptions: ASSUMPTIONS, options: {} };
    await expect(runDoctor(cli, given)).rejects.toMatchObject({
      name,
      exitCode: 2,
      message: expect.stringContaining(message),
    });
  });
});

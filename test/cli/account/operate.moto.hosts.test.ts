/**
 * Commands of a person against both stacks in an emulator that others wrote, by the clients of AWS. The emulator starts
 * executions and does not run them: what they would write, the test writes. What they do, the twin plays
 * (`test/cli/commands/executions.twin.test.ts`).
 */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { S3 } from '@aws-sdk/client-s3';
import { SFN } from '@aws-sdk/client-sfn';
import { openOperator, type Operator } from '../../../lib/aws/operator';
import { type AccountCommand, explainErrors, withOperator } from '../../../lib/cli/account/operate';
import { deleteDeployment } from '../../../lib/cli/commands/down';
import { list, pause, resume, start, stop, watch } from '../../../lib/cli/commands/executions';
import { fetchResults } from '../../../lib/cli/commands/fetch';
import { askQuery, makeClientConfig, listElements, REGION } from '../../outside/ask';
import { createStacks } from '../../outside/deployment';
import { makeVersionError } from '../../../lib/shapes/contract-version';
import { describeMoto, type Moto, startMoto } from '../../outside/moto';
import { deploy } from '../../stacks/deployed-templates';
import { temporaryFolder } from '../../temporary';
import { LUSTRE } from '../../twin/rehearsal/specs';
import { captureCli } from '../capture-cli';

/** Requests that are answered before they reach the emulator, as AWS answers them. */
type Refusal = (
  request: IncomingMessage,
  body: string,
) => { readonly status: number; readonly body: string } | undefined;

const ENVIRONMENT = ['AWS_ENDPOINT_URL', 'AWS_REGION', 'AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY'];
const NOT_FORWARDED = ['host', 'connection', 'expect', 'content-length', 'content-encoding', 'transfer-encoding'];

const isOf = (target: string, { headers }: IncomingMessage): boolean =>
  String(headers['x-amz-target']).endsWith(`.${target}`);
const json = (type: string, message: string) => ({ status: 400, body: JSON.stringify({ __type: type, message }) });

/** CloudFormation detaches the managed policies of a stack before it deletes them; the emulator does not. */
async function detachPolicies(moto: Moto): Promise<void> {
  const arns = listElements(await askQuery(moto, 'iam', 'ListPolicies', { Scope: 'Local' }), 'Arn');
  for (const PolicyArn of arns) {
    const roles = listElements(await askQuery(moto, 'iam', 'ListEntitiesForPolicy', { PolicyArn }), 'RoleName');
    for (const RoleName of roles) await askQuery(moto, 'iam', 'DetachRolePolicy', { PolicyArn, RoleName });
  }
}

describeMoto('fsxbench commands against stacks in moto', () => {
  let moto: Moto;
  let proxy: Server;
  let operator: Operator;
  let refuse: Refusal = () => undefined;
  const folder = temporaryFolder('moto-commands');
  const before = ENVIRONMENT.map((name) => [name, process.env[name]] as const);

  beforeAll(async () => {
    moto = await startMoto();
    // The emulator cannot delete a network with what is in it: this one stays.
    const [subnetId] = listElements(await askQuery(moto, 'ec2', 'DescribeSubnets'), 'subnetId');
    const [vpcId] = listElements(await askQuery(moto, 'ec2', 'DescribeVpcs'), 'vpcId');
    const { folder: assembly } = deploy({ vpcId, subnetId });
    await createStacks(moto, assembly, ['FsxbenchSafety', 'FsxbenchBench']);
    rmSync(assembly, { recursive: true });
    proxy = createServer((request, response) => {
      const forward = async (): Promise<void> => {
        const body = await buffer(request);
        const refused = refuse(request, body.toString());
        if (refused !== undefined) {
          response.writeHead(refused.status).end(refused.body);
          return;
        }
        const headers = Object.entries(request.headers).filter(([name]) => !NOT_FORWARDED.includes(name));
        const answer = await fetch(`${moto.url}${request.url ?? ''}`, {
          method: request.method ?? 'GET',
          headers: headers.map(([name, value]): [string, string] => [name, String(value)]),
          ...(body.length === 0 ? {} : { body }),
        });
        const given = [...answer.headers].filter(([name]) => !NOT_FORWARDED.includes(name));
        response.writeHead(answer.status, Object.fromEntries(given)).end(Buffer.from(await answer.arrayBuffer()));
      };
      forward().catch((error: unknown) => response.destroy(error as Error));
    });
    await new Promise<void>((resolve) => {
      proxy.listen(0, '127.0.0.1', resolve);
    });
    const { port } = proxy.address() as AddressInfo;
    const values = [`http://127.0.0.1:${port}`, REGION, 'any', 'any'];
    for (const [index, name] of ENVIRONMENT.entries()) process.env[name] = values[index];
    operator = { ...(await openOperator('fsxbench', undefined)), sleep: () => Promise.resolve() };
    writeFileSync(join(folder, 'spec.yaml'), LUSTRE);
  });
  afterEach(() => {
    refuse = () => undefined;
  });
  afterAll(async () => {
    for (const [name, value] of before) {
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
    proxy.closeAllConnections();
    proxy.close();
    await moto.stop();
  });

  const call = async (command: AccountCommand, args: string[] = [], options: Record<string, unknown> = {}) => {
    const { cli, out, err } = captureCli(folder);
    const code = await explainErrors('fsxbench', () => command(cli, operator, args, options));
    return { code, out: out(), err: err() };
  };
  const put = async (objects: Readonly<Record<string, string>>): Promise<void> => {
    const s3 = new S3(makeClientConfig(moto));
    for (const [Key, Body] of Object.entries(objects))
      await s3.putObject({ Bucket: operator.config.bucket, Key, Body });
  };
  const describeOne = (name: string) =>
    new SFN(makeClientConfig(moto)).describeExecution({
      executionArn: `${operator.config.machineArns.experiment.replace(':stateMachine:', ':execution:')}:${name}`,
    });

  it('starts by experiment name or by spec text, and refuses a used execution name', async () => {
    expect((await call(list)).out).toBe('No executions.\n');
    expect((await call(start, ['lustre-small'], { name: 'by-name', seed: '7' })).code).toBe(0);
    expect(JSON.parse((await describeOne('by-name')).input ?? '')).toEqual({ experiment: 'lustre-small', seed: '7' });
    expect((await call(start, ['spec.yaml'], { name: 'by-text' })).out).toMatch(
      /^by-text is not admitted yet; it may wait for its predecessor: small-lustre, about /,
    );
    expect(JSON.parse((await describeOne('by-text')).input ?? '')).toEqual({ spec: LUSTRE });
    expect([operator.flags, (await openOperator('fsxbench', REGION)).flags]).toEqual(['', ` --region ${REGION}`]);
    await expect(call(start, ['other'], { name: 'by-name' })).rejects.toThrow(
      "start: the name 'by-name' is already in use",
    );
  });

  it('lists running executions, and whether starts are paused', async () => {
    expect((await call(pause, [], { reason: 'audit' })).code).toBe(0);
    const shown = await call(list, [], { json: true });
    expect(JSON.parse(shown.out)).toMatchObject({
      paused: true,
      executions: ['by-text', 'by-name'].map((executionId) => ({
        executionId,
        experiment: null,
        status: 'RUNNING',
        isProven: false,
      })),
    });
    expect((await call(resume)).out).toContain('accepts starts again');
    expect((await call(resume)).out).toContain('was not paused');
    expect((await call(list)).out).toMatch(/^EXECUTION .*\nby-text .*\nby-name +- +RUNNING /);
  });

  it('stops running executions with a reason, and reports those that already ended', async () => {
    expect((await call(stop, ['by-name'])).out).toBe(
      'by-name is stopped. No record of its admission was found. Executions create resources only after admission.\n',
    );
    expect(await describeOne('by-name')).toMatchObject({ status: 'ABORTED' });
    expect((await call(stop, ['by-name'])).out).toBe(
      'by-name has already ended: ABORTED; no record of its admission was found.\n',
    );
    expect((await call(stop, [], { all: true })).out).toMatch(/^by-text is stopped\./);
    expect((await call(stop, [], { all: true })).out).toMatch(/^No execution is running\.\n/);
    await expect(call(stop, ['gone'])).rejects.toThrow("stop: fsxbench has no execution 'gone'");
    // It was never admitted: nothing can be left.
    expect((await call(watch, ['by-name'])).code).toBe(130);
  });

  it('fetches objects unchanged, skips invalid names, and refuses an execution without objects', async () => {
    await call(start, ['lustre-small'], { name: 'night' });
    await expect(call(fetchResults, ['night'])).rejects.toThrow("fetch: 'night' is not admitted yet");
    await put({ 'pointers/night.json': '{"version":1,"experiment":"lustre-small"}' });
    await expect(call(fetchResults, ['night'])).rejects.toThrow('has no objects below executions/lustre-small/night/');
    const root = 'executions/lustre-small/night/';
    await put({
      [`${root}report/index.html`]: '<html>µ</html>',
      [`${root}raw/r1/t0001/a1/x`]: 'raw',
      [`${root}a b`]: 'no name of ours',
    });
    const fetched = await call(fetchResults, ['night']);
    expect(fetched.out).toMatch(/^1 file, 15 B, to .*\n1 file skipped: /);
    const page = join(folder, '.fsxbench/bucket', root, 'report/index.html');
    expect(readFileSync(page, 'utf8')).toBe('<html>µ</html>');
    expect((await call(fetchResults, ['night'], { raw: true })).out).toMatch(/^2 files, /);
  });

  it.each([
    ['AccessDenied', 403, 'AccessDenied', /Access is refused \(AccessDenied\)\. docs\/deploy\.md lists the/],
    ['ExpiredToken', 400, 'ExpiredToken', /Access is refused \(ExpiredToken\)\. Sign in again/],
  ])('throws NoCredentials with exit code 2 when fetch gets %s', async (_, status, code, message) => {
    refuse = ({ url = '' }) =>
      url.includes('report/index.html')
        ? { status, body: `<Error><Code>${code}</Code><Message>Access is refused</Message></Error>` }
        : undefined;
    await expect(call(fetchResults, ['night'])).rejects.toMatchObject({
      name: 'NoCredentials',
      exitCode: 2,
      message: expect.stringMatching(message),
    });
  });

  it('exits watch with 130 when credentials expire, and says that the execution continues', async () => {
    let looks = 0;
    refuse = (request) => {
      if (!isOf('DescribeExecution', request)) return undefined;
      looks += 1;
      return looks > 3 ? json('ExpiredTokenException', 'The token has expired') : undefined;
    };
    const { code, err } = await call(watch, ['night']);
    expect(code).toBe(130);
    expect(err).toMatch(
      /^night RUNNING\nYour credentials have expired \(The token has expired\)\. night continues\. Sign in/,
    );
    refuse = () => undefined;
    expect(await describeOne('night')).toMatchObject({ status: 'RUNNING' });
  });

  it('exits watch with 3 and OtherVersion when another contract version is deployed', async () => {
    await call(start, ['lustre-small'], { name: 'updated' });
    const { executionArn, stateMachineArn, startDate } = await describeOne('updated');
    const { name: error, message: cause } = makeVersionError(1, 2);
    const ended = { status: 'FAILED', startDate: startDate?.getTime(), stopDate: Date.now(), error, cause };
    const body = JSON.stringify({ ...ended, executionArn, stateMachineArn, name: 'updated' });
    refuse = (request) => (isOf('DescribeExecution', request) ? { status: 200, body } : undefined);
    const { code, err } = await call(watch, ['updated']);
    expect(code).toBe(3);
    expect(err).toContain('OtherVersion: contract version 1 planned this execution, but version 2 is deployed');
  });

  it('retries in watch while AWS throttles', async () => {
    let looks = 0;
    refuse = (request) => {
      if (!isOf('DescribeExecution', request)) return undefined;
      looks += 1;
      if (looks > 14) return json('ExpiredTokenException', 'over');
      return looks > 2 && looks < 12 ? json('ThrottlingException', 'Rate exceeded') : undefined;
    };
    expect((await call(watch, ['night'])).err).toContain('Your credentials have expired (over)');
    expect(looks).toBeGreaterThan(12);
  });

  it('throws NotDeployed for a stack that does not exist', async () => {
    await expect(withOperator('list', list)(captureCli().cli, [], { stack: 'other' })).rejects.toMatchObject({
      name: 'NotDeployed',
      exitCode: 2,
      message: expect.stringMatching(/^list: Stack with id OtherSafety does not exist/),
    });
  });

  it('stops executions, waits for proof of cleanup, and deletes both stacks with down', async () => {
    await call(start, ['lustre-small'], { name: 'late' });
    let looks = 0;
    const waiting = {
      ...operator,
      sleep: async () =>
        void ((looks += 1) === 2 && (await put({ 'proven/night.json': '{}', 'results/night.json': '{"clean":true}' }))),
    };
    // The emulator does not have this call.
    refuse = (_, body) =>
      body.includes('Action=UpdateTerminationProtection') && body.includes('EnableTerminationProtection=false')
        ? { status: 200, body: '<UpdateTerminationProtectionResponse/>' }
        : undefined;
    await detachPolicies(moto);
    const { cli, out, err } = captureCli(folder);
    expect(await deleteDeployment(cli, waiting, [], { yes: true })).toBe(0);
    expect(err()).toBe('waiting for cleanup and result of night\ndeleting FsxbenchBench\ndeleting FsxbenchSafety\n');
    expect(out()).toContain('FsxbenchBench and FsxbenchSafety are deleted.\n');
    const stacks = await askQuery(moto, 'cloudformation', 'ListStacks');
    expect(listElements(stacks, 'StackStatus')).toEqual(['DELETE_COMPLETE', 'DELETE_COMPLETE']);
    expect(looks).toBe(2);
  });
});

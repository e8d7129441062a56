import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run } from '../../../lib/cli/commands/compare';
import { layout } from '../../../lib/shapes/layout';
import { summarize } from '../../../lib/results/summary';
import { execution, type Options } from '../../results/fixture';
import { captureCli } from '../capture-cli';

const FACTORS = { target: ['disk', 'memory'], op: ['randread'], bs: ['4k', '64k'] };

let cwd: string;
beforeEach(() => {
  cwd = mkdtempSync(join(tmpdir(), 'fsxbench-compare-'));
});
afterEach(() => rmSync(cwd, { recursive: true, force: true }));

/** Stores an execution in the local bucket; its values are those of the fixture times a factor. */
function store(executionId: string, factor = 1, options: Options = {}): string {
  const input = execution({ factors: FACTORS, replicates: 4, ...options });
  const plan = { ...input.plan, executionId };
  const observations = input.observations.map((one) => ({ ...one, value: one.value * factor }));
  const folder = join(cwd, '.fsxbench/bucket', layout(plan.experiment, executionId).root);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'plan.json'), JSON.stringify(plan));
  writeFileSync(join(folder, 'summary.json'), JSON.stringify(summarize({ ...input, plan, observations })));
  return folder;
}

async function compare(args: readonly string[], options: Readonly<Record<string, unknown>> = {}) {
  const { cli, out } = captureCli(cwd);
  const code = await run(cli, args, options).catch((error: Error) => `${error.name}: ${error.message}`);
  return { code, text: out() };
}

describe('compare', () => {
  it('prints a table, the change of all together, what the pair cannot show, and what else differs', async () => {
    store('one');
    store('two', 0.5);
    const { code, text } = await compare(['one', 'two']);
    expect(code).toBe(1);
    expect(text).toMatch(/^before {2}local-disk one, started 2026-03-02 09:00 UTC, 16 VALID\nafter {3}local-disk two/);
    expect(text).toContain('read IOPS, geometric means, higher is better\nconfiguration ');
    expect(text).toMatch(/all together: −50% \(.*\), worse \(hour, hosts or AWS\)/);
    expect(text).toMatch(
      /This pair can show a loss of one configuration from \d+% on, and of all together from \d+% on/,
    );
    expect(text).toContain('Nothing else differs');
  });

  it('prints one JSON document with differences when --json is given', async () => {
    const [before, after] = [store('one'), store('two')];
    const { code, text } = await compare([before, after], { json: true, margin: '30%' });
    const document = JSON.parse(text) as { measures: { cells: { rest: { verdict: string } }[] }[]; margin: number };
    expect([code, document.margin]).toEqual([0, 0.3]);
    expect(document.measures[0]?.cells.map(({ rest }) => rest.verdict)).toEqual(Array(4).fill('within margin'));
  });

  it.each([
    [['one', 'nine'], {}, "compare: found 'nine'; allowed: the folder of an execution, s3://BUCKET/PREFIX, or a name"],
    [['one', 's3://bucket'], {}, "compare: found 's3://bucket'; allowed: s3://BUCKET/executions/EXPERIMENT/EXECUTION"],
    [['one', 'one'], {}, 'compare: both names are the same execution'],
    [['one', 'model'], {}, 'compare: one execution is simulated, the other measured'],
    [['one', 'two'], { margin: '0.1' }, "--margin: found '0.1'; allowed: a percentage, e.g. 15%"],
    [['one', 'running'], {}, 'compare: running lacks summary.json'],
  ])('refuses %j with %j', async (args, options, message) => {
    store('one');
    store('two');
    store('model', 1, { simulated: true });
    rmSync(join(store('running'), 'summary.json'));
    expect((await compare(args, options)).code).toContain(message);
  });
});

const PLACE = 's3://results/executions/local-disk';
const ENVIRONMENT: Readonly<Record<string, string>> = {
  AWS_REGION: 'eu-west-1',
  AWS_ACCESS_KEY_ID: 'x',
  AWS_SECRET_ACCESS_KEY: 'x',
  AWS_EC2_METADATA_DISABLED: 'true',
};

describe('compare with a bucket', () => {
  const objects = new Map<string, string>();
  const requests: { path: string; region: string }[] = [];
  const earlier = new Map(['AWS_ENDPOINT_URL', ...Object.keys(ENVIRONMENT)].map((name) => [name, process.env[name]]));
  // Answers as S3 does, to the clients of the AWS SDK.
  const server = createServer(({ url = '', headers }, response) => {
    const [path = ''] = url.split('?');
    requests.push({ path, region: /Credential=[^/]+\/\d+\/([\w-]+)\//.exec(headers.authorization ?? '')?.[1] ?? '' });
    const text = objects.get(path);
    const code = path.startsWith('/results/')
      ? 'NoSuchKey'
      : path.startsWith('/none/')
        ? 'NoSuchBucket'
        : 'AccessDenied';
    const status = code === 'AccessDenied' ? 403 : 404;
    response.writeHead(text === undefined ? status : 200, { 'content-type': 'application/xml' });
    response.end(
      text ?? `<?xml version="1.0"?><Error><Code>${code}</Code><Message>${code} was found</Message></Error>`,
    );
  });

  beforeAll(async () => {
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    Object.assign(process.env, ENVIRONMENT, { AWS_ENDPOINT_URL: `http://127.0.0.1:${port}` });
  });
  beforeEach(() => {
    store('one');
    for (const name of ['plan.json', 'summary.json'])
      objects.set(`/results/executions/local-disk/two/${name}`, readFileSync(join(store('two', 0.5), name), 'utf8'));
    objects.set('/results/running/plan.json', readFileSync(join(store('running'), 'plan.json'), 'utf8'));
    objects.set('/results/bad/plan.json', '{"schemaVersion":0}');
  });
  afterAll(() => {
    server.close();
    for (const [name, value] of earlier) {
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
  });

  it.each(['', '/'])('compares an execution of this machine with s3://BUCKET/PREFIX%s', async (end) => {
    const { code, text } = await compare(['one', `${PLACE}/two${end}`]);
    expect([code, text]).toEqual([1, expect.stringMatching(/^before {2}local-disk one.*\nafter {3}local-disk two/)]);
    expect(text).toMatch(/all together: −50% \(.*\), worse/);
  });

  it('reads the bucket in the Region of --region, without a deployment', async () => {
    requests.length = 0;
    expect((await compare(['one', `${PLACE}/two`], { region: 'us-west-2' })).code).toBe(1);
    expect(new Set(requests.map(({ region }) => region))).toEqual(new Set(['us-west-2']));
    const files = ['plan.json', 'summary.json'].map((name) => `/results/executions/local-disk/two/${name}`);
    expect(new Set(requests.map(({ path }) => path))).toEqual(new Set(files));
  });

  it.each([
    ['s3://results/x', /^NoExecution: compare: s3:\/\/results\/x lacks plan\.json: it is no execution$/],
    ['s3://results/running', /^NoExecution: compare: s3:\/\/results\/running lacks summary\.json: it is still running/],
    ['s3://results/bad', /^PlanUnreadable: s3:\/\/results\/bad: plan\.json: not a plan of version/],
    ['s3://none/x', /^NoExecution: compare: s3:\/\/none\/x: NoSuchBucket was found \(NoSuchBucket\)$/],
    ['s3://secret/x', /^NoCredentials: compare: .*AccessDenied was found .* `aws s3 ls s3:\/\/secret\/x\/` must/],
  ])('refuses %s', async (place, message) => {
    expect((await compare(['one', place])).code).toMatch(message);
  });

  it('explains that nothing responds', async () => {
    const endpoint = process.env['AWS_ENDPOINT_URL'];
    process.env['AWS_ENDPOINT_URL'] = 'http://127.0.0.1:9';
    expect((await compare(['one', 's3://results/x'])).code).toMatch(/^NoResponse: compare: could not reach http:/);
    process.env['AWS_ENDPOINT_URL'] = endpoint;
  });
});

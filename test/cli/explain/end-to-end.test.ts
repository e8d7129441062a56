import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findTopics, run } from '../../../lib/cli/commands/explain';
import { EXIT } from '../../../lib/cli/exit-code';
import { listTopics } from '../../../lib/cli/explain/topics';
import { KINDS } from '../../../lib/experiment/kinds';
import { renderSpecSchema } from '../../../lib/experiment/language/editor/spec-schema';
import { ERROR_CODES, GLOSSARY, TRIAL_REASONS, WORKLOAD_REASONS } from '../../../lib/shapes/error-codes';
import { SERVER_METRICS } from '../../../lib/shapes/server-metrics';
import { VERDICTS } from '../../../lib/shapes/verdict';
import { WORKLOAD_KINDS } from '../../../lib/shapes/workload-kinds';
import { TARGET_KINDS } from '../../../lib/targets/registry';
import { captureCli } from '../capture-cli';
import cases from '../commands/cases.json';

const ALL = listTopics();
/** What the command prints with `--json`, whatever else a topic has. */
const getTopics = (requested: string) =>
  findTopics(requested, ALL).topics.map(({ group, name, of, meaning, facts }) => ({ group, name, of, meaning, facts }));
const listUnknown = (names: readonly string[]): string[] => names.filter((name) => getTopics(name).length === 0);

async function runExplain(args: readonly string[], options = {}): Promise<string> {
  const { cli, out } = captureCli();
  expect(await run(cli, args, options)).toBe(EXIT.done);
  return out();
}

/** Names of all properties that a JSON Schema has anywhere. */
function listProperties(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const own = 'properties' in schema ? Object.keys(schema.properties as object) : [];
  return [...own, ...Object.values(schema).flatMap(listProperties)];
}

describe('names in fsxbench explain', () => {
  it('includes every key of the JSON Schema of a spec', () => {
    // `each` belongs to `mount`, which tells of it.
    const keys = new Set(listProperties(JSON.parse(renderSpecSchema(KINDS))).filter((key) => key !== 'each'));
    expect(keys.size).toBeGreaterThan(80);
    for (const key of keys) {
      const settings = getTopics(key).filter(({ group, name }) => group === 'setting' && name === key);
      expect([key, settings.length > 0]).toEqual([key, true]);
      for (const { meaning, facts } of settings) {
        expect([key, meaning]).toEqual([key, expect.stringMatching(/\.\)?$/)]);
        expect(facts['place']).toMatch(new RegExp(`(^|\\.)${key}$`));
        expect(facts['allowed']).toMatch(/\S/);
      }
    }
  });

  it.each([
    ['error', ERROR_CODES],
    ['reason', Object.keys({ ...TRIAL_REASONS, ...WORKLOAD_REASONS })],
    ['verdict', VERDICTS],
    ['kind', [...TARGET_KINDS, ...WORKLOAD_KINDS]],
    ['exit code', Object.values(EXIT).map(String)],
    ['metric', ['iops', 'elapsed_synced', 'latency_p99_9', ...SERVER_METRICS.map(({ name }) => name)]],
    ['word', Object.keys(GLOSSARY).filter((word) => !(VERDICTS as readonly string[]).includes(word))],
  ])('includes every %s', (group, names) => {
    for (const name of names) {
      const found = getTopics(name).filter((one) => one.group === group);
      expect([name, found.map(({ meaning }) => meaning)]).toEqual([name, [expect.stringMatching(/\S/)]]);
      if (group === 'error' || group === 'reason') expect(found[0]?.facts['what to do']).toMatch(/\S/);
    }
  });

  it('includes every metric of every workload kind', () => {
    const metrics = WORKLOAD_KINDS.flatMap((kind) => Object.keys(KINDS.workloadOf(kind)?.metrics ?? {}));
    expect(metrics.filter((name) => !getTopics(name).some(({ group }) => group === 'metric'))).toEqual([]);
  });

  it('includes every code of a problem, reason, error or check in lib', () => {
    // Others are of services of AWS, and of the state language.
    const files = readdirSync('lib', { recursive: true, encoding: 'utf8' }).filter((file) =>
      /^(?!twin\/cloud\/|asl\/).*\.(?:ts|json)$/.test(file),
    );
    const patterns = [
      /\b(?:code"?|error): ['"]([A-Z][A-Za-z]+)['"]/g,
      /(?:complain|error|refused|UserError|FsxbenchError)\(\s*'([A-Z][a-z]+[A-Z]\w*)'/g,
      /refusal\(\{ name: '(\w+)'/g,
    ];
    const found = files.flatMap((file) => {
      const text = readFileSync(join('lib', file), 'utf8');
      return patterns.flatMap((pattern) => [...text.matchAll(pattern)].map(([, code]) => String(code)));
    });
    expect(found.length).toBeGreaterThan(300);
    expect(listUnknown([...new Set(found)])).toEqual([]);
    for (const code of ['BufferedIo', 'ThresholdUnreachable', 'TooFewReplicates', 'OwnFilesRead', 'UnknownKey'])
      expect(getTopics(code)).toEqual([expect.objectContaining({ group: 'problem', meaning: expect.any(String) })]);
  });

  /** What is printed in front of a row, above a column, over a section, or as a mark; by where it is written. */
  it.each<[string, RegExp[]]>([
    ['lib/cli/text', [/\b(?:formatRow|formatOptionalRow)\(\s*'([a-z][a-z ]+)'/g]],
    ['lib/report/terminal-text.ts', [/[`']([a-z][a-z ]{8} )(?:\$\{|')/g, /wrapIndented\(.*?'([a-z ]+)'/g]],
    ['lib/report/medians.ts', [/^ {4}(?:\w+ \? )?'([a-z ]+)'/gm, /'([a-z ]+ per month)'/g]],
    ['lib/report/first-screen', [/\bword: '([a-z ]+)'/g]],
    ['lib/report', [/<(?:h2|dt|summary|th)[^>$]*>([A-Z][A-Za-z ]+)</g]],
    ['lib/results/bottleneck', [/resource = `([A-Za-z ]+)\$/g, /^ {2}\w+: \['([a-zA-Z/ ]+)', /gm]],
  ])('includes every label in %s', (place, patterns) => {
    const names = readdirSync('lib', { recursive: true, encoding: 'utf8' }).map((name) => join('lib', name));
    const files = names.filter((name) => name.endsWith('.ts') && (name === place || name.startsWith(`${place}/`)));
    const texts = files.map((file) => readFileSync(file, 'utf8'));
    const labels = texts.flatMap((text) =>
      patterns.flatMap((one) => [...text.matchAll(one)].map(([, label = '']) => label.trim())),
    );
    expect(new Set(labels).size).toBeGreaterThan(3);
    expect(listUnknown([...new Set(labels)])).toEqual([]);
  });

  it.each([
    'clat,latency,p99,IOPS,bandwidth,open,steal,slat,median,lustre,cost,lock',
    'page cache,noisy neighbour,queue depth,confidence interval,host busy,dry run,write-ahead log',
    'exploratory,stalled,commit,compare,sweep,grid',
    'sqlite,postgres,mysql,redis,etcd,rocksdb,tmpfs,gate,history,baseline',
    'described,meets,misses,best,equal,safe-choice,equivalent,open,inconclusive',
    'burst credits,safe choice,settle,cautions,before you rely on it,90% interval,96% CI',
  ])('includes the everyday terms %s', (words) => {
    expect(listUnknown(words.split(','))).toEqual([]);
  });
});

describe('fsxbench explain', () => {
  it('explains several names, and a name of several words', async () => {
    const both = await runExplain(['HostBusy', 'RateStep']);
    expect(both).toMatch(/^HostBusy \(reason\)[\s\S]*^RateStep \(reason\)/m);
    expect(await runExplain(['host', 'CPU'])).toMatch(/^host CPU \(word/);
    expect(await runExplain(['steadiness'])).toContain('tests (word)');
    const wrong = run(captureCli().cli, ['HostBusy', 'RateStepp'], {});
    await expect(wrong).rejects.toThrow("unknown name 'RateStepp'. Did you mean `RateStep`");
  });

  it('prints the target kinds and the source of a server-side metric', async () => {
    const [creates] = getTopics('server_file_creates');
    const meaning = expect.stringContaining('creates of files') as string;
    const facts = { place: 'alarms, published.rows', unit: 'ops/s', statistic: 'Sum' };
    expect(creates).toMatchObject({ of: ['fsx-lustre'], meaning, facts });
    expect(getTopics('server_network')[0]?.of).toEqual(['fsx-lustre', 'fsx-ontap', 'fsx-openzfs']);
    expect(getTopics('server_queue')[0]?.facts['place']).toBe('published.rows');
    expect(await runExplain(['server_file_creates'])).toContain('AWS/FSx FileCreateOperations by FileSystemId');
  });

  it('prints the path in the spec, the condition and the source of a setting, as JSON too', async () => {
    const text = await runExplain(['fsx-lustre.metadataIops']);
    expect(text).toMatch(/^metadataIops \(setting of fsx-lustre\)\n {2}Metadata IOPS\. /);
    for (const line of [/^ {2}place {4}targets\.NAME\.metadataIops$/m, /^ {2}only {5}with PERSISTENT_2$/m])
      expect(text).toMatch(line);
    expect(text).toMatch(/^ {2}source {3}https:/m);
    const requested = 'design.replicates';
    expect(getTopics(requested)).toEqual([cases.explain.directory]);
    const json = JSON.parse(await runExplain([requested], { json: true })) as unknown;
    expect(json).toEqual({ requested, topics: getTopics(requested) });
  });

  it('merges target kinds with identical settings, and separates those that differ', () => {
    const nfs = ['fsx-ontap', 'fsx-openzfs', 'external-nfs'];
    expect(getTopics('mount.nconnect').map(({ of }) => of)).toEqual([nfs, ['efs'], ['s3-files', 'external-s3-files']]);
    expect(getTopics('storageGiB').map(({ of }) => of)).toEqual([['fsx-lustre'], ['fsx-ontap'], ['fsx-openzfs']]);
  });

  it.each([
    ['HostFailed', 'reason HostFailed, error HostFailed'],
    ['sequential', 'word sequential, setting comparison'],
    ['persistent_2', 'setting deploymentType'],
    ['cell', 'word configuration'],
    ['factor', 'setting factors, setting factor, word factor'],
    ['sweep', 'setting factors'],
    ['commit', 'metric sync_latency_p99'],
  ])('explains all meanings of %s: %s', (name, meanings) => {
    expect(
      getTopics(name)
        .map((one) => `${one.group} ${one.name}`)
        .join(', '),
    ).toBe(meanings);
  });

  it.each([
    ['targets.zfs.stages.fast.throughputMBps', 'targets.NAME.throughputMBps'],
    // EFS has another than the others.
    ['fleet.client.mount.each.zfs.nconnect', 'fleet.ROLE.mount.nconnect'],
    ['published.rows.3.value', 'published.rows.ROW.value'],
    ['workloads.fio.bs', 'workloads.NAME.bs'],
  ])('accepts the path %s as `validate` prints it', (path, place) => {
    expect(new Set(getTopics(path).map(({ facts }) => facts['place']))).toEqual(new Set([place]));
  });

  it('lists all names by group when no name is given', async () => {
    const text = await runExplain([]);
    expect(text).toMatch(/^Settings of a spec\n {2}accept, actimeo, /);
    expect(text).toMatch(/\nGlossary\n {2}answer, attempt, baseline, best, block, bottleneck, budget, /);
    for (const line of text.split('\n')) expect(line.length).toBeLessThanOrEqual(100);
    const { groups } = JSON.parse(await runExplain([], { json: true })) as { groups: Record<string, string[]> };
    expect(groups['verdict']).toEqual(['INFEASIBLE', 'INVALID', 'NOT_RUN', 'SUSPECT', 'VALID']);
  });

  it.each(cases.explain.near)('refuses %j with similar names and exit code 2', async (name, message) => {
    const { cli, out } = captureCli();
    const error = (await run(cli, [name], {}).catch((one: unknown) => one)) as Error;
    expect(error).toMatchObject({ name: 'UnknownName', exitCode: EXIT.usage });
    expect([error.message, out()]).toEqual([expect.stringContaining(message), '']);
  });
});

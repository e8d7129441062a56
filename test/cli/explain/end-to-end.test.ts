import { KINDS } from '../../../lib/experiment/kinds';
import { renderSpecSchema } from '../../../lib/experiment/language/editor/spec-schema';
import { findTopics, run } from '../../../lib/cli/commands/explain';
import { listTopics } from '../../../lib/cli/explain/topics';
import { SERVER_METRICS } from '../../../lib/shapes/server-metrics';
import { EXIT } from '../../../lib/cli/exit-code';
import { ERROR_CODES, TRIAL_REASONS, GLOSSARY, WORKLOAD_REASONS } from '../../../lib/shapes/error-codes';
import { VERDICTS } from '../../../lib/shapes/verdict';
import { TARGET_KINDS } from '../../../lib/targets/registry';
import { WORKLOAD_KINDS } from '../../../lib/shapes/workload-kinds';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { captureCli } from '../capture-cli';
import cases from '../commands/cases.json';

const ALL = listTopics();
/** What the command prints with `--json`, whatever else a topic has. */
const getTopics = (name: string) =>
  findTopics(name, ALL).topics.map(({ group, name: called, of, meaning, facts }) => ({
    group,
    name: called,
    of,
    meaning,
    facts,
  }));

async function runExplain(...args: string[]): Promise<string> {
  const { cli, out } = captureCli();
  expect(await run(cli, args, {})).toBe(EXIT.done);
  return out();
}

/** Names of all properties that a JSON Schema has anywhere. */
function listProperties(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const own = 'properties' in schema ? Object.keys(schema.properties as object) : [];
  return [...own, ...Object.values(schema).flatMap(listProperties)];
}

describe('fsxbench explain', () => {
  it('explains several names, and a name of several words', async () => {
    const both = await runExplain('HostBusy', 'RateStep');
    expect(both).toMatch(/^HostBusy \(reason\)[\s\S]*^RateStep \(reason\)/m);
    expect(await runExplain('host', 'CPU')).toMatch(/^host CPU \(word/);
    await expect(runExplain('HostBusy', 'RateStepp')).rejects.toThrow(
      "unknown name 'RateStepp'. Did you mean `RateStep`",
    );
    expect(await runExplain('steadiness')).toContain('tests (word)');
  });

  it('explains every key of the JSON Schema of a spec', () => {
    const keys = new Set(listProperties(JSON.parse(renderSpecSchema(KINDS))));
    // `each` belongs to `mount`, which tells of it.
    keys.delete('each');
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
    ['metric', ['iops', 'elapsed_synced', 'latency_p99_9']],
    ['word', Object.keys(GLOSSARY).filter((word) => !(VERDICTS as readonly string[]).includes(word))],
  ])('explains every %s', (group, names) => {
    for (const name of names) {
      const found = getTopics(name).filter((one) => one.group === group);
      expect([name, found.map(({ meaning }) => meaning)]).toEqual([name, [expect.stringMatching(/\S/)]]);
      if (group === 'error' || group === 'reason') expect(found[0]?.facts['what to do']).toMatch(/\S/);
    }
  });

  it('explains every code of a problem, reason, error or check in lib', () => {
    // Of services of AWS, and of the state language.
    const elsewhere = /^(?:twin\/cloud|asl)\//;
    const found = readdirSync('lib', { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.(?:ts|json)$/.test(file) && !elsewhere.test(file))
      .flatMap((file) => {
        const text = readFileSync(join('lib', file), 'utf8');
        const patterns = [
          /\b(?:code"?|error): ['"]([A-Z][A-Za-z]+)['"]/g,
          /(?:complain|error|refused|UserError|FsxbenchError)\(\s*'([A-Z][a-z]+[A-Z]\w*)'/g,
          /refusal\(\{ name: '(\w+)'/g,
        ];
        return patterns.flatMap((pattern) => [...text.matchAll(pattern)].map(([, code]) => String(code)));
      });
    expect(found.length).toBeGreaterThan(300);
    expect([...new Set(found)].filter((code) => getTopics(code).length === 0)).toEqual([]);
    for (const code of ['BufferedIo', 'ThresholdUnreachable', 'TooFewReplicates', 'OwnFilesRead', 'UnknownKey'])
      expect(getTopics(code)).toEqual([expect.objectContaining({ group: 'problem', meaning: expect.any(String) })]);
  });

  it.each([
    ['clat latency p99 IOPS bandwidth open steal slat median lustre cost lock'.split(' ')],
    ['page cache,noisy neighbour,queue depth,confidence interval,host busy,dry run,write-ahead log'.split(',')],
    ['exploratory stalled commit compare sweep grid'.split(' ')],
    ['described meets misses best equal safe-choice equivalent open inconclusive'.split(' ')],
  ])('explains the everyday terms %j', (words) => {
    expect(words.filter((word) => getTopics(word).length === 0)).toEqual([]);
  });

  it('explains every metric of every workload kind', () => {
    const metrics = WORKLOAD_KINDS.flatMap((kind) => Object.keys(KINDS.workloadOf(kind)?.metrics ?? {}));
    for (const metric of metrics)
      expect([metric, getTopics(metric).some(({ group }) => group === 'metric')]).toEqual([metric, true]);
  });

  it('explains every server-side metric, with the target kinds that have it', async () => {
    for (const { name } of SERVER_METRICS)
      expect([name, getTopics(name).map(({ group }) => group)]).toEqual([name, ['metric']]);
    const [creates] = getTopics('server_file_creates');
    expect(creates).toMatchObject({
      of: ['fsx-lustre'],
      meaning: expect.stringContaining('creates of files') as string,
    });
    expect(creates?.facts).toMatchObject({ place: 'alarms, published.rows', unit: 'ops/s', statistic: 'Sum' });
    expect(getTopics('server_network')[0]?.of).toEqual(['fsx-lustre', 'fsx-ontap', 'fsx-openzfs']);
    expect(getTopics('server_queue')[0]?.facts['place']).toBe('published.rows');
    expect(await runExplain('server_file_creates')).toContain('AWS/FSx FileCreateOperations by FileSystemId');
  });

  it('prints the path in the spec, the condition and the source of a setting', async () => {
    const text = await runExplain('fsx-lustre.metadataIops');
    expect(text).toMatch(/^metadataIops \(setting of fsx-lustre\)\n {2}Metadata IOPS\. /);
    expect(text).toMatch(/^ {2}place {4}targets\.NAME\.metadataIops$/m);
    expect(text).toMatch(/^ {2}only {5}with PERSISTENT_2$/m);
    expect(text).toMatch(/^ {2}source {3}https:/m);
    const [found, ...others] = getTopics('design.replicates');
    expect(others).toEqual([]);
    expect(found).toEqual(cases.explain.directory);
  });

  it('merges target kinds with identical settings, and separates those that differ', () => {
    expect(getTopics('mount.nconnect').map(({ of }) => of)).toEqual([
      ['fsx-ontap', 'fsx-openzfs', 'external-nfs'],
      ['efs'],
    ]);
    expect(getTopics('storageGiB').map(({ of }) => of)).toEqual([['fsx-lustre'], ['fsx-ontap'], ['fsx-openzfs']]);
  });

  it('explains all meanings of a name, and the settings that accept it as a value', () => {
    const of = (name: string): string[] => getTopics(name).map(({ group, name: called }) => `${group} ${called}`);
    expect(of('HostFailed')).toEqual(['reason HostFailed', 'error HostFailed']);
    expect(of('sequential')).toEqual(['word sequential', 'setting comparison']);
    expect(of('persistent_2')).toEqual(['setting deploymentType']);
    expect(of('cell')).toEqual(['word configuration']);
    expect(of('factor')).toEqual(['setting factors', 'setting factor', 'word factor']);
    expect(of('sweep')).toEqual(['setting factors']);
    expect(of('commit')).toEqual(['metric sync_latency_p99']);
    expect(getTopics('fdatasync')[0]?.meaning).toMatch(/^Writes of a job between two fdatasync calls: /);
  });

  it('accepts a path as `validate` prints it', () => {
    const places = (name: string): unknown[] => getTopics(name).map(({ facts }) => facts['place']);
    expect(new Set(places('targets.zfs.stages.fast.throughputMBps'))).toEqual(new Set(['targets.NAME.throughputMBps']));
    // EFS has another than the others.
    expect(new Set(places('fleet.client.mount.each.zfs.nconnect'))).toEqual(new Set(['fleet.ROLE.mount.nconnect']));
    expect(places('published.rows.3.value')).toEqual(['published.rows.ROW.value']);
    expect(places('workloads.fio.bs')).toEqual(['workloads.NAME.bs']);
  });

  it('prints identical topics as JSON with --json', async () => {
    const { cli, out } = captureCli();
    expect(await run(cli, ['design.replicates'], { json: true })).toBe(EXIT.done);
    expect(JSON.parse(out())).toEqual({ requested: 'design.replicates', topics: getTopics('design.replicates') });
  });

  it('lists all names by group when no name is given', async () => {
    const text = await runExplain();
    expect(text).toMatch(/^Settings of a spec\n {2}accept, actimeo, /);
    expect(text).toMatch(/\nGlossary\n {2}answer, attempt, best, block, bottleneck, budget, /);
    for (const line of text.split('\n')) expect(line.length).toBeLessThanOrEqual(100);
    const { cli, out } = captureCli();
    await run(cli, [], { json: true });
    const { groups } = JSON.parse(out()) as { groups: Record<string, string[]> };
    expect(groups['verdict']).toEqual(['INFEASIBLE', 'INVALID', 'NOT_RUN', 'SUSPECT', 'VALID']);
  });

  it.each(cases.explain.near)('refuses %j with similar names and exit code 2', async (name, message) => {
    const { cli, out } = captureCli();
    const refused = expect.objectContaining({
      name: 'UnknownName',
      exitCode: EXIT.usage,
      message: expect.stringContaining(message) as string,
    }) as Error;
    await expect(run(cli, [name], {})).rejects.toThrow(refused);
    expect(out()).toBe('');
  });
});

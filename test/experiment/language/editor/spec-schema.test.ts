import Ajv, { type ErrorObject } from 'ajv';
import fc from 'fast-check';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { makeSpecSchema } from '../../../../lib/experiment/language/editor/spec-schema';
import { KINDS } from '../../../../lib/experiment/kinds';
import { readSpecObject } from '../../../../lib/experiment/reading/read-spec';
import { SECTIONS } from '../../../../lib/shapes/spec';
import cases from './spec-schema.cases.json';

const schema = makeSpecSchema(KINDS);
const ajv = new Ajv({
  strict: true,
  strictTypes: false,
  strictRequired: false,
  allErrors: true,
  allowUnionTypes: true,
  formats: { uri: true },
});
const valid = ajv.compile(schema);
const FOLDER = join(__dirname, '../../../../experiments');
const SHIPPED = readdirSync(FOLDER).filter((name) => name.endsWith('.yaml'));
const textOf = (name: string): string => readFileSync(join(FOLDER, name), 'utf8');

/** Places in which a validator that is not ours finds something wrong. */
function listSchemaErrors(spec: unknown): string[] {
  valid(spec);
  const named = ({ instancePath, keyword, params }: ErrorObject): string =>
    keyword === 'additionalProperties' ? `${instancePath}/${String(params['additionalProperty'])}` : instancePath;
  // `if` repeats what is wrong inside of it.
  return [...new Set((valid.errors ?? []).filter(({ keyword }) => keyword !== 'if').map(named))];
}

/** One spec that holds nearly everything. */
const WHOLE = `
x-anchors: anything
schemaVersion: 1
experiment: whole
question: Which one?
factors:
  nconnect: [1, 16]
  io: [{ bs: 4k, iodepth: 32 }, { bs: 1m, iodepth: 8 }]
  mount: [{ flock: true }, { flock: false }]
  gib: [1024, 2048]
targets:
  zfs:
    kind: fsx-openzfs
    deploymentType: SINGLE_AZ_HA_2
    storageGiB: $gib
    volumes: { count: 2, quotaGiB: 100 }
    stages: { slow: { throughputMBps: 320, diskIops: automatic }, fast: { throughputMBps: 640, diskIops: 20000 } }
  lustre: { kind: fsx-lustre, deploymentType: PERSISTENT_2, storageGiB: 1200, perUnitMBps: 250, metadataIops: 12000 }
fleet:
  client:
    count: 2
    instanceType: c5n.2xlarge
    mount: { each: { zfs: { nfsvers: 4.1, nconnect: $nconnect, rsize: 1m }, lustre: $mount } }
  other: { instanceType: c5n.large, mount: { flock: false, nconnect: 4, lctl: { osc.max_dirty_mb: 512 } } }
  idle: { instanceType: c5n.large, mount: none }
  bare: { instanceType: c5n.large }
workloads:
  read: { kind: fio, rw: randread, bs: $io.bs, iodepth: $io.iodepth, size: 8 GiB, runtime: 1m 30s, role: client }
  write: { extends: read, rw: randwrite }
  copy: { kind: tree-copy, files: 1000, size: 20 MB, compressible: 50% }
design:
  cross: [target, stage, workload]
  include: [{ workload: write, io: { bs: 4k } }]
  reference: { target: zfs }
  seed: 7
criteria: { quick: { metric: latency_p99, operation: read, atMost: 5ms } }
decide: { metric: iops, where: { workload: read }, atLeast: 20k ops/s, margin: 5%, require: [quick], prefer: cheapest }
published:
  study: Somebody
  rows:
    - { where: { target: zfs }, metric: elapsed, value: [14m, 17m] }
    - { metric: iops, ratio: 0.6, to: { target: lustre } }
alarms: { server_metadata_cpu: 90%, server_metadata_ops: 20k }
limits: { maxUsd: 40, maxHours: 6, parallelRigs: 2 }
schedule: { cron: "0 3 ? * SUN *", timezone: Asia/Tokyo }
`;

/** What stands on one machine, where nothing is paid for. */
const LOCAL = `
experiment: local
targets:
  nfs:
    kind: directory
    path: /mnt/nfs
    provisioned: { iops: 3300 ops/s, bandwidth: 130 MiB/s, burst: { iops: 10k ops/s } }
    usdPerHour: 0.07
    telemetry: { prometheus: "http://10.0.0.5:9090", metrics: { cache_hit: rate(hits) } }
fleet: { client: }
workloads: { fio: { kind: fio, ioengine: filecreate, nrfiles: 1000 } }
`;

/** Parts of specs in which something is wrong, and where. */
function listErrors(spec: unknown): (string | number | undefined)[] {
  return readSpecObject(spec).problems.flatMap(({ severity, path }) => (severity === 'error' ? [path[0]] : []));
}

/** Places of all that stands in a value. */
function listPlaces(value: unknown): string[][] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, one]) => [[key], ...listPlaces(one).map((rest) => [key, ...rest])]);
}

describe('makeSpecSchema: JSON Schema of a spec', () => {
  it.each(SHIPPED)('accepts the shipped experiment %s, whose first line refers to the schema', (name) => {
    expect(textOf(name).split('\n')[0]).toBe('# yaml-language-server: $schema=../dist/spec.schema.json');
    expect(listSchemaErrors(parse(textOf(name)))).toEqual([]);
  });

  it('accepts a spec with every section and every notation', () => {
    const whole = parse(WHOLE) as Record<string, unknown>;
    expect(Object.keys(whole).slice(1)).toEqual(SECTIONS);
    for (const spec of [whole, parse(LOCAL) as unknown]) {
      expect(listErrors(spec)).toEqual([]);
      expect(listSchemaErrors(spec)).toEqual([]);
    }
  });

  it.each(cases.mistakes as [string, string, string, string][])(
    'reports %s, which readSpec refuses too',
    (_what, written, mistake, place) => {
      const text = [WHOLE, LOCAL].find((one) => one.includes(written)) ?? '';
      const spec = parse(text.replace(written, mistake)) as unknown;
      expect(listSchemaErrors(spec)).toContain(place);
      // An editor never marks what `validate` takes.
      expect(listErrors(spec)).toContain(place.split('/')[1]);
    },
  );

  it('accepts random values that readSpec accepts, at any place of a spec', () => {
    const values = cases.values;
    const value = fc.constantFrom<unknown>(...values, true, [], ['$gib'], {}, { each: {} }, { bs: '4k' });
    const whole = parse(WHOLE) as Record<string, unknown>;
    const tried = fc.property(fc.constantFrom(...listPlaces(whole)), value, (place, one) => {
      const spec = structuredClone(whole);
      const at = place.slice(0, -1).reduce<Record<string, unknown>>((inner, key) => inner[key] as typeof inner, spec);
      at[String(place.at(-1))] = one;
      const marked = listSchemaErrors(spec);
      if (marked.length > 0) expect([marked, listErrors(spec).length]).not.toEqual([marked, 0]);
    });
    fc.assert(tried, { numRuns: 75 });
  });

  it('has a description or a reference for every setting except `kind`', () => {
    const silent: string[] = [];
    const look = (form: unknown, place: string): void => {
      if (typeof form !== 'object' || form === null) return;
      for (const [name, one] of Object.entries((form as { properties?: object }).properties ?? {})) {
        const told = one as { description?: string; $ref?: string };
        if (!(place === 'if' || name === 'kind') && told.description === undefined && told.$ref === undefined)
          silent.push(`${place}.${name}`);
      }
      for (const [key, inner] of Object.entries(form)) look(inner, key);
    };
    look(schema, '');
    expect(silent).toEqual([]);
  });
});

import { listSpecKeys, describeChanges } from '../../../../lib/experiment/language/editor/spec-keys';
import { toJsonSchema, listSettings } from '../../../../lib/experiment/language/editor/json-schema';
import { makeSpecSchema } from '../../../../lib/experiment/language/editor/spec-schema';
import { KINDS } from '../../../../lib/experiment/kinds';
import { ensure } from '../../../../lib/shapes/errors';
import type { FieldTexts } from '../../../../lib/shapes/setting';
import targets from '../../../../lib/targets/settings.json';
import language from '../../../../lib/shapes/spec-schema.json';
import { SECTIONS } from '../../../../lib/shapes/spec';

const keys = listSpecKeys(KINDS);
const findKey = (place: string, kind: string | null = null) =>
  ensure(
    keys.find((key) => key.place.join('.') === place && key.kind === kind),
    `${place} of ${String(kind)}`,
  );

describe('listSpecKeys', () => {
  it('lists each section in the order of a spec, and has a description for every key', () => {
    expect(keys.filter(({ place }) => place.length === 1).map(({ place }) => place[0])).toEqual([...SECTIONS]);
    for (const { place, form } of keys)
      expect([place.join('.'), form.description]).toEqual([place.join('.'), expect.any(String)]);
  });

  it.each([targets, language])(
    'includes every description from the tables of setting texts',
    (table: Readonly<Record<string, FieldTexts>>) => {
      const told = Object.values(table).flatMap((words) => Object.values<FieldTexts[string]>(words));
      const schema = JSON.stringify([makeSpecSchema(KINDS), keys]);
      const texts = told.map(({ description = '' }) => JSON.stringify(description).slice(1, -1));
      expect(texts.filter((text) => !schema.includes(text))).toEqual([]);
    },
  );

  it('lists each key once for each kind', () => {
    const names = keys.map(({ place, kind }) => `${String(kind)} ${place.join('.')}`);
    expect(new Set(names).size).toBe(names.length);
  });

  it('reports required keys, how a target setting is changed, and the allowed metrics', () => {
    expect([findKey('experiment').required, findKey('design').required, findKey('targets.NAME.kind').required]).toEqual(
      [true, false, true],
    );
    expect(findKey('targets.NAME.throughputMBps', 'fsx-openzfs').changed).toBe('in place');
    expect(findKey('targets.NAME.volumes.count', 'fsx-ontap').changed).toBe('new target instance');
    expect(findKey('fleet.ROLE.mount.nconnect', 'fsx-openzfs').changed).toBe('');
    expect(findKey('decide.metric').form['enum']).toContain('elapsed_synced');
  });

  it('includes keys of events, of criteria over time and of searches', () => {
    const places = keys.map(({ place }) => place.join('.'));
    for (const one of ['workloads.NAME.events.EVENT.kill.role', 'criteria.NAME.every', 'design.search.factor'])
      expect(places).toContain(one);
  });
});

describe('describeChanges', () => {
  it('describes how each EBS setting is changed: in place or by a new target instance', () => {
    const ebs = ensure(KINDS.targetOf('ebs'), 'the target kind ebs');
    const settings = listSettings(toJsonSchema(ebs.schema));
    const words = describeChanges(ebs, settings);
    const describeSetting = (name: string) => words[settings.findIndex(({ path }) => path.join('.') === name)];
    expect([describeSetting('iops'), describeSetting('fileSystem')]).toEqual([
      'in place, 4 changes in 24 h',
      'new target instance',
    ]);
  });
});

import { selectPage, readTypeTags, MAX_USER_DATA_BYTES, decodeUserData } from '../../../../lib/twin/cloud/ec2/requests';
import { catchError } from '../services';
import cases from './requests.cases.json';

describe('readTypeTags', () => {
  const specifications = [
    { ResourceType: 'instance' as const, Tags: [{ Key: 'a', Value: '1' }] },
    { ResourceType: 'volume' as const, Tags: [{ Key: 'b', Value: '2' }] },
  ];

  it('reads the tags of one resource type', () => {
    expect(readTypeTags('volume', specifications, ['instance', 'volume'])).toEqual({ b: '2' });
    expect(readTypeTags('instance', undefined, ['instance'])).toEqual({});
  });

  it('refuses a resource type that the call cannot tag', () => {
    expect(() => readTypeTags('instance', specifications, ['instance'])).toThrow(
      "'volume' is not a valid taggable resource",
    );
  });

  it('refuses an invalid tag with InvalidParameterValue', () => {
    const tagged = () => readTypeTags('fleet', [{ ResourceType: 'fleet', Tags: [{ Key: 'aws:mine' }] }], ['fleet']);
    expect(catchError(tagged)).toMatchObject({ name: 'InvalidParameterValue' });
  });
});

const HOST = { rank: 0, tags: { 'fsxbench:rig': 'e1__r1', role: 'client' }, state: 'running' };
const matches = (...Filters: { Name: string; Values: string[] }[]): boolean =>
  selectPage(
    [HOST],
    { Filters },
    { least: 1, most: 5 },
    {
      fields: { 'instance-state-name': ({ state }) => state },
      tags: ({ tags }) => tags,
    },
  ).items.length === 1;

describe('selectPage', () => {
  it('selects everything without filters', () => {
    expect(matches()).toBe(true);
  });

  it.each(cases.filters as [string, { Name: string; Values: string[] }, boolean][])(
    'filters by %s',
    (_what, filter, expected) => {
      expect(matches(filter)).toBe(expected);
    },
  );

  it('selects only items that match all filters', () => {
    const rig = { Name: 'tag:fsxbench:rig', Values: ['e1__r1'] };
    expect(matches(rig, { Name: 'tag:role', Values: ['client'] })).toBe(true);
    expect(matches(rig, { Name: 'tag:role', Values: ['broker'] })).toBe(false);
  });

  it('refuses unknown filters and filters without values', () => {
    expect(() => matches({ Name: 'colour', Values: ['red'] })).toThrow("The filter 'colour' is invalid");
    expect(() => matches({ Name: 'tag:role', Values: [] })).toThrow('needs 1 to 200 values');
  });
});

const encodeUserData = (text: string): { UserData: string } => ({ UserData: Buffer.from(text).toString('base64') });

describe('decodeUserData', () => {
  it('decodes UTF-8', () => {
    expect(decodeUserData(encodeUserData('#!/bin/sh\necho grüße\n'))).toBe('#!/bin/sh\necho grüße\n');
    expect(decodeUserData({})).toBe('');
  });

  it.each(['#!/bin/sh', 'abc', 'a=bc', 'YQ=='.concat('\n')])('refuses %j, which is not valid base64', (UserData) => {
    expect(catchError(() => decodeUserData({ UserData }))).toMatchObject({ name: 'InvalidUserData.Malformed' });
  });

  it('refuses more than 16 KiB before encoding', () => {
    expect(decodeUserData(encodeUserData('x'.repeat(MAX_USER_DATA_BYTES)))).toHaveLength(MAX_USER_DATA_BYTES);
    expect(() => decodeUserData(encodeUserData('x'.repeat(MAX_USER_DATA_BYTES + 1)))).toThrow('limited to 16384 bytes');
  });
});

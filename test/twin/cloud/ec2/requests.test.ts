import { selectPage, readTypeTags, MAX_USER_DATA_BYTES, decodeUserData } from '../../../../lib/twin/cloud/ec2/requests';
import { catchError } from '../services';
import cases from './requests.cases.json';

it('reads the tags of one resource type, and refuses types and tags that the call cannot have', () => {
  const specifications = [
    { ResourceType: 'instance' as const, Tags: [{ Key: 'a', Value: '1' }] },
    { ResourceType: 'volume' as const, Tags: [{ Key: 'b', Value: '2' }] },
  ];
  expect(readTypeTags('volume', specifications, ['instance', 'volume'])).toEqual({ b: '2' });
  expect(readTypeTags('instance', undefined, ['instance'])).toEqual({});
  const untaggable = () => readTypeTags('instance', specifications, ['instance']);
  expect(untaggable).toThrow("'volume' is not a valid taggable resource");
  const invalid = () => readTypeTags('fleet', [{ ResourceType: 'fleet', Tags: [{ Key: 'aws:mine' }] }], ['fleet']);
  expect(catchError(invalid)).toMatchObject({ name: 'InvalidParameterValue' });
});

const HOST = { rank: 0, tags: { 'fsxbench:rig': 'e1__r1', role: 'client' }, state: 'running' };
const [getState, getTags] = [({ state }: typeof HOST) => state, ({ tags }: typeof HOST) => tags];
const READERS = { fields: { 'instance-state-name': getState }, tags: getTags };
const matches = (...Filters: { Name: string; Values: string[] }[]): boolean =>
  selectPage([HOST], { Filters }, { least: 1, most: 5 }, READERS).items.length === 1;

describe('selectPage', () => {
  it.each(cases.filters as [string, { Name: string; Values: string[] }, boolean][])(
    'filters by %s',
    (_what, filter, expected) => {
      expect(matches(filter)).toBe(expected);
    },
  );

  it('selects only items that match all filters, and everything without filters', () => {
    const rig = { Name: 'tag:fsxbench:rig', Values: ['e1__r1'] };
    expect(matches()).toBe(true);
    expect(matches(rig, { Name: 'tag:role', Values: ['client'] })).toBe(true);
    expect(matches(rig, { Name: 'tag:role', Values: ['broker'] })).toBe(false);
  });

  it('refuses unknown filters and filters without values', () => {
    expect(() => matches({ Name: 'colour', Values: ['red'] })).toThrow("The filter 'colour' is invalid");
    expect(() => matches({ Name: 'tag:role', Values: [] })).toThrow('needs 1 to 200 values');
  });
});

const encode = (text: string): { UserData: string } => ({ UserData: Buffer.from(text).toString('base64') });

describe('decodeUserData', () => {
  it('decodes UTF-8 of at most 16 KiB', () => {
    for (const text of ['#!/bin/sh\necho grüße\n', 'x'.repeat(MAX_USER_DATA_BYTES)])
      expect(decodeUserData(encode(text))).toBe(text);
    expect(decodeUserData({})).toBe('');
    expect(() => decodeUserData(encode('x'.repeat(MAX_USER_DATA_BYTES + 1)))).toThrow('limited to 16384 bytes');
  });

  it.each(['#!/bin/sh', 'abc', 'a=bc', 'YQ==\n'])('refuses %j, which is not valid base64', (UserData) => {
    expect(catchError(() => decodeUserData({ UserData }))).toMatchObject({ name: 'InvalidUserData.Malformed' });
  });
});

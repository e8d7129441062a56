import { matcher } from '../../../../lib/twin/cloud/ec2/filters';

const tags = { 'fsxbench:rig': 'e1__r1', role: 'client' };
const fields = { 'instance-state-name': 'running' };
const matches = (...filters: { Name: string; Values: string[] }[]): boolean =>
  matcher(filters, ['instance-state-name'])(tags, fields);

describe('matcher', () => {
  it('takes everything without filters', () => {
    expect(matcher(undefined, [])({}, {})).toBe(true);
  });

  it.each([
    ['tag value', { Name: 'tag:fsxbench:rig', Values: ['e1__r1'] }, true],
    ['another tag value', { Name: 'tag:fsxbench:rig', Values: ['e1__r10'] }, false],
    ['any of the values', { Name: 'tag:role', Values: ['broker', 'client'] }, true],
    ['absent tag', { Name: 'tag:nothing', Values: ['*'] }, false],
    ['tag key', { Name: 'tag-key', Values: ['role'] }, true],
    ['absent tag key', { Name: 'tag-key', Values: ['Role'] }, false],
    ['state', { Name: 'instance-state-name', Values: ['pending', 'running'] }, true],
    ['star', { Name: 'tag:fsxbench:rig', Values: ['e1_*'] }, true],
    ['question mark', { Name: 'tag:role', Values: ['clien?'] }, true],
    ['a dot that is no wildcard', { Name: 'tag:fsxbench:rig', Values: ['e1..r1'] }, false],
    ['an escaped star', { Name: 'tag:role', Values: ['client\\*'] }, false],
    ['other characters of patterns', { Name: 'tag:role', Values: ['[client]', '(client)', '+'] }, false],
  ])('%s', (_what, filter, expected) => {
    expect(matches(filter)).toBe(expected);
  });

  it('needs all filters to match', () => {
    const rig = { Name: 'tag:fsxbench:rig', Values: ['e1__r1'] };
    expect(matches(rig, { Name: 'tag:role', Values: ['client'] })).toBe(true);
    expect(matches(rig, { Name: 'tag:role', Values: ['broker'] })).toBe(false);
  });

  it('refuses filters that the action does not have, and filters without values', () => {
    expect(() => matches({ Name: 'colour', Values: ['red'] })).toThrow("The filter 'colour' is invalid");
    expect(() => matches({ Name: 'tag:role', Values: [] })).toThrow('needs 1 to 200 values');
  });
});

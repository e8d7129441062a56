import { scheduledSpec } from '../../../lib/stacks/schedules/scheduled-specs';

describe('scheduledSpec', () => {
  it('takes the schedule of a spec', () => {
    const text = 'experiment: e1\nschedule: { cron: "0 3 ? * SUN *" }\n';
    expect(scheduledSpec('a.yaml', text)).toEqual({
      experiment: 'e1',
      text,
      expression: 'cron(0 3 ? * SUN *)',
      timezone: 'UTC',
    });
  });

  it.each([
    ['experiment: e1\n', 'no `schedule`'],
    ['experiment: e1\nschedule: { rate: b }\n', 'with a `cron`'],
    ['experiment: "a b"\nschedule: { cron: "0 3 ? * SUN *" }\n', '"a b"'],
    ['- 1\n', 'experiment is undefined'],
    ['a: [', 'a.yaml'],
  ])('refuses %j', (text, part) => {
    expect(() => scheduledSpec('a.yaml', text)).toThrow(part);
    expect(() => scheduledSpec('a.yaml', text)).toThrow('a.yaml cannot be scheduled');
  });
});

import { scheduledSpec } from '../../../lib/stacks/schedules/scheduled-specs';

describe('scheduledSpec', () => {
  it('takes the schedule of a spec', () => {
    const text = 'experiment: e1\nschedule: { rate: "7 days" }\n';
    expect(scheduledSpec('a.yaml', text)).toEqual({
      experiment: 'e1',
      text,
      expression: 'rate(7 days)',
      timezone: 'UTC',
    });
  });

  it.each([
    ['experiment: e1\n', 'no `schedule`'],
    ['experiment: e1\nschedule: { cron: a, rate: b }\n', 'exactly one'],
    ['experiment: "a b"\nschedule: { rate: "7 days" }\n', '"a b"'],
    ['- 1\n', 'experiment is undefined'],
    ['a: [', 'a.yaml'],
  ])('refuses %j', (text, part) => {
    expect(() => scheduledSpec('a.yaml', text)).toThrow(part);
    expect(() => scheduledSpec('a.yaml', text)).toThrow('a.yaml cannot be scheduled');
  });
});

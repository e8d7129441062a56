import { causeText } from '../../../lib/cli/text/cause-text';

describe('causeText', () => {
  it.each([
    ['the message of a function that threw', '{"errorMessage":"no money","errorType":"BudgetExceeded"}', 'no money'],
    ['a text that is no JSON', 'The fence is closed.', 'The fence is closed.'],
    ['JSON without a message', '{"why":"x"}', '{"why":"x"}'],
    ['JSON that is no object', '17', '17'],
    ['nothing', undefined, ''],
    ['an empty text', '', ''],
  ])('is taken from %s', (_what, cause, text) => {
    expect(causeText(cause)).toBe(text);
  });
});

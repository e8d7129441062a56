import { isOfHere, placeText } from '../../../lib/aws/admission/of-here';

const OWN = 'arn:aws:states:us-east-1:123456789012:stateMachine:fsxbench-experiment';

it('tells what is of the Region and the account of the deployment', () => {
  const of = (region: string, account: string): boolean =>
    isOfHere(`arn:aws:secretsmanager:${region}:${account}:secret:one`, OWN);
  expect([of('us-east-1', '123456789012'), of('us-east-1', '210987654321'), of('us-east-2', '123456789012')]).toEqual([
    true,
    false,
    false,
  ]);
  expect([isOfHere('', OWN), placeText(OWN)]).toEqual([false, 'us-east-1 of account 123456789012']);
});

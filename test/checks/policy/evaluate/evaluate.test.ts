import fc from 'fast-check';
import { Context, isArnLike, isLike } from '../../../../checks/policy/evaluate/match';
import { evaluate } from '../../../../checks/policy/evaluate/evaluate';
import { readPolicy } from '../../../../checks/policy/evaluate/policy';
import cases from './evaluate.cases.json';

type ContextKeys = Readonly<Record<string, string | readonly string[] | undefined>>;

const policy = (...statements: object[]): ReturnType<typeof readPolicy> =>
  readPolicy({ Version: '2012-10-17', Statement: statements });

/** Whether `s3:GetObject` of one object is allowed, under the conditions of one Allow. */
function isConditionMet(condition: object, context: ContextKeys): boolean {
  const given = policy({ Effect: 'Allow', Action: 's3:GetObject', Resource: '*', Condition: condition });
  return isRequestAllowed(given, context);
}

function isRequestAllowed(statements: ReturnType<typeof policy>, context: ContextKeys = {}): boolean {
  const request = { action: 's3:GetObject', resource: 'arn:aws:s3:::bucket/a/b.txt', context: new Context(context) };
  return evaluate(statements, request).allowed;
}

describe('evaluate', () => {
  it.each(cases.requests as [string, object[], boolean][])(
    'decides on s3:GetObject under a policy with %s',
    (_, statements, expected) => expect(isRequestAllowed(policy(...statements))).toBe(expected),
  );

  it('denies a request by a Deny in any position', () => {
    const allow = { Effect: 'Allow', Action: '*', Resource: '*' };
    const deny = { Effect: 'Deny', Action: 's3:GetObject', Resource: 'arn:aws:s3:::bucket/*' };
    expect(isRequestAllowed(policy(allow, deny))).toBe(false);
    expect(isRequestAllowed(policy(deny, allow))).toBe(false);
    expect(isRequestAllowed(policy(allow, { ...deny, Resource: 'arn:aws:s3:::other/*' }))).toBe(true);
  });

  it('returns the statements that decided', () => {
    const allow = { Effect: 'Allow', Action: '*', Resource: '*' };
    const [first, second] = policy(allow, { ...allow, Effect: 'Deny', Action: 's3:*' });
    const request = { action: 's3:GetObject', resource: '*', context: new Context() };
    expect(evaluate([first!, second!], request).by).toEqual([second]);
    expect(evaluate([first!], request).by).toEqual([first]);
  });

  it('compares the principal of a trust policy', () => {
    const trust = policy({ Effect: 'Allow', Action: 'sts:AssumeRole', Principal: { Service: 'ec2.amazonaws.com' } });
    const by = (principal: string): boolean =>
      evaluate(trust, { action: 'sts:AssumeRole', resource: 'any', context: new Context(), principal }).allowed;
    expect(by('Service:ec2.amazonaws.com')).toBe(true);
    expect(by('Service:lambda.amazonaws.com')).toBe(false);
  });
});

/** Worked by hand from the IAM guide: operator, key's values in the policy, the request's value, the truth. */
const TRUTHS = cases.truths as [string, string | string[], string | string[] | null, boolean][];

describe('condition of a policy statement', () => {
  it.each(TRUTHS)('evaluates %s %j on %j to %s', (operator, wanted, found, truth) => {
    expect(isConditionMet({ [operator]: { 'aws:Key': wanted } }, { 'aws:Key': found ?? undefined })).toBe(truth);
  });

  it('compares the names of keys without regard to case', () => {
    expect(isConditionMet({ StringEquals: { 'AWS:requesttag/Team': 'a' } }, { 'aws:RequestTag/team': 'a' })).toBe(true);
  });

  it('requires all conditions of a statement', () => {
    const both = { StringEquals: { 'a:x': '1', 'a:y': '2' }, Null: { 'a:z': 'true' } };
    expect(isConditionMet(both, { 'a:x': '1', 'a:y': '2' })).toBe(true);
    expect(isConditionMet(both, { 'a:x': '1' })).toBe(false);
    expect(isConditionMet(both, { 'a:x': '1', 'a:y': '2', 'a:z': '3' })).toBe(false);
  });

  it('replaces variables by values of the request, and matches nothing when a value is missing', () => {
    const own = policy({ Effect: 'Allow', Action: 's3:*', Resource: 'arn:aws:s3:::bucket/${aws:PrincipalTag/team}/*' });
    expect(isRequestAllowed(own, { 'aws:PrincipalTag/team': 'a' })).toBe(true);
    expect(isRequestAllowed(own, { 'aws:PrincipalTag/team': 'b' })).toBe(false);
    expect(isRequestAllowed(own)).toBe(false);
    expect(() => isRequestAllowed(own, { 'aws:PrincipalTag/team': '*' })).toThrow('PrincipalTag');
  });
});

describe('IAM policy evaluator', () => {
  const right = { Effect: 'Allow', Action: 's3:*', Resource: '*' };
  it.each(cases.refused as [string, object, string][])('refuses %s', (_, statement, said) =>
    expect(() => policy(statement)).toThrow(said),
  );

  it('refuses another policy version', () => {
    expect(() => readPolicy({ Version: '2008-10-17', Statement: [right] })).toThrow('2008-10-17');
  });

  it('refuses a policy variable with a default', () => {
    const given = policy({ ...right, Resource: "arn:aws:s3:::b/${aws:username, 'x'}" });
    expect(() => isRequestAllowed(given)).toThrow('aws:username');
  });
});

/** The plainest matcher that there is, character by character. */
function matchesPlainly(pattern: string, text: string): boolean {
  if (pattern === '') return text === '';
  const [first = ''] = pattern;
  if (first === '*')
    return matchesPlainly(pattern.slice(1), text) || (text !== '' && matchesPlainly(pattern, text.slice(1)));
  return text !== '' && (first === '?' || first === text[0]) && matchesPlainly(pattern.slice(1), text.slice(1));
}

describe('IAM policy evaluator with random inputs', () => {
  const letters = fc.string({ unit: fc.constantFrom('a', 'b', '.', '/', ':', '$', '\n'), maxLength: 7 });
  const wild = fc.string({ unit: fc.constantFrom('a', 'b', '.', '*', '?', '/', '('), maxLength: 7 });
  const values = fc.array(fc.constantFrom('a', 'b', 'ab', 'c'), { maxLength: 3 });
  const operators = ['StringEquals', 'StringNotEquals', 'StringLike', 'StringNotLike', 'ForAllValues:StringLike'];
  const statement = fc.record({
    Effect: fc.constantFrom('Allow', 'Deny'),
    Action: fc.constantFrom('s3:GetObject', 's3:*', 's3:Put*', '*'),
    Resource: fc.constantFrom('*', 'arn:aws:s3:::bucket/*', 'arn:aws:s3:::other'),
    Condition: fc
      .record({})
      .chain(() =>
        fc.dictionary(
          fc.constantFrom(...operators),
          fc.record({ 'a:key': fc.array(fc.constantFrom('a', 'b', 'a*'), { minLength: 1, maxLength: 2 }) }),
          { maxKeys: 2 },
        ),
      ),
  });
  const statements = fc.array(statement, { maxLength: 4 });

  it('matches patterns like a naive matcher', () => {
    fc.assert(fc.property(wild, letters, (pattern, text) => isLike(pattern, text) === matchesPlainly(pattern, text)));
  });

  it('matches each of the first five parts of an ARN pattern separately', () => {
    const part = fc.string({ unit: fc.constantFrom('a', 'b', '*'), maxLength: 3 });
    fc.assert(
      fc.property(
        fc.array(part, { minLength: 5, maxLength: 5 }),
        fc.array(part, { minLength: 5, maxLength: 5 }),
        (a, b) => {
          const found = b.map((one) => one.replaceAll('*', 'x'));
          const truth = a.every((one, index) => matchesPlainly(one, found[index]!));
          return isArnLike(['arn', ...a].join(':'), ['arn', ...found].join(':')) === truth;
        },
      ),
    );
  });

  it('ignores the order of statements, and denies everything with a Deny of all actions', () => {
    const all = { Action: '*', Resource: '*' };
    fc.assert(
      fc.property(statements, fc.option(values, { nil: undefined }), (given, found) => {
        const context = { 'a:key': found };
        const truth = isRequestAllowed(policy(...given), context);
        expect(isRequestAllowed(policy(...given.toReversed()), context)).toBe(truth);
        expect(isRequestAllowed(policy(...given, { ...all, Effect: 'Deny' }), context)).toBe(false);
        expect(isRequestAllowed(policy(...given, { ...all, Effect: 'Allow' }), context) || !truth).toBe(true);
      }),
    );
  });

  it('negates an operator with Not for a key with a single value', () => {
    const some = fc.array(fc.constantFrom('a', 'b', 'a*'), { minLength: 1, maxLength: 2 });
    fc.assert(
      fc.property(fc.constantFrom('Equals', 'Like'), some, fc.constantFrom('a', 'b', 'ab'), (name, wanted, found) => {
        const context = { 'a:key': found };
        const is = isConditionMet({ [`String${name}`]: { 'a:key': wanted } }, context);
        expect(isConditionMet({ [`StringNot${name}`]: { 'a:key': wanted } }, context)).toBe(!is);
        expect(isConditionMet({ [`String${name}IfExists`]: { 'a:key': wanted } }, context)).toBe(is);
      }),
    );
  });
});

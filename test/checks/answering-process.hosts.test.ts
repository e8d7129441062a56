import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { AnsweringProcess } from '../../checks/answering-process';
import { makeBundle } from '../../checks/bundle';
import { temporaryFolder } from '../temporary';

const SOURCE = `
export const answer = (text: string): void => {
  if (text === 'dies') throw new Error('no such question');
  process.send?.({ kind: 'begin', scenario: text });
  if (text !== 'hangs') process.send?.({ kind: 'said', text });
};
`;

it('answers, and is replaced when it hangs or dies', async () => {
  const path = join(temporaryFolder('fsxbench-process-'), 'answer.ts');
  writeFileSync(path, SOURCE);
  const bundle = makeBundle(process.cwd(), { [path]: 'answer' }, "process.on('message', ({ text }) => answer(text));");
  const process_ = new AnsweringProcess<{ text: string }, { kind: 'said'; text: string }>(bundle.file, []);
  const ask = (text: string) => process_.ask({ text }, (scenario) => (scenario === 'hangs' ? 50 : 60_000));
  const answer = (text: string) => ({ kind: 'answer', answer: { kind: 'said', text } });
  expect(await ask('a')).toEqual(answer('a'));
  expect(await ask('hangs')).toEqual({ kind: 'time-out', scenario: 'hangs' });
  expect(await ask('b')).toEqual(answer('b'));
  const stderr = expect.stringContaining('no such question') as string;
  expect(await ask('dies')).toEqual({ kind: 'crash', scenario: '', stderr });
  expect(await ask('c')).toEqual(answer('c'));
  process_.stop();
  bundle.remove();
});

/** A process of a simulation: is given the experiments once, then one campaign after the other. */
import type { Subject } from '../../twin/simulate/subject';
import { type Answer, broken, type Question, runHere } from './crew';
import { loadSubjects } from './subjects';

/** Serves until whoever started it is gone. */
export async function serve(root: string): Promise<void> {
  let subjects: readonly Subject[] = [];
  const answer = async (question: Question): Promise<Answer> => {
    if ('subjects' in question) {
      subjects = await loadSubjects(root, question.subjects);
      return { ready: true };
    }
    try {
      return { outcome: await runHere(subjects, question.order) };
    } catch (error) {
      return { outcome: broken(error instanceof Error ? error.message : String(error)) };
    }
  };
  process.on('message', (question: Question) => {
    void answer(question).then((given) => process.send?.(given));
  });
  await new Promise<void>((resolve) => {
    process.once('disconnect', resolve);
  });
}

import { breakName, negate } from '../../../../../checks/mutants/plant/operators/expressions';
import { details, mutation, states } from '../../machines';

describe('break-name', () => {
  it('misspells each variable and each path of $states once in an expression', () => {
    expect(details(breakName)).toEqual([
      'Begin Assign/id/$states.input.id',
      'Fence Arguments/Key/$id',
      'Fence Catch/1/Output/error/$states.errorOutput.Error',
      'Make Arguments/ClientToken/$id',
      'Make Arguments/TagSpecifications/0/Tags/0/Value/$id',
      'Make Arguments/TagSpecifications/0/Tags/1/Value/$id',
      'Make Arguments/TagSpecifications/1/Tags/$states.input.tags',
      'Enough Choices/0/Condition/$tries',
      'Enough Choices/0/Condition/$id',
      'Enough Choices/1/Condition/$states.input.stop',
      'Sleep Assign/tries/$tries',
    ]);
    const { definition } = mutation(breakName, 'Begin', 'Assign/id/$states.input.id');
    expect(states(definition)['Begin']).toHaveProperty('Assign.id', '{% $states.input.idWrong %}');
  });

  it('takes no function for a variable', () => {
    const pass = { Type: 'Pass', Output: '{% $count($list) & $states.context.Execution.Name %}', End: true };
    const found = breakName.apply({ StartAt: 'A', States: { A: pass } });
    expect(found.map(({ detail }) => detail)).toEqual(['Output/$list', 'Output/$states.context.Execution.Name']);
  });
});

describe('negate', () => {
  it('turns each comparison, and no text', () => {
    const conditions = ['0', '1', '2'].map((count) => mutation(negate, 'Enough', `Choices/0/Condition/${count}`).what);
    expect(conditions).toEqual([
      'Choices/0/Condition: >= turned into <',
      'Choices/0/Condition: and turned into or',
      'Choices/0/Condition: != turned into =',
    ]);
    expect(details(negate)).toHaveLength(3);
    const { definition } = mutation(negate, 'Enough', 'Choices/0/Condition/0');
    expect(states(definition)['Enough']).toHaveProperty(
      'Choices.0.Condition',
      "{% $tries < 5 and $id != 'a=b and c' %}",
    );
  });

  it('leaves bindings and chains alone', () => {
    const pass = { Type: 'Pass', Output: '{% ($a := 1; $a ~> $string) %}', End: true };
    expect(negate.apply({ StartAt: 'A', States: { A: pass } })).toEqual([]);
  });
});

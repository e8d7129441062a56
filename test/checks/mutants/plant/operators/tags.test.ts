import { dropTag } from '../../../../../checks/mutants/plant/operators/tags';
import { details, mutation, states } from '../../machines';

const AT = 'TagSpecifications';

describe('drop-tag', () => {
  it('drops every tag once, and every kind of resource once', () => {
    const keys = ['stack', 'experiment', 'execution', 'rig', 'expires-at'].map((key) => `fsxbench:${key}`);
    expect(details(dropTag)).toEqual([
      `Make ${AT}/volume`,
      `Make ${AT}/snapshot`,
      `Make ${AT}/0/Tags/fsxbench:stack`,
      `Make ${AT}/0/Tags/fsxbench:rig`,
      ...keys.map((key) => `Make ${AT}/1/Tags/${key}`),
    ]);
  });

  it('filters what an expression gives', () => {
    const { definition } = mutation(dropTag, 'Make', `${AT}/1/Tags/fsxbench:rig`);
    expect(states(definition)['Each']).toHaveProperty(
      'ItemProcessor.States.Make.Arguments.TagSpecifications.1.Tags',
      "{% [($states.input.tags)[Key != 'fsxbench:rig']] %}",
    );
  });
});

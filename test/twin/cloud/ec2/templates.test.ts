import { makeTemplate, makeWorld, RIG_TAGS, tagList, templateInput, expectRefusal, readPages } from '../world';

type Template = { readonly LaunchTemplateName: string };

describe('CreateLaunchTemplate', () => {
  it('makes a template with its tags', async () => {
    const world = makeWorld();
    const { LaunchTemplate } = await world.call('ec2', 'CreateLaunchTemplate', templateInput());
    expect(LaunchTemplate).toMatchObject({
      LaunchTemplateId: expect.stringMatching(/^lt-[0-9a-f]{17}$/),
      LaunchTemplateName: 'e1.r1-client',
      CreatedBy: 'rig-role',
      LatestVersionNumber: 1,
      Tags: tagList(RIG_TAGS),
    });
    expect(world.ec2.templates()).toEqual(['e1.r1-client']);
  });

  it('makes one only, even when the first answer is lost', async () => {
    let lost = 1;
    const world = makeWorld({
      fault: ({ action }) => (action.startsWith('Create') && lost-- > 0 ? 'lost' : undefined),
    });
    await expect(makeTemplate(world)).rejects.toMatchObject({ statusCode: 500 });
    await makeTemplate(world);
    expect(world.ec2.templates()).toHaveLength(1);
  });

  it('refuses a name that is taken or malformed', async () => {
    const world = makeWorld();
    await makeTemplate(world);
    const again = { ...templateInput(), ClientToken: 'another' };
    await expectRefusal(
      world.call('ec2', 'CreateLaunchTemplate', again),
      'InvalidLaunchTemplateName.AlreadyExistsException',
    );
    await expectRefusal(makeTemplate(world, 'no'), 'InvalidLaunchTemplateName.MalformedException');
  });

  it('refuses a create without the required tags', async () => {
    const world = makeWorld({ ec2: { requiredTags: ['fsxbench:stack', 'fsxbench:rig'] } });
    await expectRefusal(
      makeTemplate(world, 'poor', { 'fsxbench:rig': 'e1__r1' }),
      'UnauthorizedOperation',
      'fsxbench:stack',
    );
    await expect(makeTemplate(world)).resolves.toMatch(/^lt-/);
  });

  it('refuses user data that is no base64, and data that is not modelled', async () => {
    const world = makeWorld();
    const input = templateInput();
    const withData = (more: object) => ({ ...input, LaunchTemplateData: { ...input.LaunchTemplateData, ...more } });
    await expectRefusal(
      world.call('ec2', 'CreateLaunchTemplate', withData({ UserData: '#!' })),
      'InvalidUserData.Malformed',
    );
    await expectRefusal(world.call('ec2', 'CreateLaunchTemplate', withData({ KeyName: 'mine' })), 'ArgumentError');
  });
});

describe('DescribeLaunchTemplates', () => {
  it('lists by tag, page by page', async () => {
    const world = makeWorld();
    for (let n = 0; n < 5; n++) await makeTemplate(world, `template-${n}`);
    await makeTemplate(world, 'foreign', { 'fsxbench:rig': 'e2.r1' });
    const Filters = [{ Name: 'tag:fsxbench:rig', Values: ['e1__r1'] }];
    const asked = { Filters, MaxResults: 2 };
    const pages = await readPages<Template>(world, ['ec2', 'DescribeLaunchTemplates'], 'LaunchTemplates', asked);
    expect(pages.map((page) => page.map(({ LaunchTemplateName }) => LaunchTemplateName))).toEqual([
      ['template-0', 'template-1'],
      ['template-2', 'template-3'],
      ['template-4'],
    ]);
  });

  it.each([0, 201])('refuses MaxResults %d', async (MaxResults) => {
    await expectRefusal(makeWorld().call('ec2', 'DescribeLaunchTemplates', { MaxResults }), 'InvalidParameterValue');
  });
});

describe('DeleteLaunchTemplate', () => {
  it('deletes by id', async () => {
    const world = makeWorld();
    const id = await makeTemplate(world, 'one-template');
    expect(await world.call('ec2', 'DeleteLaunchTemplate', { LaunchTemplateId: id })).toMatchObject({
      LaunchTemplate: { LaunchTemplateId: id },
    });
    expect(world.ec2.templates()).toEqual([]);
  });

  it('names what does not exist', async () => {
    const world = makeWorld();
    await expectRefusal(
      world.call('ec2', 'DeleteLaunchTemplate', { LaunchTemplateId: 'lt-00000000000000000' }),
      'InvalidLaunchTemplateId.NotFound',
      { message: 'The specified launch template, with template ID lt-00000000000000000, does not exist.' },
    );
  });

  it('needs an id', async () => {
    const world = makeWorld();
    await expectRefusal(world.call('ec2', 'DeleteLaunchTemplate', {}), 'MissingParameter');
  });
});

import {
  createFleet,
  createTemplate,
  expectRefusal,
  loseFirst,
  makeServices,
  makeTemplate,
  readPages,
  RIG_TAGS,
  tagList,
  templateInput,
} from '../services';

type Template = { readonly LaunchTemplateName: string };

describe('CreateLaunchTemplate', () => {
  it('creates one template with its tags per client token, also after a lost response', async () => {
    const services = makeServices({ fault: loseFirst('CreateLaunchTemplate') });
    await expect(makeTemplate(services)).rejects.toMatchObject({ statusCode: 500 });
    expect(await services.call('ec2', 'CreateLaunchTemplate', templateInput())).toMatchObject({
      LaunchTemplate: {
        LaunchTemplateId: expect.stringMatching(/^lt-[0-9a-f]{17}$/),
        LaunchTemplateName: 'e1.r1-client',
        CreatedBy: 'rig-role',
        LatestVersionNumber: 1,
        Tags: tagList(RIG_TAGS),
      },
    });
    expect(services.ec2.templates()).toEqual(['e1.r1-client']);
  });

  it('refuses a name that exists or is malformed', async () => {
    const services = makeServices();
    await makeTemplate(services);
    const again = createTemplate(services, { ...templateInput(), ClientToken: 'another' });
    await expectRefusal(again, 'InvalidLaunchTemplateName.AlreadyExistsException');
    await expectRefusal(makeTemplate(services, 'no'), 'InvalidLaunchTemplateName.MalformedException');
  });

  it('refuses a create without the required tags', async () => {
    const services = makeServices({ ec2: { requiredTags: ['fsxbench:stack', 'fsxbench:rig'] } });
    const poor = makeTemplate(services, 'poor', { 'fsxbench:rig': 'e1__r1' });
    await expectRefusal(poor, 'UnauthorizedOperation', 'fsxbench:stack');
    await expect(makeTemplate(services)).resolves.toMatch(/^lt-/);
  });

  it('refuses user data that is not base64, and unmodelled fields', async () => {
    await expectRefusal(createFleet(makeServices(), 1, { UserData: '#!' }), 'InvalidUserData.Malformed');
    await expectRefusal(createFleet(makeServices(), 1, { KeyName: 'mine' }), 'ArgumentError');
  });
});

describe('DescribeLaunchTemplates', () => {
  it('lists templates by tag, in pages', async () => {
    const services = makeServices();
    for (let n = 0; n < 5; n++) await makeTemplate(services, `template-${n}`);
    await makeTemplate(services, 'foreign', { 'fsxbench:rig': 'e2.r1' });
    const asked = { Filters: [{ Name: 'tag:fsxbench:rig', Values: ['e1__r1'] }], MaxResults: 2 };
    const pages = await readPages<Template>(services, ['ec2', 'DescribeLaunchTemplates'], 'LaunchTemplates', asked);
    expect(pages.map((page) => page.map(({ LaunchTemplateName }) => LaunchTemplateName))).toEqual([
      ['template-0', 'template-1'],
      ['template-2', 'template-3'],
      ['template-4'],
    ]);
  });

  it.each([0, 201])('refuses MaxResults %d', async (MaxResults) => {
    await expectRefusal(makeServices().call('ec2', 'DescribeLaunchTemplates', { MaxResults }), 'InvalidParameterValue');
  });
});

it('deletes a launch template by its id, and refuses an unknown or no id', async () => {
  const services = makeServices();
  const remove = (LaunchTemplateId?: string) => services.call('ec2', 'DeleteLaunchTemplate', { LaunchTemplateId });
  const LaunchTemplateId = await makeTemplate(services, 'one-template');
  expect(services.ec2.templates()).toEqual(['one-template']);
  expect(await remove(LaunchTemplateId)).toMatchObject({ LaunchTemplate: { LaunchTemplateId } });
  expect(services.ec2.templates()).toEqual([]);
  await expectRefusal(remove('lt-00000000000000000'), 'InvalidLaunchTemplateId.NotFound', {
    message: 'The specified launch template, with template ID lt-00000000000000000, does not exist.',
  });
  await expectRefusal(remove(), 'MissingParameter');
});

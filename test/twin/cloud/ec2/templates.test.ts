import { makeTemplate, makeServices, RIG_TAGS, tagList, templateInput, expectRefusal, readPages } from '../services';

type Template = { readonly LaunchTemplateName: string };

describe('CreateLaunchTemplate', () => {
  it('creates a template with its tags', async () => {
    const services = makeServices();
    const { LaunchTemplate } = await services.call('ec2', 'CreateLaunchTemplate', templateInput());
    expect(LaunchTemplate).toMatchObject({
      LaunchTemplateId: expect.stringMatching(/^lt-[0-9a-f]{17}$/),
      LaunchTemplateName: 'e1.r1-client',
      CreatedBy: 'rig-role',
      LatestVersionNumber: 1,
      Tags: tagList(RIG_TAGS),
    });
    expect(services.ec2.templates()).toEqual(['e1.r1-client']);
  });

  it('creates one template per client token, also after a lost response', async () => {
    let lost = 1;
    const services = makeServices({
      fault: ({ action }) => (action.startsWith('Create') && lost-- > 0 ? 'lost' : undefined),
    });
    await expect(makeTemplate(services)).rejects.toMatchObject({ statusCode: 500 });
    await makeTemplate(services);
    expect(services.ec2.templates()).toHaveLength(1);
  });

  it('refuses a name that exists or is malformed', async () => {
    const services = makeServices();
    await makeTemplate(services);
    const again = { ...templateInput(), ClientToken: 'another' };
    await expectRefusal(
      services.call('ec2', 'CreateLaunchTemplate', again),
      'InvalidLaunchTemplateName.AlreadyExistsException',
    );
    await expectRefusal(makeTemplate(services, 'no'), 'InvalidLaunchTemplateName.MalformedException');
  });

  it('refuses a create without the required tags', async () => {
    const services = makeServices({ ec2: { requiredTags: ['fsxbench:stack', 'fsxbench:rig'] } });
    await expectRefusal(
      makeTemplate(services, 'poor', { 'fsxbench:rig': 'e1__r1' }),
      'UnauthorizedOperation',
      'fsxbench:stack',
    );
    await expect(makeTemplate(services)).resolves.toMatch(/^lt-/);
  });

  it('refuses user data that is not base64, and unmodelled fields', async () => {
    const services = makeServices();
    const input = templateInput();
    const withData = (more: object) => ({ ...input, LaunchTemplateData: { ...input.LaunchTemplateData, ...more } });
    await expectRefusal(
      services.call('ec2', 'CreateLaunchTemplate', withData({ UserData: '#!' })),
      'InvalidUserData.Malformed',
    );
    await expectRefusal(services.call('ec2', 'CreateLaunchTemplate', withData({ KeyName: 'mine' })), 'ArgumentError');
  });
});

describe('DescribeLaunchTemplates', () => {
  it('lists templates by tag, in pages', async () => {
    const services = makeServices();
    for (let n = 0; n < 5; n++) await makeTemplate(services, `template-${n}`);
    await makeTemplate(services, 'foreign', { 'fsxbench:rig': 'e2.r1' });
    const Filters = [{ Name: 'tag:fsxbench:rig', Values: ['e1__r1'] }];
    const asked = { Filters, MaxResults: 2 };
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

describe('DeleteLaunchTemplate', () => {
  it('deletes a template by its id', async () => {
    const services = makeServices();
    const id = await makeTemplate(services, 'one-template');
    expect(await services.call('ec2', 'DeleteLaunchTemplate', { LaunchTemplateId: id })).toMatchObject({
      LaunchTemplate: { LaunchTemplateId: id },
    });
    expect(services.ec2.templates()).toEqual([]);
  });

  it('refuses an unknown id: InvalidLaunchTemplateId.NotFound', async () => {
    const services = makeServices();
    await expectRefusal(
      services.call('ec2', 'DeleteLaunchTemplate', { LaunchTemplateId: 'lt-00000000000000000' }),
      'InvalidLaunchTemplateId.NotFound',
      { message: 'The specified launch template, with template ID lt-00000000000000000, does not exist.' },
    );
  });

  it('requires an id: MissingParameter', async () => {
    const services = makeServices();
    await expectRefusal(services.call('ec2', 'DeleteLaunchTemplate', {}), 'MissingParameter');
  });
});

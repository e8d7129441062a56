import { existsSync, lstatSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { mountSchema } from '../../../lib/targets/fsx-ontap/schema';
import { fsxOntap } from '../../../lib/targets/fsx-ontap/target';
import { MountWorld, type Prepared } from '../mount-world';
import { CONFIG } from './config';

const OPTIONS = 'nfsvers=4.1,nconnect=16,rsize=1048576,wsize=1048576,hard,timeo=600,async';
const SERVER = 'svm-1.fs-1.fsx.us-east-1.amazonaws.com';
const call = (number: number, folder = ''): string =>
  `mount -t nfs -o ${OPTIONS} ${SERVER}:/volume${number} <folder>/host/volumes/c1${folder}`;

let world: MountWorld;
beforeEach(() => {
  world = new MountWorld().endpoints('fs id fs-1', 'svm id svm-1', `svm dnsName ${SERVER}`);
});
afterEach(() => world.remove());

function prepare(count = 1, mount: object = {}, up: 'up' | 'down' = 'up'): Prepared {
  const config = { ...CONFIG, volumes: { count, sizeGiB: 100 } };
  return world.run(fsxOntap.mount(config, mountSchema.parse(mount), world.place('fsx-ontap'))[up]);
}

describe('one volume', () => {
  it('is the place under test', () => {
    const { code, stderr, status } = prepare();
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(world.calls()).toEqual([call(1)]);
    expect(lstatSync(join(world.data, 'client-0')).isDirectory()).toBe(true);
    expect(status.mount).toMatchObject({ source: `${SERVER}:/volume1`, type: 'nfs' });
    expect(status.mount).not.toHaveProperty('more');
    expect(status.facts).toMatchObject({ volumes: '1' });
  });

  it('may be one of several', () => {
    expect(prepare(6, { volumes: 1 }).code).toBe(0);
    expect(world.calls()).toEqual([call(1)]);
  });

  it('says where the server agreed to less than was asked for', () => {
    world.set({ FAKE_OPTIONS: 'rw,vers=4.1,rsize=65536,wsize=65536' });
    expect(prepare().status.facts).toMatchObject({
      rsize: '65536',
      rsizeLowered: 'asked for 1048576 bytes: the server has agreed to 65536',
    });
  });
});

describe('several volumes', () => {
  it('are folders of the place under test, each with one of the host', () => {
    const { code, stderr, status } = prepare(3);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(world.calls()).toEqual([1, 2, 3].map((number) => call(number, `/volume${number}`)));
    for (const number of [1, 2, 3]) expect(existsSync(join(world.data, `volume${number}/client-0`))).toBe(true);
    expect(status.mount).toMatchObject({
      source: `${SERVER}:/volume1`,
      type: 'nfs',
      more: [
        { source: `${SERVER}:/volume2`, type: 'nfs', options: OPTIONS },
        { source: `${SERVER}:/volume3`, type: 'nfs', options: OPTIONS },
      ],
    });
  });

  it.each([
    ['0', 3, 1],
    ['2', 3, 3],
    ['4', 3, 2],
  ])('give host %s of %d volumes number %d, where it needs one', (index, count, number) => {
    world.set({ FSXBENCH_INDEX: index });
    expect(prepare(count).code).toBe(0);
    expect(readlinkSync(join(world.data, 'client-0'))).toBe(`volume${number}/client-0`);
  });

  it('are as many as the role says', () => {
    expect(prepare(6, { volumes: 2 }).code).toBe(0);
    expect(world.calls()).toHaveLength(2);
  });

  it('are not mounted a second time', () => {
    prepare(2);
    expect(prepare(2).code).toBe(0);
    expect(world.calls()).toHaveLength(2);
  });

  it('end where one of them cannot be mounted', () => {
    world.set({ FAKE_MOUNT_FAILS: '9' });
    expect(prepare(2).stderr).toMatch(/:\/volume1 cannot be mounted: .* TCP and UDP 111, 635, 2049/);
  });

  it('need the address of their virtual machine', () => {
    world.endpoints('fs id fs-1');
    expect(prepare(2).stderr).toMatch(/has no line 'c1.svm dnsName <value>'/);
  });
});

describe('taking down', () => {
  it('leaves nothing of several volumes at the place, and what is stored on them as it is', () => {
    prepare(2);
    const stored = join(world.data, 'volume1/client-0');
    // As if nothing were mounted any more: what unmounts is tested with the shell.
    world.unmounted();
    const { code, stderr } = prepare(2, {}, 'down');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(existsSync(join(world.data, 'client-0'))).toBe(false);
    // Folders that hold something are volumes that are still there.
    expect(existsSync(stored)).toBe(true);
  });
});

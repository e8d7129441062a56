/** User data of instances: base64 in a launch template, plain text for the host. */
import type { RequestLaunchTemplateData } from '@aws-sdk/client-ec2';
import { ServiceError } from '../service';

/** Before encoding. https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/instancedata-add-user-data.html */
export const USER_DATA_BYTES = 16_384;

const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

/**
 * The boot script of a template; empty where it has none.
 * @throws ServiceError InvalidUserData.Malformed where it is no base64 or too long
 */
export function userDataOf(data: RequestLaunchTemplateData): string {
  const encoded = data.UserData ?? '';
  if (!BASE64.test(encoded)) {
    throw new ServiceError('InvalidUserData.Malformed', 'Invalid BASE64 encoding of user data.', 400);
  }
  const bytes = Buffer.from(encoded, 'base64');
  if (bytes.length > USER_DATA_BYTES) {
    const message = `User data is limited to ${USER_DATA_BYTES} bytes, it has ${bytes.length}`;
    throw new ServiceError('InvalidUserData.Malformed', message, 400);
  }
  return bytes.toString('utf8');
}

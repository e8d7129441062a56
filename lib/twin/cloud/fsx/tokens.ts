/**
 * Client request tokens: the same request again gives what the first one made, as long as that exists; another request
 * under the same token is refused. What is gone has freed its token: a late repetition of a create makes a new one.
 * https://docs.aws.amazon.com/fsx/latest/APIReference/API_CreateFileSystem.html ("If a file system with the specified
 * client request token exists …").
 */
import { canonical } from '../../../shapes/canonical';
import { IncompatibleParameterError } from './errors';
import { constraintError } from '../service';

/** As the service model has it, `A-z` included. Same source, ClientRequestToken. */
const TOKEN = /^[A-za-z0-9_.-]{1,63}$/;

type Request = Readonly<Record<string, unknown>>;

/** Memory of the tokens of one action. */
export class RequestTokens<Made> {
  private readonly made = new Map<string, { readonly request: Request; readonly made: Made }>();

  /** @param exists what was made is still there */
  constructor(private readonly exists: (made: Made) => boolean) {}

  /**
   * @param token absent: every call is a request of its own, as the SDK makes a random one
   * @throws ServiceError ValidationException for a malformed token, IncompatibleParameterError; or what `make` throws,
   * and then the token stays free
   */
  once(token: string | undefined, request: Request, make: () => Made): Made {
    if (token === undefined) return make();
    if (!TOKEN.test(token)) {
      const rule = `Member must satisfy regular expression pattern: ${TOKEN.source}`;
      throw constraintError('clientRequestToken', rule, token);
    }
    const before = this.made.get(token);
    if (before === undefined || !this.exists(before.made)) {
      const made = make();
      this.made.set(token, { request, made });
      return made;
    }
    const differing = firstDifference(before.request, request);
    if (differing !== undefined) {
      const message = `The parameter ${differing} is incompatible with the earlier request of the same client token`;
      throw new IncompatibleParameterError(message, differing);
    }
    return before.made;
  }
}

/** Name of the first member, in alphabetical order, that is not the same. */
function firstDifference(before: Request, now: Request): string | undefined {
  const names = [...new Set([...Object.keys(before), ...Object.keys(now)])].sort();
  return names.find((name) => canonical(before[name]) !== canonical(now[name]));
}

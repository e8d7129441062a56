/**
 * Client tokens: the same request again gives the first one's answer, another request under the same token is refused.
 */
import { canonical } from '../../../shapes/canonical';
import { ServiceError } from '../service';

/** Longest token. https://docs.aws.amazon.com/AWSEC2/latest/APIReference/API_CreateFleet.html */
const TOKEN_CHARACTERS = 64;

/** Memory of the tokens of one action. */
export class ClientTokens<Answer> {
  private readonly answers = new Map<string, { readonly request: string; readonly answer: Answer }>();

  /**
   * @param token absent: every call is a request of its own
   * @throws ServiceError IdempotentParameterMismatch; or what `make` throws, and then the token stays free
   */
  once(token: string | undefined, request: object, make: () => Answer): Answer {
    if (token === undefined) return make();
    if (token === '' || token.length > TOKEN_CHARACTERS) {
      const message = `The client token has ${token.length} characters, allowed are 1 to ${TOKEN_CHARACTERS}`;
      throw new ServiceError('InvalidParameterValue', message, 400);
    }
    const text = canonical(request);
    const before = this.answers.get(token);
    if (before === undefined) {
      const answer = make();
      this.answers.set(token, { request: text, answer });
      return answer;
    }
    if (before.request !== text) {
      const message =
        'Arguments on this idempotent request are inconsistent with arguments used in previous request(s).';
      throw new ServiceError('IdempotentParameterMismatch', message, 400);
    }
    return before.answer;
  }
}

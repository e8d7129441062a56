/** What optimised integrations add to an answer. */

/** The answer with `SdkHttpMetadata` and `SdkResponseMetadata`, of the size that AWS's usually have. */
export function withMetadata(answer: unknown, requestId: string): Record<string, unknown> {
  const headers = {
    Connection: 'keep-alive',
    'Content-Length': `${JSON.stringify(answer).length}`,
    'Content-Type': 'application/json',
    'x-amzn-RequestId': requestId,
  };
  const lists: Record<string, string[]> = {};
  for (const [name, value] of Object.entries(headers)) lists[name] = [value];
  return {
    ...(answer as Record<string, unknown>),
    SdkHttpMetadata: { AllHttpHeaders: lists, HttpHeaders: headers, HttpStatusCode: 200 },
    SdkResponseMetadata: { RequestId: requestId },
  };
}

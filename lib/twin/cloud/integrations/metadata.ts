/** What optimised integrations add to an answer. */

/** The answer with `SdkHttpMetadata` and `SdkResponseMetadata`, of the size that AWS's usually have. */
export function withMetadata(answer: unknown, requestId: string): Record<string, unknown> {
  const headers = {
    Connection: 'keep-alive',
    'Content-Length': `${JSON.stringify(answer).length}`,
    'Content-Type': 'application/json',
    'x-amzn-RequestId': requestId,
  };
  const lists = Object.entries(headers).map(([name, value]) => [name, [value]]);
  return {
    ...(answer as Record<string, unknown>),
    SdkHttpMetadata: { AllHttpHeaders: Object.fromEntries(lists), HttpHeaders: headers, HttpStatusCode: 200 },
    SdkResponseMetadata: { RequestId: requestId },
  };
}

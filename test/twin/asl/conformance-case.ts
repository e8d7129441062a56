/** One recorded execution: a machine, its input, what every task answered, and what the service then did. */
export interface ConformanceCase {
  readonly id: string;
  readonly definition: unknown;
  readonly input: unknown;
  readonly taskResults: readonly RecordedResult[];
  readonly objects?: readonly RecordedObject[];
  readonly expected: Expected;
  readonly volatile: readonly string[];
  readonly eventOrder?: 'partial';
}

export interface RecordedResult {
  readonly state: string;
  readonly result?: unknown;
  readonly error?: string;
  readonly cause?: string;
  readonly silent?: true;
}

export interface RecordedObject {
  readonly bucket: string;
  readonly key: string;
  readonly text: string;
  readonly etag?: string;
  readonly lastModified?: string;
}

export interface Expected {
  readonly status: string;
  readonly output?: unknown;
  readonly error?: string;
  readonly cause?: string;
  readonly stateExits: readonly { readonly name: string; readonly output: unknown; readonly assigned?: unknown }[];
  readonly taskCalls?: readonly unknown[];
  readonly evaluationFailures?: readonly unknown[];
  readonly eventTypes: readonly string[];
}

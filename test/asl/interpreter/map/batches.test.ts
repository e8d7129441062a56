import { execute } from '../execute';

const map = (ItemBatcher: object) => ({
  M: {
    Type: 'Map',
    ItemBatcher,
    ItemProcessor: {
      ProcessorConfig: { Mode: 'DISTRIBUTED' },
      StartAt: 'I',
      States: { I: { Type: 'Pass', End: true } },
    },
    End: true,
  },
});

describe('ItemBatcher', () => {
  it('gives children so many items at most', async () => {
    const { output } = await execute(map({ MaxItemsPerBatch: '{% 2 %}' }), { input: [1, 2, 3] });
    expect(output).toEqual([{ Items: [1, 2] }, { Items: [3] }]);
  });

  it('hands BatchInput to all of them', async () => {
    const BatchInput = { from: '{% $states.input[0] %}' };
    const { output } = await execute(map({ MaxItemsPerBatch: 5, BatchInput }), { input: [1, 2] });
    expect(output).toEqual([{ BatchInput: { from: 1 }, Items: [1, 2] }]);
  });

  it('keeps the input of a child within its bytes, exactly', async () => {
    const bytes = Buffer.byteLength('{"Items":["aa","bb"]}');
    const input = ['aa', 'bb', 'cc'];
    expect((await execute(map({ MaxInputBytesPerBatch: bytes }), { input })).output).toEqual([
      { Items: ['aa', 'bb'] },
      { Items: ['cc'] },
    ]);
    expect((await execute(map({ MaxInputBytesPerBatch: bytes - 1 }), { input })).output).toHaveLength(3);
  });

  it('takes no more bytes than a payload may have', async () => {
    const { error, cause } = await execute(map({ MaxInputBytesPerBatch: '{% 262145 %}' }), { input: ['a'] });
    expect(error).toBe('States.QueryEvaluationError');
    expect(cause).toContain('MaxInputBytesPerBatch field must be a whole number from 1 to 262144 but was: 262145');
  });
});

describe('inputs of children', () => {
  const LIMIT = 262_144;
  const text = (bytes: number) => 'x'.repeat(bytes - 2);

  /** Runs a Map that counts the bytes of its children's inputs, over items that a reader gives. */
  async function sizes(items: readonly string[], more: object = {}) {
    const { M } = map({});
    const { ItemBatcher: _none, ...rest } = M;
    const ItemReader = {
      Resource: 'arn:aws:states:::s3:getObject',
      ReaderConfig: { InputType: 'JSON' },
      Arguments: { Bucket: 'b', Key: 'k' },
    };
    const States = { I: { Type: 'Pass', Output: '{% $length($string($states.input)) %}', End: true } };
    const ItemProcessor = { ...M.ItemProcessor, States };
    const task = () => ({ Body: JSON.stringify(items) });
    return execute({ M: { ...rest, ItemReader, ItemProcessor, ...more } }, { task });
  }

  it('stay within the payload limit, whatever the batcher says', async () => {
    const half = text((LIMIT - '{"Items":[,]}'.length) / 2);
    const odd = `${half}x`;
    const items = [half, half, odd, odd, half];
    const { output } = await sizes(items, { ItemBatcher: { MaxItemsPerBatch: 10 } });
    const [first, ...others] = output as number[];
    expect(first).toBeGreaterThan(LIMIT - 2);
    expect(others).toHaveLength(2);
    for (const size of output as number[]) expect(size).toBeLessThanOrEqual(LIMIT);
  });

  it.each([[{}], [{ ItemBatcher: { MaxItemsPerBatch: 1 } }]])(
    'fail the Map where one item is too large: %j',
    async (more) => {
      const { error, cause } = await sizes(['a', text(LIMIT + 1)], more);
      expect(error).toBe('States.DataLimitExceeded');
      expect(cause).toContain(`The state/task 'M' returned a result with a size exceeding`);
    },
  );

  it('may be as large as the limit', async () => {
    expect((await sizes([text(LIMIT)])).output).toEqual([LIMIT - '""'.length]);
  });
});

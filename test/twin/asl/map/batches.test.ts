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
});

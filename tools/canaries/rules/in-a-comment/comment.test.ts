// test('[CANARY-3] this was a test once', () => {});
test('something else', () => {});

test.skip('later', () => {});

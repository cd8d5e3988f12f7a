test('[CANARY-2] nobody wrote this down', () => {});

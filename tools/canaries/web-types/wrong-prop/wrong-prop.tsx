export const Wrong = () => <button type="sumbit">x</button>;

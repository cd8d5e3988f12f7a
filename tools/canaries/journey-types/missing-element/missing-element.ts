export const title = (): string => document.querySelector('h1').innerText;

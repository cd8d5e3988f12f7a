const log = (value: unknown): void => void value;
@log
export class Decorated {}

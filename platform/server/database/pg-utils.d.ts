declare module 'pg/lib/utils' {
  /** A value as pg sends it. */
  export function prepareValue(value: unknown): string | Buffer | null
}

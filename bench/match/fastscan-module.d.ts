declare module 'fastscan' {
  class FastScanner {
    constructor(words: string[])
    /** Offset and word of every match, overlapping ones included. */
    search(text: string): [number, string][]
  }
  export = FastScanner
}

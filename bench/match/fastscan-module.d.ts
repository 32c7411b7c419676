declare module 'fastscan' {
  class FastScanner {
    constructor(words: string[])
    /** Returns the offset and word of every match, including overlapping ones. */
    search(text: string): [number, string][]
  }
  export = FastScanner
}

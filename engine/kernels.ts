import compiled from './data/kernels.json' with { type: 'json' }

/** The part of WebAssembly used here. TypeScript only declares it together with all browser APIs. */
declare const WebAssembly: {
  Memory: new (limits: { initial: number }) => { buffer: ArrayBuffer }
  Module: new (bytes: Uint8Array) => object
  Instance: new (module: object, imports: { env: { memory: object } }) => { exports: object }
}

/** The exported functions of engine/kernels/kernels.ts. */
export interface Kernels {
  foldPlain(from: number, to: number, length: number): number
  cut(length: number): number
  find(tokens: number): void
  followPairs(tokens: number): void
  walk(tokens: number, length: number): number
  tell(terms: number, parts: number, count: number, firsts: number, sums: number): void
  raise(powers: number, count: number, factor: number): number
  sumRows(rows: number, weights: number, count: number, width: number, sums: number): void
}

const binary = Uint8Array.from(atob(compiled.module), (char) => char.charCodeAt(0))
const module = new WebAssembly.Module(binary)
const pageBytes = 65_536

/** Instantiates the kernels with their own memory of at least `bytes` bytes, all zero. */
export function instantiateKernels(bytes: number): { memory: ArrayBuffer; kernels: Kernels } {
  const memory = new WebAssembly.Memory({ initial: Math.ceil(bytes / pageBytes) })
  const { exports } = new WebAssembly.Instance(module, { env: { memory } })
  return { memory: memory.buffer, kernels: exports as Kernels }
}

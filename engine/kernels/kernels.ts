/**
 * The engine's inner loops in AssemblyScript, which looks like TypeScript and compiles to WebAssembly. After a change,
 * `npm run bench kernels` compiles them to engine/data/kernels.json. Their memory is laid out by their callers.
 */
export { find, followPairs, walk } from './match'
export { raise, sumRows, tell } from './sums'
export { cut, foldPlain } from './text'

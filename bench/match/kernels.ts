import { writeFile } from 'node:fs/promises'
import asc from 'assemblyscript/asc'

const source = 'engine/kernels/kernels.ts'
const target = new URL('../../engine/data/kernels.json', import.meta.url)

/** Compiles engine/kernels to engine/data/kernels.json, which the engine loads. */
export async function run(): Promise<number> {
  await writeFile(target, await compiledKernels())
  return 0
}

/** Returns the content of engine/data/kernels.json for the current sources. Throws if the compiler warns or fails. */
export async function compiledKernels(): Promise<string> {
  const root = new URL('../..', import.meta.url).pathname
  const options = [
    '--baseDir',
    root,
    '--outFile',
    'kernels',
    '-O3',
    '--noAssert',
    '--runtime',
    'stub',
    '--importMemory',
  ]
  let compiled = ''
  const { error, stderr } = await asc.main([source, ...options, '--enable', 'simd'], {
    writeFile(_name, content) {
      compiled = Buffer.from(content).toString('base64')
    },
  })
  if (error || String(stderr)) throw new Error(String(stderr) || error?.message)
  return `${JSON.stringify({ module: compiled })}\n`
}
